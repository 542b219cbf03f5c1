import Catalog
import Subscribers
import TextCoding

extension LedgerTables {
  /// Takes in a copy of a transaction: the line finds its customer, the newest copy stays, and the
  /// grants that it redeems are redeemed.
  mutating func take(_ fact: TransactionFact, at now: Timestamp) throws -> LineRow {
    var line = try line(
      of: fact.originalTransactionId, named: fact.appTransactionId, in: fact.environment)
    let held = line
    try decide(&line, by: fact.appTransactionId, signed: fact.signedDate)
    line.hasPurchases = true
    if line != held { try update(line) }

    let newest = try transaction(fact.transactionId, in: line)
    if newest.map({ fact.supersedes($0) }) ?? true { try put(fact, in: line) }
    // The token of the newest copy was added with it.
    if let token = fact.appAccountToken, !token.isEmpty,
      newest?.appAccountToken.map(UTF8Key.init) != UTF8Key(token)
    {
      try addToken(token, to: line)
    }

    try settleGrants(of: line, heldAs: held, at: now)
    if fact.offerKind?.known == .promotional || fact.offerKind?.known == .introductory {
      try settleGrants(of: line.owner, at: now)
    }
    return line
  }

  /// Takes in a copy of renewal info, by the same rules.
  ///
  /// - Parameter known: its line, if it was just read.
  mutating func take(
    _ fact: RenewalFact, known: LineRow? = nil, at now: Timestamp
  ) throws -> LineRow {
    var line =
      if let known, known.isLine(of: fact.originalTransactionId, in: fact.environment) {
        known
      } else {
        try line(
          of: fact.originalTransactionId, named: fact.appTransactionId, in: fact.environment)
      }
    let held = line
    try decide(&line, by: fact.appTransactionId, signed: fact.signedDate)
    if line != held { try update(line) }

    let newest = try renewal(of: line)
    if newest.map({ fact.supersedes($0) }) ?? true { try put(fact, in: line) }

    try settleGrants(of: line, heldAs: held, at: now)
    return line
  }

  /// The customer with this id, made if nobody has it.
  mutating func customer(
    named appTransactionId: String, in environment: AppStoreEnvironment
  ) throws -> CustomerRow {
    try customer(appTransactionId: appTransactionId, in: environment)
      ?? addCustomer(appTransactionId: appTransactionId, in: environment)
  }

  /// The line, made if it is not here: of the customer with this id, or of a provisional one.
  private mutating func line(
    of originalTransactionId: String, named appTransactionId: String?,
    in environment: AppStoreEnvironment
  ) throws -> LineRow {
    if let line = try line(originalTransactionId: originalTransactionId, in: environment) {
      return line
    }
    let name = appTransactionId.flatMap { $0.isEmpty ? nil : $0 }
    let owner =
      if let name {
        try customer(named: name, in: environment)
      } else {
        try addCustomer(appTransactionId: nil, in: environment)
      }
    return try addLine(
      originalTransactionId: originalTransactionId, in: environment, owner: owner)
  }

  /// Gives the line to the customer whom its newest signed `appTransactionId` names. Of two ids
  /// signed in one millisecond the greater decides, so that the order of arrival does not.
  private mutating func decide(
    _ line: inout LineRow, by appTransactionId: String?, signed: Timestamp
  ) throws {
    guard let name = appTransactionId, !name.isEmpty else { return }
    guard let current = line.owner.appTransactionId else {
      line.decidedAt = signed
      return try give(&line, name: name)
    }
    let isSame = current.utf8.elementsEqual(name.utf8)
    var named = isSame ? line.owner : try customer(named: name, in: line.environment)
    // Also an older copy shows that the two are one person.
    if !isSame { try unite(&line.owner, &named) }
    guard line.isGiven(to: name, signed: signed) else { return }
    line.decidedAt = signed
    line.owner = named
  }

  /// Gives a provisional customer its name, or everything that it has to the customer of that name.
  private mutating func give(_ line: inout LineRow, name: String) throws {
    guard let known = try customer(appTransactionId: name, in: line.environment) else {
      line.owner.appTransactionId = name
      return try update(line.owner)
    }
    let provisional = line.owner.number
    line.owner = known
    try move(everythingOf: provisional, to: known.number)
  }

  /// After a line went from one customer to another, or showed that two are one.
  private mutating func settleGrants(
    of line: LineRow, heldAs held: LineRow, at now: Timestamp
  ) throws {
    guard
      line.owner.number != held.owner.number
        || line.owner.appleAccount != held.owner.appleAccount
    else { return }
    // Customers between whom a line moves are of one account, and settled together.
    try settleGrants(of: line.owner, at: now)
  }

  /// Writes which grants of a customer are redeemed, as all transactions of its account say.
  private mutating func settleGrants(of owner: CustomerRow, at now: Timestamp) throws {
    let others = try othersOfAccount(of: owner)
    guard try ([owner] + others).contains(where: { try !grants(of: $0).isEmpty }),
      let history = try limitHistory(of: [owner])
    else { return }
    for settlement in history.settlements(receivedAt: now) {
      try redeem(
        settlement.grant.id, by: settlement.grant.redemption, isLate: settlement.isLate)
    }
  }
}

extension LineRow {
  fileprivate func isLine(
    of originalTransactionId: String, in environment: AppStoreEnvironment
  ) -> Bool {
    self.environment == environment
      && self.originalTransactionId.utf8.elementsEqual(originalTransactionId.utf8)
  }
}
