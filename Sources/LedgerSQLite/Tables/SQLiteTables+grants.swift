import PaywallCatalog
import GRDB
import Ledger
import LedgerStorage
import PaywallSubscribers

extension SQLiteTables {
  func grants(of holder: GrantHolder) throws -> [Grant] {
    let columns = """
      id, environment, kind, offer, offer_id, product, granted_at, release, experiment, variant,
      redeemed_by, redeemed_at
      """
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
    try run(
      """
      INSERT INTO grants (environment, customer, remnant, trusted, kind, offer, offer_id, product,
        granted_at, release, experiment, variant, redeemed_by, redeemed_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      grant.environment.cell, customer, remnant, trusted, .text(grant.kind.rawValue),
      Cell.text(grant.offer), Cell.text(grant.offerId), Cell.text(grant.product),
      Cell.moment(grant.grantedAt), Cell.text(grant.release), Cell.text(grant.experiment),
      Cell.text(grant.variant), Cell.text(grant.redemption?.transactionId),
      Cell.moment(grant.redemption?.purchaseDate))
    var numbered = grant
    numbered.id = database.lastInsertedRowID
    return numbered
  }

  mutating func redeem(_ grant: Int64, by redemption: Grant.Redemption?, isLate: Bool) throws {
    try run(
      """
      UPDATE grants SET redeemed_by = ?, redeemed_at = ?, is_late = max(is_late, ?) WHERE id = ?
      """,
      Cell.text(redemption?.transactionId), Cell.moment(redemption?.purchaseDate),
      Cell.flag(isLate), .integer(grant))
  }

  mutating func add(
    _ attempt: GrantRequest.Attempt, to grant: Int64, at now: Timestamp
  ) throws -> Bool {
    try run(
      """
      INSERT INTO attempts (nonce, grant_id, signed_at, key_id, caller, moment)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """,
      Cell.text(attempt.nonce), .integer(grant), Cell.moment(now), Cell.text(attempt.keyId),
      .text(attempt.caller.rawValue), .text(attempt.moment.rawValue))
    return didChange
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
    try first(
      "SELECT granted FROM days WHERE environment = ? AND offer = ? AND day = ?",
      environment.cell, Cell.text(offer), .integer(day.milliseconds / Timestamp.day)
    ) { $0.int(0) } ?? 0
  }

  func lateRedemptions() throws -> Int {
    try first("SELECT count(*) FROM grants WHERE is_late = 1") { $0.int(0) } ?? 0
  }
}
