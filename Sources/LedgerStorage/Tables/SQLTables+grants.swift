package import Ledger
package import PaywallCatalog
import PaywallTextCoding

private enum Statements {
  static let ofCustomer = "SELECT \(Grant.columns) FROM grants WHERE customer = ? ORDER BY id"
  static let ofRemnant = "SELECT \(Grant.columns) FROM grants WHERE remnant = ? ORDER BY id"
  static let ofTrusted = "SELECT \(Grant.columns) FROM grants WHERE trusted = ? ORDER BY id"
  static let new = NumberedInsertion(
    into: "grants", numberedBy: "id",
    """
    environment, customer, remnant, trusted, kind, offer, offer_id, product, granted_at, release,
    experiment, variant, redeemed_by, redeemed_at
    """)
  static let newAttempt = """
    INSERT INTO attempts (nonce, grant_id, signed_at, key_id, caller, moment)
    VALUES (?, ?, ?, ?, ?, ?)
    """
  static let newAttemptOnce = "\(newAttempt) ON CONFLICT DO NOTHING"
}

extension SQLTables {
  package func grants(of holder: GrantHolder) throws -> [Grant] {
    switch holder {
    case .customer(let number):
      if try lock([.customer(number)]) { reads.forgetRows() }
      if let known = reads.ahead?.grants[number] { return known }
      return try each(Statements.ofCustomer, .integer(number), read: Grant.init(row:))
    case .remnant(let number):
      try lock([.remnant(number)])
      return try each(Statements.ofRemnant, .integer(number), read: Grant.init(row:))
    case .trusted(let hash):
      try lock([.hash(hash)])
      return try each(Statements.ofTrusted, .bytes(hash), read: Grant.init(row:))
    case .unnamed: return []
    }
  }

  package mutating func add(_ grant: Grant, for holder: GrantHolder) throws -> Grant {
    var (customer, remnant, trusted): (SQLValue, SQLValue, SQLValue) = (.null, .null, .null)
    switch holder {
    case .customer(let number): customer = .integer(number)
    case .remnant(let number): remnant = .integer(number)
    case .trusted(let hash): trusted = .bytes(hash)
    case .unnamed: break
    }
    var numbered = grant
    numbered.id = try add(
      Statements.new,
      [
        grant.environment.cell, customer, remnant, trusted, .text(grant.kind.rawValue),
        Cell.text(grant.offer), Cell.text(grant.offerId), Cell.text(grant.product),
        Cell.moment(grant.grantedAt), Cell.text(grant.release), Cell.text(grant.experiment),
        Cell.text(grant.variant), Cell.text(grant.redemption?.transactionId),
        Cell.moment(grant.redemption?.purchaseDate),
      ])
    reads.ahead?.note(numbered, for: holder)
    return numbered
  }

  package mutating func redeem(_ grant: Int64, by redemption: Grant.Redemption?, isLate: Bool)
    throws
  {
    reads.ahead?.grants = [:]
    try run(
      """
      UPDATE grants SET redeemed_by = ?, redeemed_at = ?,
        is_late = CASE WHEN ? = 1 THEN 1 ELSE is_late END
      WHERE id = ?
      """,
      Cell.text(redemption?.transactionId), Cell.moment(redemption?.purchaseDate),
      Cell.flag(isLate), .integer(grant))
  }

  package mutating func add(
    _ attempt: GrantRequest.Attempt, to grant: Int64, at now: Timestamp
  ) throws -> Bool {
    let cells = [
      Cell.text(attempt.nonce), .integer(grant), Cell.moment(now), Cell.text(attempt.keyId),
      .text(attempt.caller.rawValue), .text(attempt.moment.rawValue),
    ]
    switch reads.ahead?.nonces[UTF8Key(attempt.nonce)] {
    case true?: return false
    case false?:
      // If another transaction uses it meanwhile, the constraint refuses this one.
      try run(Statements.newAttempt, cells)
      reads.ahead?.nonces[UTF8Key(attempt.nonce)] = true
      return true
    case nil: return try writes(Statements.newAttemptOnce, cells)
    }
  }

  package func countOfAttempts(
    under grant: Int64, to caller: GrantRequest.Attempt.Caller,
    at moment: GrantRequest.Attempt.Moment
  ) throws -> Int {
    try first(
      "SELECT count(*) FROM attempts WHERE grant_id = ? AND caller = ? AND moment = ?",
      .integer(grant), .text(caller.rawValue), .text(moment.rawValue)
    ) { $0.int(0) } ?? 0
  }

  package func countOfGrants(
    ofDay day: Timestamp, offer: String, in environment: AppStoreEnvironment
  ) throws -> Int {
    try lock([.day(offer, day.dayOfGrants, environment)])
    let key = ReadAhead.Day(environment, of: offer, at: day)
    if let known = reads.ahead?.days[key] { return known }
    return try first(
      """
      SELECT CAST(sum(granted) AS bigint) FROM days
      WHERE environment = ? AND offer = ? AND day = ?
      """, environment.cell, Cell.text(offer), .integer(day.milliseconds / Timestamp.day)
    ) { $0.int(0) } ?? 0
  }

  package func lateRedemptions() throws -> Int {
    try first("SELECT count(*) FROM grants WHERE is_late = 1") { $0.int(0) } ?? 0
  }
}
