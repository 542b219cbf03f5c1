package import Ledger
package import PaywallCatalog
package import PaywallTextCoding
package import Subscribers

/// The rows that a transaction has read ahead, and its writes to them since. No other transaction
/// changes these rows meanwhile: they were read under the locks of their names.
///
/// Every method returns `nil` for what is not known here.
package struct ReadAhead {
  package typealias Place = AheadRequest.Place
  package typealias Member = AheadRequest.Member
  package typealias Day = AheadRequest.Day

  package var customers: [Place: CustomerRow?] = [:]
  package var chains: [Place: PurchaseChainRow?] = [:]
  package var chainsOfCustomers: [CustomerRow.Number: [PurchaseChainRow]] = [:]
  /// Single transactions that were asked for.
  package var transactions: [Member: TransactionFact?] = [:]
  /// All transactions of purchase chains, sorted by their ids.
  package var transactionsOfChains: [PurchaseChainRow.Number: [TransactionFact]] = [:]
  package var renewals: [PurchaseChainRow.Number: RenewalFact?] = [:]
  package var grants: [CustomerRow.Number: [Grant]] = [:]
  /// Whether rows are there.
  package var tokens: [Member: Bool] = [:]
  package var notifications: [UTF8Key: Bool] = [:]
  package var digests: [[UInt8]: Bool] = [:]
  package var nonces: [UTF8Key: Bool] = [:]
  package var days: [Day: Int] = [:]

  package init() {}

  package func transaction(_ id: String, in chain: PurchaseChainRow) -> TransactionFact?? {
    if let known = transactions[Member(chain, id)] { return known }
    let key = UTF8Key(id)
    return transactionsOfChains[chain.number].map { all in
      all.first { UTF8Key($0.transactionId) == key }
    }
  }

  // MARK: Written rows

  package mutating func note(new customer: CustomerRow) {
    if let name = customer.appTransactionId {
      customers[Place(customer.environment, name)] = customer
    }
    chainsOfCustomers[customer.number] = []
    grants[customer.number] = []
  }

  package mutating func note(new chain: PurchaseChainRow) {
    chains[Place(chain.environment, chain.originalTransactionId)] = chain
    chainsOfCustomers[chain.owner.number]?.append(chain)
    transactionsOfChains[chain.number] = []
    renewals[chain.number] = .some(nil)
  }

  package mutating func note(_ chain: PurchaseChainRow) {
    chains[Place(chain.environment, chain.originalTransactionId)] = chain
    let isSettled = chainsOfCustomers[chain.owner.number]?.firstIndex { $0.number == chain.number }
    guard let place = isSettled else {
      // The chain has another owner now.
      chainsOfCustomers = [:]
      return
    }
    chainsOfCustomers[chain.owner.number]?[place] = chain
  }

  package mutating func note(_ fact: TransactionFact, in chain: PurchaseChainRow) {
    transactions[Member(chain, fact.transactionId)] = fact
    guard var all = transactionsOfChains[chain.number] else { return }
    let id = fact.transactionId
    let place = all.firstIndex { !$0.transactionId.utf8.lexicographicallyPrecedes(id.utf8) }
    if let place, UTF8Key(all[place].transactionId) == UTF8Key(id) {
      all[place] = fact
    } else {
      all.insert(fact, at: place ?? all.count)
    }
    transactionsOfChains[chain.number] = all
  }

  package mutating func note(_ grant: Grant, for holder: GrantHolder) {
    if case .customer(let number) = holder, let held = grants[number] {
      grants[number] = (held + [grant]).sorted { $0.id < $1.id }
    }
    let day = Day(grant.environment, of: grant.offer, at: grant.grantedAt)
    if let count = days[day] { days[day] = count + 1 }
  }
}

extension AheadRequest.Member {
  package init(_ chain: PurchaseChainRow, _ text: String) {
    self.init(AheadRequest.Place(chain.environment, chain.originalTransactionId), text)
  }
}
