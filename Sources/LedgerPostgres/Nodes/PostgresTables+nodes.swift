import Ledger
import LedgerStorage
import PaywallCatalog

extension PostgresTables {
  /// Milliseconds of the database's clock.
  private static let now = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
  /// Milliseconds after which a silent server is forgotten.
  private static let kept: Int64 = 3_600_000

  /// - Parameters:
  ///   - secrets: their digests.
  ///   - lag: milliseconds since the changes of other servers were read.
  ///   - clock: the server's.
  mutating func put(
    _ report: NodeReport, secrets: String, lag: Int64, clock: () -> Timestamp
  ) throws {
    let ahead = try clockDifference(clock)
    try run(
      """
      INSERT INTO nodes (id, name, version, release, started_at, seen_at, clock, lag, secrets)
      VALUES (?, ?, ?, ?, ?, \(Self.now), ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, version = excluded.version,
        release = excluded.release, started_at = excluded.started_at,
        seen_at = excluded.seen_at, clock = excluded.clock, lag = excluded.lag,
        secrets = excluded.secrets
      """,
      Cell.text(report.id), Cell.text(report.name), Cell.text(report.version),
      Cell.text(report.release), Cell.moment(report.startedAt.adding(milliseconds: -ahead)),
      .integer(ahead), .integer(lag), Cell.text(secrets))
    // Another server may remove the same rows just now.
    try run(
      """
      DELETE FROM nodes WHERE id IN (
        SELECT id FROM nodes WHERE seen_at < \(Self.now) - ? FOR UPDATE SKIP LOCKED)
      """, .integer(Self.kept))
  }

  /// Returns by how many milliseconds a clock is ahead of the database's, which was read between
  /// two readings of it: at least that many, because the database may have read its own at any
  /// moment between.
  private func clockDifference(_ clock: () -> Timestamp) throws -> Int64 {
    // Statements that were sent before must not count in the measured time.
    try session.finish()
    let before = clock().milliseconds
    let theirs = try first("SELECT \(Self.now)") { $0.int64(0) } ?? 0
    let after = clock().milliseconds
    if before > theirs { return before - theirs }
    return after < theirs ? after - theirs : 0
  }

  func nodes() throws -> [ServerNode] {
    try each(
      """
      SELECT id, name, version, release, started_at, seen_at, \(Self.now) - seen_at, clock, lag,
        secrets FROM nodes WHERE seen_at >= \(Self.now) - ? ORDER BY name, started_at, id
      """, .integer(Self.kept)
    ) { try ServerNode($0) }
  }

  /// Forgets those whose end is over, by the database's clock.
  mutating func endSession(_ mark: [UInt8], until end: Timestamp) throws {
    try run("DELETE FROM ended_sessions WHERE ends_at < \(Self.now)")
    try run(
      "INSERT INTO ended_sessions (mark, ends_at) VALUES (?, ?) ON CONFLICT (mark) DO NOTHING",
      .bytes(mark), Cell.moment(end))
  }

  func hasEndedSession(_ mark: [UInt8]) throws -> Bool {
    try finds("SELECT 1 FROM ended_sessions WHERE mark = ?", .bytes(mark))
  }
}
