import PaywallCatalog
import Ledger
import LedgerStorage
import PaywallSubscribers
import PaywallTextCoding

extension PostgresTables {
  static let grantColumns = """
    id, environment, kind, offer, offer_id, product, granted_at, release, experiment, variant,
    redeemed_by, redeemed_at
    """

  func grants(of holder: GrantHolder) throws -> [Grant] {
    let columns = Self.grantColumns
    switch holder {
    case .customer(let number):
      if try lock(.customer(number)) { reads.ahead.drop() }
      if let known = reads.ahead.grants[number] { return known }
    case .remnant(let number): try lock(.remnant(number))
    case .trusted(let hash): try lock(.hash(hash))
    case .unnamed: break
    }
    return switch holder {
    case .customer(let number):
      try each(
        "SELECT \(columns) FROM grants WHERE customer = ? ORDER BY id", .integer(number),
        read: Grant.init(row:))
    case .remnant(let number):
      try each(
        "SELECT \(columns) FROM grants WHERE remnant = ? ORDER BY id", .integer(number),
        read: Grant.init(row:))
    case .trusted(let hash):
      try each(
        "SELECT \(columns) FROM grants WHERE trusted = ? ORDER BY id", .bytes(hash),
        read: Grant.init(row:))
    case .unnamed: []
    }
  }

  mutating func add(_ grant: Grant, for holder: GrantHolder) throws -> Grant {
    var (customer, remnant, trusted): (SQLValue, SQLValue, SQLValue) = (.null, .null, .null)
    switch holder {
    case .customer(let number): customer = .integer(number)
    case .remnant(let number): remnant = .integer(number)
    case .trusted(let hash): trusted = .bytes(hash)
    case .unnamed: break
    }
    let columns = """
      environment, customer, remnant, trusted, kind, offer, offer_id, product, granted_at, release,
      experiment, variant, redeemed_by, redeemed_at
      """
    let cells = [
      grant.environment.cell, customer, remnant, trusted, .text(grant.kind.rawValue),
      Cell.text(grant.offer), Cell.text(grant.offerId), Cell.text(grant.product),
      Cell.moment(grant.grantedAt), Cell.text(grant.release), Cell.text(grant.experiment),
      Cell.text(grant.variant), Cell.text(grant.redemption?.transactionId),
      Cell.moment(grant.redemption?.purchaseDate),
    ]
    var numbered = grant
    if let reserved = reserved(.grants) {
      numbered.id = reserved
      try run(
        """
        INSERT INTO grants (id, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, [.integer(reserved)] + cells)
    } else {
      numbered.id = try number(
        """
        INSERT INTO grants (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        RETURNING id
        """, cells)
    }
    reads.ahead.note(numbered, for: holder)
    return numbered
  }

  mutating func redeem(_ grant: Int64, by redemption: Grant.Redemption?, isLate: Bool) throws {
    reads.ahead.noteRedemption()
    try run(
      """
      UPDATE grants SET redeemed_by = ?, redeemed_at = ?, is_late = greatest(is_late, ?) WHERE id = ?
      """,
      Cell.text(redemption?.transactionId), Cell.moment(redemption?.purchaseDate),
      Cell.flag(isLate), .integer(grant))
  }

  mutating func add(
    _ attempt: GrantRequest.Attempt, to grant: Int64, at now: Timestamp
  ) throws -> Bool {
    let insert = """
      INSERT INTO attempts (nonce, grant_id, signed_at, key_id, caller, moment)
      VALUES (?, ?, ?, ?, ?, ?)
      """
    let cells = [
      Cell.text(attempt.nonce), .integer(grant), Cell.moment(now), Cell.text(attempt.keyId),
      .text(attempt.caller.rawValue), .text(attempt.moment.rawValue),
    ]
    switch reads.ahead.nonces[UTF8Key(attempt.nonce)] {
    case true?: return false
    case false?:
      // If another transaction uses it meanwhile, the constraint refuses this one.
      try run(insert, cells)
      reads.ahead.note(nonce: attempt.nonce)
      return true
    case nil: return try writes("\(insert) ON CONFLICT DO NOTHING", cells)
    }
  }

  func countOfAttempts(
    under grant: Int64, to caller: GrantRequest.Attempt.Caller,
    at moment: GrantRequest.Attempt.Moment
  ) throws -> Int {
    try first(
      "SELECT count(*) FROM attempts WHERE grant_id = ? AND caller = ? AND moment = ?",
      .integer(grant), .text(caller.rawValue), .text(moment.rawValue)
    ) { $0.int(0) } ?? 0
  }

  func countOfGrants(
    ofDay day: Timestamp, offer: String, in environment: AppStoreEnvironment
  ) throws -> Int {
    try lock(.day(offer, day.dayOfGrants, environment))
    let key = ReadAhead.Day(
      environment: environment, offer: UTF8Key(offer), day: day.dayOfGrants)
    if let known = reads.ahead.days[key] { return known }
    return try first(
      "SELECT sum(granted)::bigint FROM days WHERE environment = ? AND offer = ? AND day = ?",
      environment.cell, Cell.text(offer), .integer(day.milliseconds / Timestamp.day)
    ) { $0.int(0) } ?? 0
  }

  func lateRedemptions() throws -> Int {
    try first("SELECT count(*) FROM grants WHERE is_late = 1") { $0.int(0) } ?? 0
  }
}
