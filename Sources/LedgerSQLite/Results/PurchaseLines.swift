import Ledger
import LedgerStorage

/// Tells purchase chains in which two transactions may be copies of one purchase, or seats were
/// added, while the rows of all chains pass. These chains, which are few, are read again as facts,
/// which say for certain what was bought (`Purchases`).
struct PurchaseLines {
  /// A purchase chain to read again.
  struct Line {
    let number: Int64
    let person: UInt32
    let chain: UInt16
  }

  private(set) var copied: [Line] = []
  private var line: Line?
  private var purchases: [PhaseColumns.Purchase] = []
  private var names: [Int64] = []

  /// Call it with each row; those of one line come in a row.
  mutating func begin(
    _ number: Int64, of person: UInt32, chain: UInt16, _ columns: inout PhaseColumns
  ) {
    guard line?.number != number else { return }
    end(&columns)
    line = Line(number: number, person: person, chain: chain)
  }

  mutating func append(_ purchase: PhaseColumns.Purchase, named name: Int64?) {
    purchases.append(purchase)
    if let name { names.append(name) }
  }

  mutating func end(_ columns: inout PhaseColumns) {
    guard let line else { return }
    if hasTwins || purchases.contains(where: { $0.marks.contains(.isAddition) }) {
      copied.append(line)
    } else {
      for purchase in purchases { columns.append(purchase) }
    }
    self.line = nil
    purchases.removeAll(keepingCapacity: true)
    names.removeAll(keepingCapacity: true)
  }

  private var hasTwins: Bool {
    guard names.count > 1 else { return false }
    let sorted = names.sorted()
    return sorted.indices.dropFirst().contains { sorted[$0] == sorted[$0 - 1] }
  }

  /// The billing event of a row; for all purchases that have none and never expire it is the same.
  static func name(_ row: SQLRow) -> Int64? {
    if row.isNumber(22) { return row.int64(22) }
    if let text = row.text(22) { return Int64(text.hashValue) }
    return row.flag(23) == true ? .min : nil
  }
}
