package import Ledger
import Synchronization

/// Rows that this process knows to be in the tables, and that never change there: the headers of
/// texts, the numbers of values that are stored once, and which units may have records.
package final class PermanentRows: Sendable {
  package let units = UnitFilter()

  /// Values that are equal if their bytes are.
  private struct ValueKey: Hashable {
    private let bytes: [[UInt8]?]

    init(_ values: [SQLValue]) {
      bytes = values.map { value in
        switch value {
        case .null: nil
        case .integer(let number): Array("\(number)".utf8)
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        }
      }
    }
  }

  private struct State {
    var headers: Set<Int64> = []
    var numbers: [String: [ValueKey: Int64]] = [:]
    var prunedPeriod: Int64?
  }

  private let state = Mutex(State())

  package init() {}

  /// Forgets all but the units, after a rollback of what others than the writer may have noted.
  package func forget() { state.withLock { $0 = State() } }

  package func contains(header id: Int64) -> Bool { state.withLock { $0.headers.contains(id) } }

  package func insert(header id: Int64) { state.withLock { _ = $0.headers.insert(id) } }

  package func number(of values: [SQLValue], in table: String) -> Int64? {
    state.withLock { $0.numbers[table]?[ValueKey(values)] }
  }

  /// - Parameter number: of a row that another transaction can see.
  package func insert(_ number: Int64, of values: [SQLValue], in table: String) {
    state.withLock { state in
      // Values that visitors choose must not fill the memory.
      if (state.numbers[table]?.count ?? 0) >= 10_000 { state.numbers[table] = [:] }
      state.numbers[table, default: [:]][ValueKey(values)] = number
    }
  }

  /// No ids of exposures are left from before this period.
  package var prunedPeriod: Int64? {
    get { state.withLock { $0.prunedPeriod } }
    set { state.withLock { $0.prunedPeriod = newValue } }
  }
}

extension PermanentRows {
  /// Reads the units with records when a ledger is opened.
  package func readUnits(_ tables: some SQLTables) throws {
    try tables.eachUnit { units.insert($0, in: $1) }
    try tables.eachRecordedAlias { try units.insert(findersBy: [$0], in: $1, tables) }
  }
}
