import PaywallCatalog
import PaywallTextCoding
import Subscribers

// The owner of a purchase chain is the customer named by the newest signed `appTransactionId` of a
// payer's text. A member of the family, or the holder of a seat, owns it only while no purchase is
// known.
extension LedgerTables {
  mutating func assignOwner(of chain: inout PurchaseChainRow, by fact: TransactionFact) throws {
    try assignOwner(of: &chain, named: fact.appTransactionId, signed: fact.signedDate) { _ in
      fact.isOwn ? .payer : .member
    }
  }

  /// Renewal info does not say whose copy it is: that of a member has the member's name.
  mutating func assignOwner(of chain: inout PurchaseChainRow, by fact: RenewalFact) throws {
    try assignOwner(of: &chain, named: fact.appTransactionId, signed: fact.signedDate) { known in
      let isMember = known.contains { !$0.isOwn && $0.isOf(fact.appTransactionId) }
      return isMember ? .member : .payer
    }
  }

  /// True if all known facts of a chain are copies of members.
  func isMembersOnly(_ chain: PurchaseChainRow) throws -> Bool {
    guard chain.hasPurchases else { return false }
    return try !transactions(in: chain).contains(where: \.isOwn)
  }

  /// If two ids were signed in the same millisecond, the greater wins, so that the order of arrival
  /// does not matter.
  private mutating func assignOwner(
    of chain: inout PurchaseChainRow, named name: String?, signed: Timestamp,
    by whose: ([TransactionFact]) -> Speaker
  ) throws {
    guard let name, !name.isEmpty else { return }
    if let current = chain.owner.appTransactionId, current.hasSameUTF8(as: name) {
      if chain.isReassigned(to: name, signed: signed) { chain.decidedAt = signed }
      return
    }
    let known = chain.hasPurchases ? try transactions(in: chain) : []
    let speaker = whose(known)
    let isPaid = known.contains(where: \.isOwn)
    if speaker == .member, isPaid {
      _ = try customer(named: name, in: chain.environment)
      return
    }
    guard chain.owner.appTransactionId != nil else {
      chain.decidedAt = signed
      return try assign(&chain, name: name)
    }
    var named = try customer(named: name, in: chain.environment)
    let isPayersAtLast = speaker == .payer && !known.isEmpty && !isPaid
    // A payer and a seat's holder are two people. Else an older copy also shows that two are one.
    if speaker == .payer, !isPayersAtLast { try joinAccounts(&chain.owner, &named) }
    guard isPayersAtLast || chain.isReassigned(to: name, signed: signed) else { return }
    try move(postingsOf: chain, to: named.number)
    chain.decidedAt = signed
    chain.owner = named
  }

  /// Names a provisional customer, or moves everything of it to the customer of that name.
  private mutating func assign(_ chain: inout PurchaseChainRow, name: String) throws {
    guard let known = try customer(appTransactionId: name, in: chain.environment) else {
      chain.owner.appTransactionId = name
      return try update(chain.owner)
    }
    let provisional = chain.owner.number
    chain.owner = known
    try moveSightings(of: provisional, to: known, in: chain.environment)
    try moveReport(of: provisional, to: known.number)
    try move(everythingOf: provisional, to: known.number)
    // They are new to the other customer.
    try noteChanges(in: chain, since: [])
  }
}

/// The person whose copy of a text names a customer.
private enum Speaker {
  case payer, member
}

extension TransactionFact {
  /// Whether it names this customer.
  func isOf(_ name: String?) -> Bool {
    guard let name, let appTransactionId else { return false }
    return appTransactionId.hasSameUTF8(as: name)
  }

  /// A member's copy in the purchase chain of somebody else.
  func isMembers(beside owner: CustomerRow) -> Bool {
    guard !isOwn, appTransactionId?.isEmpty == false else { return false }
    return !isOf(owner.appTransactionId)
  }
}
