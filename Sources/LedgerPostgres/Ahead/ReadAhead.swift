import Ledger
import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

/// What a transaction has read ahead, and what it has written of that since. No other transaction
/// changes these rows meanwhile: they were read under the locks of their names.
///
/// Every method returns `nil` for what is not known here.
struct ReadAhead {
  struct Place: Hashable {
    let environment: AppStoreEnvironment
    let id: UTF8Key

    init(_ environment: AppStoreEnvironment, _ id: String) {
      self.environment = environment
      self.id = UTF8Key(id)
    }

    init(_ environment: AppStoreEnvironment, _ id: UTF8Key) {
      self.environment = environment
      self.id = id
    }
  }

  /// A text within a purchase chain.
  struct Member: Hashable {
    let chain: Place
    let text: UTF8Key

    init(_ chain: PurchaseChainRow, _ text: String) {
      self.chain = Place(chain.environment, chain.originalTransactionId)
      self.text = UTF8Key(text)
    }

    init(_ environment: AppStoreEnvironment, _ pair: AheadRequest.Pair) {
      chain = Place(environment, pair.chain)
      text = pair.text
    }
  }

  struct Day: Hashable {
    let environment: AppStoreEnvironment
    let offer: UTF8Key
    let day: Int64
  }

  /// Nothing is noted of a transaction that has read nothing ahead.
  private(set) var isActive = false

  var customers: [Place: CustomerRow?] = [:]
  var chains: [Place: PurchaseChainRow?] = [:]
  var chainsOfCustomers: [CustomerRow.Number: [PurchaseChainRow]] = [:]
  /// Single transactions that were asked for.
  var transactions: [Member: TransactionFact?] = [:]
  /// All transactions of purchase chains, sorted by their ids.
  var transactionsOfChains: [PurchaseChainRow.Number: [TransactionFact]] = [:]
  var renewals: [PurchaseChainRow.Number: RenewalFact?] = [:]
  var grants: [CustomerRow.Number: [Grant]] = [:]
  /// Whether rows are there.
  var tokens: [Member: Bool] = [:]
  var notifications: [UTF8Key: Bool] = [:]
  var digests: [[UInt8]: Bool] = [:]
  var nonces: [UTF8Key: Bool] = [:]
  var days: [Day: Int] = [:]

  mutating func begin() { isActive = true }

  /// Forgets everything, after a write that may reach any of it.
  mutating func drop() { self = ReadAhead() }

  func transaction(_ id: String, in chain: PurchaseChainRow) -> TransactionFact?? {
    if let known = transactions[Member(chain, id)] { return known }
    let key = UTF8Key(id)
    return transactionsOfChains[chain.number].map { all in
      all.first { UTF8Key($0.transactionId) == key }
    }
  }

  // MARK: What is written

  mutating func note(new customer: CustomerRow) {
    guard isActive else { return }
    if let name = customer.appTransactionId {
      customers[Place(customer.environment, name)] = customer
    }
    chainsOfCustomers[customer.number] = []
    grants[customer.number] = []
  }

  mutating func note(new chain: PurchaseChainRow) {
    guard isActive else { return }
    chains[Place(chain.environment, chain.originalTransactionId)] = chain
    chainsOfCustomers[chain.owner.number]?.append(chain)
    transactionsOfChains[chain.number] = []
    renewals[chain.number] = .some(nil)
  }

  mutating func note(_ chain: PurchaseChainRow) {
    guard isActive else { return }
    chains[Place(chain.environment, chain.originalTransactionId)] = chain
    let isSettled = chainsOfCustomers[chain.owner.number]?.firstIndex { $0.number == chain.number }
    guard let place = isSettled else {
      // It has another owner now.
      chainsOfCustomers = [:]
      return
    }
    chainsOfCustomers[chain.owner.number]?[place] = chain
  }

  mutating func note(_ fact: TransactionFact, in chain: PurchaseChainRow) {
    guard isActive else { return }
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

  mutating func note(_ fact: RenewalFact, in chain: PurchaseChainRow) {
    guard isActive else { return }
    renewals[chain.number] = fact
  }

  mutating func note(_ grant: Grant, for holder: GrantHolder) {
    guard isActive else { return }
    if case .customer(let number) = holder, let held = grants[number] {
      grants[number] = (held + [grant]).sorted { $0.id < $1.id }
    }
    let day = Day(
      environment: grant.environment, offer: UTF8Key(grant.offer), day: grant.grantedAt.dayOfGrants)
    if let count = days[day] { days[day] = count + 1 }
  }

  mutating func noteRedemption() { grants = [:] }

  mutating func note(token: String, of chain: PurchaseChainRow) {
    guard isActive else { return }
    tokens[Member(chain, token)] = true
  }

  mutating func note(notification uuid: String) {
    guard isActive else { return }
    notifications[UTF8Key(uuid)] = true
  }

  mutating func note(digest: [UInt8]) {
    guard isActive else { return }
    digests[digest] = true
  }

  mutating func note(nonce: String) {
    guard isActive else { return }
    nonces[UTF8Key(nonce)] = true
  }
}
