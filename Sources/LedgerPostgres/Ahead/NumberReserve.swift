import Synchronization

/// Numbers that were drawn from the sequences of tables and have no row yet, so that a new row needs
/// no round trip of its own to learn its number. Numbers are given in the order in which they were
/// drawn; those that a transaction did not use come back.
final class NumberReserve: Sendable {
  enum Table: String, CaseIterable {
    case customers, chains, grants

    /// - Parameter table: as statements call it.
    init?(statement table: String) { self.init(rawValue: table == "lines" ? "chains" : table) }
  }

  /// Drawn at once.
  static let share = 64

  private let numbers = Mutex<[Table: [Int64]]>([:])

  func take(_ count: Int, of table: Table) -> [Int64] {
    numbers.withLock { numbers in
      let taken = Array(numbers[table, default: []].prefix(count))
      numbers[table, default: []].removeFirst(taken.count)
      return taken
    }
  }

  func giveBack(_ unused: [Int64], of table: Table) {
    guard !unused.isEmpty else { return }
    numbers.withLock { numbers in
      numbers[table] = (numbers[table, default: []] + unused).sorted()
    }
  }
}
