import PaywallCatalog
import Ledger
import PaywallSubscribers

extension PostgresTables {
  func grants(of holder: GrantHolder) throws -> [Grant] {
    let columns = """
      id, environment, kind, offer, offer_id, product, granted_at, release, experiment, variant,
      redeemed_by, redeemed_at
      """
    switch holder {
    case .customer(let number): try lock(.customer(number))
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
    var numbered = grant
    numbered.id = try number(
      """
      INSERT INTO grants (environment, customer, remnant, trusted, kind, offer, offer_id, product,
        granted_at, release, experiment, variant, redeemed_by, redeemed_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
      """,
      [
        grant.environment.cell, customer, remnant, trusted, .text(grant.kind.rawValue),
        Cell.text(grant.offer), Cell.text(grant.offerId), Cell.text(grant.product),
        Cell.moment(grant.grantedAt), Cell.text(grant.release), Cell.text(grant.experiment),
        Cell.text(grant.variant), Cell.text(grant.redemption?.transactionId),
        Cell.moment(grant.redemption?.purchaseDate),
      ])
    return numbered
  }

  mutating func redeem(_ grant: Int64, by redemption: Grant.Redemption?, isLate: Bool) throws {
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
    try writes(
      """
      INSERT INTO attempts (nonce, grant_id, signed_at, key_id, caller, moment)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """,
      Cell.text(attempt.nonce), .integer(grant), Cell.moment(now), Cell.text(attempt.keyId),
      .text(attempt.caller.rawValue), .text(attempt.moment.rawValue))
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
    return try first(
      "SELECT sum(granted)::bigint FROM days WHERE environment = ? AND offer = ? AND day = ?",
      environment.cell, Cell.text(offer), .integer(day.milliseconds / Timestamp.day)
    ) { $0.int(0) } ?? 0
  }

  func lateRedemptions() throws -> Int {
    try first("SELECT count(*) FROM grants WHERE is_late = 1") { $0.int(0) } ?? 0
  }
}

extension Grant {
  fileprivate init(row: SQLRow) throws {
    guard let kind = OfferKind(rawValue: try row.required(2)) else {
      throw UnreadableRow("a grant of an unknown kind")
    }
    let redemption =
      if let transactionId = row.text(10), let date = row.moment(11) {
        Redemption(transactionId: transactionId, purchaseDate: date)
      } else {
        nil as Redemption?
      }
    self.init(
      id: row.int64(0), environment: try AppStoreEnvironment(code: row.int(1)),
      offer: try row.required(3), offerId: try row.required(4), product: try row.required(5),
      kind: kind, grantedAt: row.moment(6) ?? .epoch, release: try row.required(7),
      experiment: row.text(8), variant: row.text(9), redemption: redemption)
  }
}
