import PaywallCatalog
import PaywallTextCoding
import Subscribers

@testable import Ledger

extension OracleTables {
  func grants(of holder: GrantHolder) -> [Grant] {
    grants.filter { $0.holder == holder }.map(\.grant)
  }

  mutating func add(_ grant: Grant, for holder: GrantHolder) -> Grant {
    var grant = grant
    grant.id = Int64(grants.count + 1)
    grants.append(HeldGrant(grant: grant, holder: holder))
    return grant
  }

  mutating func redeem(_ grant: Int64, by redemption: Grant.Redemption?, isLate: Bool) {
    guard let index = grants.firstIndex(where: { $0.grant.id == grant }) else { return }
    grants[index].grant.redemption = redemption
    grants[index].isLate = grants[index].isLate || isLate
  }

  mutating func add(
    _ attempt: GrantRequest.Attempt, to grant: Int64, at now: Timestamp
  ) -> Bool {
    guard nonces.insert(UTF8Key(attempt.nonce)).inserted else { return false }
    if let index = grants.firstIndex(where: { $0.grant.id == grant }) {
      grants[index].attempts.append(attempt)
    }
    return true
  }

  func countOfAttempts(
    under grant: Int64, to caller: GrantRequest.Attempt.Caller,
    at moment: GrantRequest.Attempt.Moment
  ) -> Int {
    grants.first { $0.grant.id == grant }?.attempts.count {
      $0.caller == caller && $0.moment == moment
    } ?? 0
  }

  func countOfGrants(
    ofDay day: Timestamp, offer: String, in environment: AppStoreEnvironment
  ) -> Int {
    grants.count {
      let grant = $0.grant
      return grant.environment == environment && grant.grantedAt.startOfDay == day
        && UTF8Key(grant.offer) == UTF8Key(offer)
    }
  }

  func hash(of id: ErasedId, in environment: AppStoreEnvironment) -> [UInt8] {
    id.hash(in: environment, salt: salt)
  }

  func hash(of text: String) -> [UInt8] { SaltedHash.of(text, salt: salt) }

  func hasRemnants() -> Bool { !remnants.isEmpty }

  func remnant(hash: [UInt8]) -> RemnantNumber? { remnantNumbers[hash] }

  mutating func addRemnant() -> RemnantNumber {
    let number = nextNumber()
    remnants[number] = []
    return number
  }

  mutating func put(_ remnant: RemnantNumber, inAccount account: AppleAccountNumber) {
    accountsOfRemnants[remnant] = account
  }

  func account(of remnant: RemnantNumber) -> AppleAccountNumber? { accountsOfRemnants[remnant] }

  mutating func add(hash: [UInt8], to remnant: RemnantNumber) { remnantNumbers[hash] = remnant }

  func marks(of remnant: RemnantNumber) -> [HistoryMark] {
    (remnants[remnant] ?? []).sorted { $0.precedes($1) }
  }

  mutating func add(_ mark: HistoryMark, to remnant: RemnantNumber) {
    remnants[remnant]?.insert(mark)
  }

  mutating func merge(_ other: RemnantNumber, into remnant: RemnantNumber) {
    let marks = remnants.removeValue(forKey: other) ?? []
    remnants[remnant]?.formUnion(marks)
    for (hash, number) in remnantNumbers where number == other { remnantNumbers[hash] = remnant }
    for index in grants.indices where grants[index].holder == .remnant(other) {
      grants[index].holder = .remnant(remnant)
    }
  }

  mutating func erase(_ customer: CustomerRow.Number, leaving remnant: RemnantNumber) {
    let gone = chainsOfCustomer[customer] ?? []
    texts.removeAll { text in
      let isGone =
        switch text.subject {
        case .chain(let chain): gone.contains(chain)
        case .customer(let number): number == customer
        case .unidentified: false
        }
      if isGone { textNumbers[text.stored.text] = nil }
      return isGone
    }
    for token in chainsOfToken.keys { chainsOfToken[token]?.subtract(gone) }
    seats.removeAll { $0.member == customer }
    for user in links.keys { links[user]?.remove(customer) }
    for row in chains(of: customer) {
      chainNumbers[Named(UTF8Key(row.originalTransactionId), in: row.environment)] = nil
      chains[row.number] = nil
    }
    if let row = customers[customer], let id = row.appTransactionId {
      customerNumbers[Named(UTF8Key(id), in: row.environment)] = nil
    }
    for index in grants.indices
    where [.customer(customer), .remnant(remnant)].contains(grants[index].holder) {
      grants[index].holder = .remnant(remnant)
      grants[index].grant.redemption?.transactionId = ""
    }
    moveCovariates(of: customer, to: nil)
    historyFetches[customer] = nil
    access[customer] = nil
    retentionAnswers = retentionAnswers.filter { $0.value.customer != customer }
    removePostings(of: customer)
    removeRefunds(of: customer, gone)
    chainsOfCustomer[customer] = nil
    if let account = customers[customer]?.appleAccount {
      customersOfAccount[account]?.remove(customer)
    }
    customers[customer] = nil
  }
}
