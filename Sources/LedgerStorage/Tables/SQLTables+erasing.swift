package import Ledger
import PaywallCatalog

private enum Statements {
  static let put =
    RowStatements.put(
      into: "erased_cells",
      "\(key), units, repeats, conflicts, contested, held_out", key: key) + " RETURNING number"
  static let putSum = RowStatements.put(
    into: "erased_sums", "cell, metric, times, total", key: "cell, metric, times")
  private static let key = "environment, experiment, phase, variant, day, dimensions"
  static let persons = """
    SELECT CAST(coalesce(sum(persons), 0) AS bigint) FROM exposed_cells WHERE \(ErasedCell.Key.isRow)
    """

  static let columns = """
    number, variant, day, dimensions, units, repeats, conflicts, contested, held_out
    """
}

extension ErasedCell.Key {
  /// The condition that a row is of the cell.
  package static let isRow = """
    environment = ? AND experiment = ? AND phase = ? AND variant = ? AND day = ? AND dimensions = ?
    """
}

extension SQLTables {
  package static func values(_ key: ErasedCell.Key) -> [SQLValue] {
    key.cells { Cell.text($0) }
  }

  package func persons(in cell: ErasedCell.Key) throws -> Int {
    try first(Statements.persons, Self.values(cell)) { $0.int(0) } ?? 0
  }

  package func personsOfDay(of cell: ErasedCell.Key) throws -> Int {
    try first(
      """
      SELECT CAST(coalesce(sum(persons), 0) AS bigint) FROM exposed_cells
      WHERE environment = ? AND experiment = ? AND phase = ? AND variant = ? AND day = ?
      """, Array(Self.values(cell).dropLast())
    ) { $0.int(0) } ?? 0
  }

  package func erasedCell(_ key: ErasedCell.Key) throws -> ErasedCell? {
    try all(
      "SELECT \(Statements.columns) FROM erased_cells WHERE \(ErasedCell.Key.isRow)",
      Self.values(key)
    ) { try ErasedCell($0, key, sums: sums(ofCell: $0.int64(0))) }.first
  }

  package func erasedCells(of phase: PhaseKey) throws -> [ErasedCell] {
    try all(
      """
      SELECT \(Statements.columns) FROM erased_cells
      WHERE environment = ? AND experiment = ? AND phase = ?
      """, Self.values(phase)
    ) { row in
      let key = try ErasedCell.Key(row, of: phase)
      return try ErasedCell(row, key, sums: sums(ofCell: row.int64(0)))
    }
  }

  private func sums(ofCell number: Int64) throws -> [ErasedCell.Product: Int128] {
    let sums = try each(
      "SELECT metric, times, total FROM erased_sums WHERE cell = ?", .integer(number)
    ) { try ErasedCell.sum($0) }
    return Dictionary(uniqueKeysWithValues: sums)
  }

  package mutating func put(_ cell: ErasedCell) throws {
    let counts = [
      cell.counts.units, cell.counts.repeats, cell.counts.conflicts, cell.counts.contested,
      cell.counts.heldOut,
    ]
    let number = try all(
      Statements.put, Self.values(cell.key) + counts.map { Cell.number($0) }
    ) { $0.int64(0) }.first
    guard let number else { throw UnreadableRow("a cell that was not written") }
    for (product, total) in cell.sums {
      try run(
        Statements.putSum, .integer(number), .text(product.metric),
        .text(product.times ?? ""), Cell.text(String(total)))
    }
  }
}
