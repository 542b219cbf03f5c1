import Crypto
import Ledger

/// Digests of everything that a ledger keeps: one for each customer over the rows of all tables that
/// are about it, and one for each table over its rows that are about no customer.
///
/// A digest is the sum of the first 16 bytes of its rows' SHA-256, so the order of rows does not
/// matter and a row too many or too few does.
package struct LedgerDigests: Sendable {
  package private(set) var rows = 0
  private var customers = NumberedValues<UInt128>()
  private var tables: [String: UInt128] = [:]

  /// Reads all rows of a ledger. Takes 16 bytes for a customer and 8 for a purchase chain.
  package init(of ledger: some MovableLedger) throws {
    var owners = NumberedValues<Int64>()
    var buffer: [UInt8] = []
    for table in TableDescription.all {
      let number = { (name: String?) in table.columns.firstIndex { $0.name == name } }
      let (customer, chain) = (number(table.customer), number(table.chain))
      let ownChain = table.name == "lines" ? number(table.number) : nil
      try ledger.forEach(in: table) { cells in
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: table.neutralName.utf8)
        for cell in cells { buffer.append(cell: cell) }
        let digest = SHA256.hash(data: buffer).prefix(16)
          .reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        let owner = cells.number(at: customer) ?? cells.number(at: chain).map { owners[$0] }
        if let own = cells.number(at: ownChain), let owner { owners[own] = owner }
        if let owner {
          customers[owner] &+= digest
        } else {
          tables[table.neutralName, default: 0] &+= digest
        }
        rows += 1
      }
    }
  }

  /// The number of customers with rows.
  package var customerCount: Int { customers.all { $0 != 0 }.count }

  /// Returns the differences from the digests of another ledger.
  package func differences(from other: LedgerDigests) -> Differences {
    let numbers = customers.differences(from: other.customers)
    let names = TableDescription.all.map(\.neutralName).filter { tables[$0] != other.tables[$0] }
    return Differences(customers: numbers, tables: names)
  }

  package struct Differences: Hashable, Sendable {
    /// The numbers of customers in the ledgers.
    package var customers: [Int64]
    package var tables: [String]

    package var isEmpty: Bool { customers.isEmpty && tables.isEmpty }
  }
}

extension [SQLValue] {
  fileprivate func number(at place: Int?) -> Int64? {
    guard let place, case .integer(let number) = self[place] else { return nil }
    return number
  }
}

extension [UInt8] {
  /// No two lists of cells give the same bytes.
  fileprivate mutating func append(cell: SQLValue) {
    switch cell {
    case .null: append(0)
    case .integer(let number):
      append(1)
      append(number: number)
    case .text(let text):
      append(2)
      append(number: Int64(text.utf8.count))
      append(contentsOf: text.utf8)
    case .bytes(let bytes):
      append(3)
      append(number: Int64(bytes.count))
      append(contentsOf: bytes)
    }
  }

  private mutating func append(number: Int64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> Int64(shift)))
    }
  }
}

/// Values by the numbers of rows, which mostly follow each other; 0 where there is none.
private struct NumberedValues<Value: FixedWidthInteger & Sendable>: Sendable {
  private var blocks: [Int64: [Value]] = [:]

  private static var size: Int64 { 4096 }

  /// Numbers of rows are not negative.
  private static func place(_ number: Int64) -> Int { Int((number % size).magnitude) }

  subscript(number: Int64) -> Value {
    get { blocks[number / Self.size]?[Self.place(number)] ?? 0 }
    set {
      let empty = [Value](repeating: 0, count: Int(Self.size))
      blocks[number / Self.size, default: empty][Self.place(number)] = newValue
    }
  }

  func all(_ isWanted: (Value) -> Bool) -> [Int64] {
    blocks.flatMap { block, values in
      values.indices.filter { isWanted(values[$0]) }.map { block * Self.size + Int64($0) }
    }
  }

  func differences(from other: Self) -> [Int64] {
    Set(blocks.keys).union(other.blocks.keys).sorted().flatMap { block in
      (0..<Self.size).map { block * Self.size + $0 }.filter { self[$0] != other[$0] }
    }
  }
}
