import Ledger
import LedgerStorage
import PaywallCatalog

/// The statements that PostgreSQL spells differently from other databases.
extension PostgresTables {
  // Rows that another transaction is deleting are left to it.
  static let prune = """
    DELETE FROM exposure_ids WHERE (period, digest) IN (
      SELECT period, digest FROM exposure_ids WHERE period < ? ORDER BY period, digest LIMIT 500
      FOR UPDATE SKIP LOCKED)
    """
  static let findTransactions = """
    SELECT pg_snapshot_xmin(s)::text::bigint, pg_snapshot_xmax(s)::text::bigint
    FROM pg_current_snapshot() AS s
    """
  // Not `to_regclass`, whose cache does not know what another node has just made.
  static let findTable = """
    SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = ?
    """
  // A slot is no part of what a row says.
  static let findColumns = """
    SELECT a.attname::text, coalesce(k.place, 0) FROM pg_attribute AS a
    LEFT JOIN pg_index AS i ON i.indrelid = a.attrelid AND i.indisprimary
    LEFT JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (number, place) ON k.number = a.attnum
    WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped
      AND a.attname <> 'slot'
    """

  func addPerson(to cell: ErasedCell.Key) throws {
    try run(
      """
      INSERT INTO exposed_cells AS c
        (environment, experiment, phase, variant, day, dimensions, slot, persons)
      VALUES (?, ?, ?, ?, ?, ?, pg_backend_pid() % 256, 1)
      ON CONFLICT (environment, experiment, phase, variant, day, dimensions, slot)
      DO UPDATE SET persons = c.persons + 1
      """, Self.values(cell))
  }

  func removePerson(from cell: ErasedCell.Key) throws {
    // Chooses the slot that has the most.
    let slots = try all(
      """
      SELECT slot, persons FROM exposed_cells WHERE \(ErasedCell.Key.isRow) ORDER BY persons DESC, slot LIMIT 1
      FOR UPDATE
      """, Self.values(cell)
    ) { (slot: $0.int64(0), persons: $0.int(1)) }
    guard let found = slots.first else { return }
    let change =
      found.persons == 1
      ? "DELETE FROM exposed_cells" : "UPDATE exposed_cells SET persons = persons - 1"
    try run(
      "\(change) WHERE \(ErasedCell.Key.isRow) AND slot = ?",
      Self.values(cell) + [.integer(found.slot)])
  }

  func purchaseLedger() throws -> String {
    try first("SELECT purchase_ledger FROM ledger") { try $0.required(0) } ?? "0"
  }

  func exposureCounts(of phase: PhaseKey) throws -> [ExposureCounts] {
    try all(
      """
      SELECT variant, count(*) FILTER (WHERE is_conflict = 0 AND exposures > 0),
        coalesce(sum(exposures - 1) FILTER (WHERE is_conflict = 0 AND exposures > 0), 0)::bigint,
        count(*) FILTER (WHERE is_conflict = 1), count(*) FILTER (WHERE is_contested = 1),
        count(*) FILTER (WHERE is_conflict = 0 AND exposures > 0 AND is_held_out = 1)
      FROM assignments WHERE environment = ? AND experiment = ? AND phase = ? GROUP BY variant
      """, Self.values(phase)
    ) { try ExposureCounts($0) }
  }
}
