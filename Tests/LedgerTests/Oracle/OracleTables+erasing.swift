import PaywallCatalog

@testable import Ledger

extension OracleTables {
  mutating func addPerson(to cell: ErasedCell.Key) { exposedCells[cell, default: 0] += 1 }

  mutating func removePerson(from cell: ErasedCell.Key) {
    let left = persons(in: cell) - 1
    exposedCells[cell] = left > 0 ? left : nil
  }

  func persons(in cell: ErasedCell.Key) -> Int { exposedCells[cell] ?? 0 }

  func personsOfDay(of cell: ErasedCell.Key) -> Int {
    exposedCells.reduce(0) { sum, counted in
      var key = counted.key
      guard key.group?.day == cell.group?.day else { return sum }
      key.group = cell.group
      return key == cell ? sum + counted.value : sum
    }
  }

  func erasedCell(_ key: ErasedCell.Key) -> ErasedCell? { erasedCells[key] }

  mutating func put(_ cell: ErasedCell) { erasedCells[cell.key] = cell }

  func erasedCells(of phase: PhaseKey) -> [ErasedCell] {
    erasedCells.values.filter {
      $0.key.experiment == phase.experiment && $0.key.phase == phase.phase
        && $0.key.environment == phase.environment
    }
  }
}
