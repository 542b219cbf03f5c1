import Crypto

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
  package init(
    of ledger: some MovableLedger, _ columns: [String: [String]], read: (Int) -> Void = { _ in }
  ) throws {
    var owners = NumberedValues<Int64>()
    var buffer: [UInt8] = []
    for table in MovedTable.all {
      let names = columns[table.name] ?? []
      let owner = Owner(table, names)
      try ledger.forEach(in: table, names) { cells in
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: table.name.utf8)
        for cell in cells { buffer.append(cell: cell) }
        let digest = SHA256.hash(data: buffer).prefix(16)
          .reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        let customer = owner.customer(of: cells) ?? owner.chain(of: cells).map { owners[$0] }
        if let chain = owner.ownNumber(of: cells), let customer { owners[chain] = customer }
        if let customer {
          customers[customer] &+= digest
        } else {
          tables[table.name, default: 0] &+= digest
        }
        rows += 1
        if rows.isMultiple(of: 10_000) { read(10_000) }
      }
    }
    read(rows % 10_000)
  }

  /// How many customers there are rows of.
  package var customerCount: Int { customers.all { $0 != 0 }.count }

  /// What differs from the digests of another ledger.
  package func differences(from other: LedgerDigests) -> Differences {
    let numbers = customers.differences(from: other.customers)
    let names = MovedTable.all.map(\.name).filter { tables[$0] != other.tables[$0] }
    return Differences(customers: numbers, tables: names)
  }

  package struct Differences: Hashable, Sendable {
    /// The numbers of customers in the ledgers.
    package var customers: [Int64]
    package var tables: [String]

    package var isEmpty: Bool { customers.isEmpty && tables.isEmpty }
  }

  /// The columns that say which customer a row is about.
  private struct Owner {
    private let customer: Int?
    private let chain: Int?
    /// Of a purchase chain, by which other rows refer to it.
    private let number: Int?

    init(_ table: MovedTable, _ columns: [String]) {
      customer = columns.firstIndex(of: table.name == "customers" ? "number" : "customer")
      chain = columns.firstIndex(of: "chain")
      number = table.name == "chains" ? columns.firstIndex(of: "number") : nil
    }

    func customer(of cells: [SQLValue]) -> Int64? { Self.number(customer, in: cells) }

    func chain(of cells: [SQLValue]) -> Int64? { Self.number(chain, in: cells) }

    func ownNumber(of cells: [SQLValue]) -> Int64? { Self.number(number, in: cells) }

    private static func number(_ place: Int?, in cells: [SQLValue]) -> Int64? {
      guard let place, case .integer(let number) = cells[place] else { return nil }
      return number
    }
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
