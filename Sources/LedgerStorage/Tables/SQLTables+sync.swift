package import Ledger
package import PaywallCatalog

private enum Statements {
  static let fetchColumns = "revision, is_whole, skipped, wanted_at, finished_at"
  static let putFetch = RowStatements.put(
    into: "history_fetches", "customer, \(fetchColumns)", key: "customer")
  static let putJob = RowStatements.put(
    into: "jobs", "name, holder, held_until, progress", key: "name")
}

extension SQLTables {
  package func job(_ name: String) throws -> JobRow? {
    try lock([.job(name)])
    return try first(
      "SELECT holder, held_until, progress FROM jobs WHERE name = ?", .text(name)
    ) { JobRow($0, named: name) }
  }

  package mutating func put(_ job: JobRow) throws {
    try run(
      Statements.putJob, .text(job.name), Cell.plain(job.holder), Cell.moment(job.heldUntil),
      Cell.plain(job.progress))
  }

  package func historyFetch(of customer: CustomerRow.Number) throws -> HistoryFetch? {
    try lock([.customer(customer)])
    return try first(
      "SELECT \(Statements.fetchColumns) FROM history_fetches WHERE customer = ?",
      .integer(customer)
    ) { HistoryFetch($0) }
  }

  package mutating func put(_ fetch: HistoryFetch, of customer: CustomerRow.Number) throws {
    try run(
      Statements.putFetch, .integer(customer), Cell.plain(fetch.revision),
      Cell.flag(fetch.isWhole), Cell.number(fetch.skipped), Cell.moment(fetch.wantedAt),
      Cell.moment(fetch.finishedAt))
  }

  package func wantedHistories(
    limit: Int, at now: Timestamp
  ) throws -> [(customer: CustomerRow.Number, fetch: HistoryFetch)] {
    try each(
      """
      SELECT \(Statements.fetchColumns), customer FROM history_fetches WHERE wanted_at <= ?
      ORDER BY wanted_at, customer LIMIT ?
      """, Cell.moment(now), Cell.number(max(0, limit))
    ) { (customer: $0.int64(5), fetch: HistoryFetch($0)) }
  }

  package func isNoted(notification uuid: String) throws -> Bool {
    try finds("SELECT 1 FROM notifications WHERE uuid = ?", Cell.text(uuid))
  }

  package func erasedAt(hash: [UInt8]) throws -> Timestamp? {
    try first("SELECT erased_at FROM remnant_ids WHERE hash = ?", .bytes(hash)) { $0.moment(0) }
      ?? nil
  }

  package mutating func put(erasedAt moment: Timestamp, hash: [UInt8]) throws {
    try run(
      """
      UPDATE remnant_ids SET erased_at = CASE WHEN erased_at > ?1 THEN erased_at ELSE ?1 END
      WHERE hash = ?2
      """, Cell.moment(moment), .bytes(hash))
  }

  package func grants(before number: Int64, limit: Int) throws -> [GrantOutline] {
    try each(
      """
      SELECT id, customer, granted_at, redeemed_at FROM grants WHERE id < ? ORDER BY id DESC LIMIT ?
      """, .integer(number), Cell.number(limit), read: GrantOutline.init)
  }

  package func grantOutline(_ number: Int64) throws -> GrantOutline? {
    try first(
      "SELECT id, customer, granted_at, redeemed_at FROM grants WHERE id = ?", .integer(number),
      read: GrantOutline.init)
  }

  package func attempts(of grant: Int64) throws -> [SignedAttempt] {
    try each(
      "SELECT nonce, key_id, signed_at FROM attempts WHERE grant_id = ? ORDER BY signed_at, nonce",
      .integer(grant)
    ) { try SignedAttempt($0) }
  }
}
