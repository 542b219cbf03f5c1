import Ledger
import LedgerStorage

/// Numbers the chains of each person, and gathers their purchases, while the rows of all chains pass.
///
/// Chains in which two transactions may be copies of one purchase, or seats were added, are few. They
/// are read again as facts, which say for certain what was bought (`Purchases`).
struct PurchaseChains {
  /// A purchase chain to read again.
  struct Chain {
    let number: Int64
    let person: UInt32
    /// Its place among the person's.
    let place: UInt16
  }

  private(set) var copied: [Chain] = []
  private var current: Chain?
  private var purchases: [PhaseColumns.Purchase] = []
  private var names: [Int64] = []
  /// How many each person has.
  private var counts: [UInt16]
  /// The places of chains that are not their person's first.
  private var later: [Int64: UInt16] = [:]

  init(persons: Int) { counts = Array(repeating: 0, count: persons) }

  /// Call it with each row; those of one chain come in a row.
  ///
  /// - Returns: the chain's place among the person's.
  mutating func begin(
    _ number: Int64, of person: UInt32, _ columns: inout PhaseColumns
  ) -> UInt16 {
    if let current, current.number == number { return current.place }
    end(&columns)
    let place = counts[Int(person)]
    if place < .max { counts[Int(person)] = place + 1 }
    if place > 0 { later[number] = place }
    current = Chain(number: number, person: person, place: place)
    return place
  }

  func place(of number: Int64) -> UInt16 { later[number] ?? 0 }

  mutating func append(_ purchase: PhaseColumns.Purchase, named name: Int64?) {
    purchases.append(purchase)
    if let name { names.append(name) }
  }

  mutating func end(_ columns: inout PhaseColumns) {
    guard let current else { return }
    if hasTwins || purchases.contains(where: { $0.marks.contains(.isAddition) }) {
      copied.append(current)
    } else {
      for purchase in purchases { columns.append(purchase) }
    }
    self.current = nil
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
