import Ledger
import LedgerStorage

/// The advisory locks of one transaction.
///
/// **Why no two transactions wait for each other.** A transaction waits only in its first statement,
/// which takes the locks that it is known to need in the order of their keys. A lock that turns out
/// to be needed later is tried without waiting; if another transaction has it, this one is rolled
/// back and begins again, with that lock among its first ones (`LockIsTaken`).
final class TransactionLocks {
  private var held: Set<Int64>
  let seed: UInt64
  /// A transaction that only reads takes none, and one that runs alone needs none.
  let isNeeded: Bool

  init(seed: UInt64, isNeeded: Bool) {
    self.seed = seed
    self.isNeeded = isNeeded
    held = []
  }

  /// Sends the statement that takes the first locks.
  ///
  /// - Parameter alone: keeps all others out that write, for an operation that may reach anything.
  func begin(_ keys: Set<Int64>, alone: Bool, in session: Session) throws {
    let everything = SQLValue.integer(Self.everything(seed))
    guard !alone else {
      return try session.run("SELECT pg_advisory_xact_lock(?)", [everything])
    }
    try session.run("SELECT pg_advisory_xact_lock_shared(?)", [everything])
    guard !keys.isEmpty else { return }
    held = keys
    try session.run(
      "SELECT count(pg_advisory_xact_lock(k)) FROM unnest(?::text::bigint[]) AS k",
      [Self.array(keys.sorted())])
  }

  /// - Returns: whether one of them was not held before.
  func take(_ names: [LockName], in session: Session) throws -> Bool {
    guard isNeeded else { return false }
    let missing = Set(names.map { $0.key(seed) }).subtracting(held)
    guard !missing.isEmpty else { return false }
    held.formUnion(missing)
    // The next statement that is read tells, so that no lock has a round trip of its own.
    try session.run(
      "SELECT pg_try_advisory_xact_lock(k) FROM unnest(?::text::bigint[]) AS k",
      [Self.array(missing.sorted())]
    ) { [self] result in
      for number in 0..<result.rows where result.row(number).flag(0) != true {
        throw LockIsTaken(keys: held)
      }
    }
    return true
  }

  /// Notes locks that a statement has tried without waiting.
  func note(tried keys: [Int64: Bool]) throws {
    guard keys.values.allSatisfy(\.self) else { throw LockIsTaken(keys: held.union(keys.keys)) }
    held.formUnion(keys.keys)
  }

  private static func everything(_ seed: UInt64) -> Int64 { LockName.table("*").key(seed) }

  private static func array(_ keys: [Int64]) -> SQLValue {
    .text("{" + keys.map(String.init).joined(separator: ",") + "}")
  }
}

/// Another transaction has a lock that this one needs.
struct LockIsTaken: Error {
  /// The keys of all locks that it needs, as far as these are known.
  let keys: Set<Int64>
}
