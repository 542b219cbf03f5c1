/// The rows of aggregates.
package protocol ErasureTables {
  /// Counts a first exposure in its cell.
  mutating func addPerson(to cell: ErasedCell.Key) throws
  mutating func removePerson(from cell: ErasedCell.Key) throws
  /// The number of first exposures in a cell, erased ones too.
  func persons(in cell: ErasedCell.Key) throws -> Int
  /// Those of all cells of its variant and day.
  func personsOfDay(of cell: ErasedCell.Key) throws -> Int
  func erasedCell(_ key: ErasedCell.Key) throws -> ErasedCell?
  mutating func put(_ cell: ErasedCell) throws
  /// In any order.
  func erasedCells(of phase: PhaseKey) throws -> [ErasedCell]
}
