import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding

/// The statements that SQLite spells differently from other databases.
extension SQLiteTables {
  static let prune = """
    DELETE FROM exposure_ids WHERE (period, digest) <= (
      SELECT period, digest FROM (
        SELECT period, digest FROM exposure_ids WHERE period < ? ORDER BY period, digest LIMIT 500)
      ORDER BY period DESC, digest DESC LIMIT 1)
    """
  // There is one writer.
  static let findTransactions = "SELECT 0, 0"
  static let findTable = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?"
  static let findColumns = "SELECT name, pk FROM pragma_table_info(?)"
  private static let countPerson = """
    UPDATE exposed_cells SET persons = persons + 1 WHERE \(ErasedCell.Key.isRow)
    """

  // Not an upsert: it would check the key's columns again, with a table of its own for each list.
  func addPerson(to cell: ErasedCell.Key) throws {
    let values = Self.values(cell)
    if try writes(Self.countPerson, values) { return }
    try run(
      """
      INSERT INTO exposed_cells (environment, experiment, phase, variant, day, dimensions, persons)
      VALUES (?, ?, ?, ?, ?, ?, 1)
      """, values)
  }

  func removePerson(from cell: ErasedCell.Key) throws {
    for change in [
      "DELETE FROM exposed_cells WHERE persons = 1 AND \(ErasedCell.Key.isRow)",
      "UPDATE exposed_cells SET persons = persons - 1 WHERE persons > 1 AND \(ErasedCell.Key.isRow)",
    ] {
      if try writes(change, Self.values(cell)) { return }
    }
  }

  func purchaseLedger() throws -> String {
    try first("SELECT lower(hex(purchase_ledger)) FROM ledger") { try $0.required(0) } ?? "0"
  }

  func exposureCounts(of phase: PhaseKey) throws -> [ExposureCounts] {
    // Counted here: SQLite would sort millions of rows, in memory, to group them.
    var (counts, numbers): ([ExposureCounts], TextNumbers) = ([], TextNumbers())
    try forEach(
      """
      SELECT variant, exposures, is_conflict, is_contested, is_held_out
      FROM assignments WHERE environment = ? AND experiment = ? AND phase = ?
      """, Self.values(phase)
    ) { row in
      let number = numbers.number(of: row, 0) { variant in
        if let known = counts.firstIndex(where: { $0.variant.hasSameUTF8(as: variant) }) {
          return known
        }
        counts.append(ExposureCounts(of: variant))
        return counts.count - 1
      }
      counts[number].add(
        exposures: row.int(1), isConflict: row.flag(2) ?? false, isContested: row.flag(3) ?? false,
        isHeldOut: row.flag(4) ?? false)
    }
    return counts
  }
}
