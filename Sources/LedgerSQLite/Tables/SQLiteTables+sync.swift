import PaywallCatalog
import Ledger
import LedgerStorage

extension SQLiteTables {
  func job(_ name: String) throws -> JobRow? {
    try first(
      "SELECT holder, held_until, progress FROM jobs WHERE name = ?", .text(name)
    ) { JobRow($0, named: name) }
  }

  mutating func put(_ job: JobRow) throws {
    try run(
      "INSERT OR REPLACE INTO jobs (name, holder, held_until, progress) VALUES (?, ?, ?, ?)",
      .text(job.name), Self.cell(job.holder), Cell.moment(job.heldUntil), Self.cell(job.progress))
  }

  private static let fetchColumns = "revision, is_whole, skipped, wanted_at, finished_at"

  func historyFetch(of customer: CustomerRow.Number) throws -> HistoryFetch? {
    try first(
      "SELECT \(Self.fetchColumns) FROM history_fetches WHERE customer = ?", .integer(customer)
    ) { HistoryFetch($0) }
  }

  mutating func put(_ fetch: HistoryFetch, of customer: CustomerRow.Number) throws {
    try run(
      """
      INSERT OR REPLACE INTO history_fetches (customer, \(Self.fetchColumns))
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      .integer(customer), Self.cell(fetch.revision), Cell.flag(fetch.isWhole),
      Cell.number(fetch.skipped), Cell.moment(fetch.wantedAt), Cell.moment(fetch.finishedAt))
  }

  func wantedHistories(
    limit: Int, at now: Timestamp
  ) throws -> [(customer: CustomerRow.Number, fetch: HistoryFetch)] {
    try each(
      """
      SELECT \(Self.fetchColumns), customer FROM history_fetches WHERE wanted_at <= ?
      ORDER BY wanted_at, customer LIMIT ?
      """, Cell.moment(now), Cell.number(max(0, limit))
    ) { (customer: $0.int64(5), fetch: HistoryFetch($0)) }
  }

  func isNoted(notification uuid: String) throws -> Bool {
    try first("SELECT 1 FROM notifications WHERE uuid = ?", Cell.text(uuid)) { _ in true } ?? false
  }

  func erasedAt(hash: [UInt8]) throws -> Timestamp? {
    try first("SELECT erased_at FROM remnant_ids WHERE hash = ?", .bytes(hash)) { $0.moment(0) }
      ?? nil
  }

  mutating func put(erasedAt moment: Timestamp, hash: [UInt8]) throws {
    try run(
      """
      UPDATE remnant_ids SET erased_at = max(coalesce(erased_at, ?1), ?1) WHERE hash = ?2
      """, Cell.moment(moment), .bytes(hash))
  }

  func grants(before number: Int64, limit: Int) throws -> [GrantOutline] {
    try each(
      """
      SELECT id, customer, granted_at, redeemed_at FROM grants WHERE id < ? ORDER BY id DESC LIMIT ?
      """, .integer(number), Cell.number(limit), read: GrantOutline.init)
  }

  func grantOutline(_ number: Int64) throws -> GrantOutline? {
    try first(
      "SELECT id, customer, granted_at, redeemed_at FROM grants WHERE id = ?", .integer(number),
      read: GrantOutline.init)
  }

  func attempts(of grant: Int64) throws -> [SignedAttempt] {
    try each(
      "SELECT nonce, key_id, signed_at FROM attempts WHERE grant_id = ? ORDER BY signed_at, nonce",
      .integer(grant)
    ) { try SignedAttempt($0) }
  }

  /// A text that is stored verbatim.
  private static func cell(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
}
