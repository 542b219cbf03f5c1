import PaywallCatalog
import GRDB
import Ledger
import LedgerStorage

extension SQLiteTables {
  private static func values(_ key: ErasedCell.Key) -> [SQLValue] {
    key.cells { Cell.text($0) }
  }

  private static let isCell = """
    environment = ? AND experiment = ? AND phase = ? AND variant = ? AND day = ? AND dimensions = ?
    """

  private static let countPerson = """
    UPDATE exposed_cells SET persons = persons + 1 WHERE \(isCell)
    """

  mutating func addPerson(to cell: ErasedCell.Key) throws {
    let values = Self.values(cell)
    try run(Self.countPerson, values)
    if didChange { return }
    try run(
      """
      INSERT INTO exposed_cells (environment, experiment, phase, variant, day, dimensions, persons)
      VALUES (?, ?, ?, ?, ?, ?, 1)
      """, values)
  }

  mutating func removePerson(from cell: ErasedCell.Key) throws {
    for change in [
      "DELETE FROM exposed_cells WHERE persons = 1 AND \(Self.isCell)",
      "UPDATE exposed_cells SET persons = persons - 1 WHERE persons > 1 AND \(Self.isCell)",
    ] {
      _ = try all(change, Self.values(cell)) { _ in }
      if didChange { return }
    }
  }

  func persons(in cell: ErasedCell.Key) throws -> Int {
    try all("SELECT persons FROM exposed_cells WHERE \(Self.isCell)", Self.values(cell)) {
      $0.int(0)
    }.first ?? 0
  }

  func personsOfDay(of cell: ErasedCell.Key) throws -> Int {
    try all(
      """
      SELECT coalesce(sum(persons), 0) FROM exposed_cells
      WHERE environment = ? AND experiment = ? AND phase = ? AND variant = ? AND day = ?
      """, Array(Self.values(cell).dropLast())
    ) { $0.int(0) }.first ?? 0
  }

  private static let columns = """
    number, variant, day, dimensions, units, repeats, conflicts, contested, held_out
    """

  func erasedCell(_ key: ErasedCell.Key) throws -> ErasedCell? {
    try all(
      "SELECT \(Self.columns) FROM erased_cells WHERE \(Self.isCell)", Self.values(key)
    ) { try ErasedCell($0, key, sums: sums(ofCell: $0.int64(0))) }.first
  }

  func erasedCells(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) throws -> [ErasedCell] {
    try each(
      """
      SELECT \(Self.columns) FROM erased_cells
      WHERE environment = ? AND experiment = ? AND phase = ?
      """, environment.cell, Cell.text(experiment), Cell.number(phase)
    ) { row in
      let key = try ErasedCell.Key(row, of: experiment, phase: phase, in: environment)
      return try ErasedCell(row, key, sums: sums(ofCell: row.int64(0)))
    }
  }

  private func sums(ofCell number: Int64) throws -> [ErasedCell.Product: Int128] {
    let sums = try each(
      "SELECT metric, times, total FROM erased_sums WHERE cell = ?", .integer(number)
    ) { try ErasedCell.sum($0) }
    return Dictionary(uniqueKeysWithValues: sums)
  }

  mutating func put(_ cell: ErasedCell) throws {
    let counts = [
      cell.counts.units, cell.counts.repeats, cell.counts.conflicts, cell.counts.contested,
      cell.counts.heldOut,
    ]
    let number = try all(
      """
      INSERT INTO erased_cells (environment, experiment, phase, variant, day, dimensions, units,
        repeats, conflicts, contested, held_out)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET units = excluded.units, repeats = excluded.repeats,
        conflicts = excluded.conflicts, contested = excluded.contested,
        held_out = excluded.held_out
      RETURNING number
      """, Self.values(cell.key) + counts.map { Cell.number($0) }
    ) { $0.int64(0) }.first
    guard let number else { throw UnreadableRow("a cell that was not written") }
    for (product, total) in cell.sums {
      try run(
        """
        INSERT OR REPLACE INTO erased_sums (cell, metric, times, total) VALUES (?, ?, ?, ?)
        """, .integer(number), .text(product.metric.rawValue),
        .text(product.times?.rawValue ?? ""), Cell.text(String(total)))
    }
  }
}
