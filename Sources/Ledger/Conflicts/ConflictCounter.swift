import Synchronization

/// Counts new events by cause.
package final class ConflictCounter: Sendable {
  private let counts = Mutex<[ConflictEvent.Cause: Int]>([:])

  package init() {}

  package var all: [ConflictEvent.Cause: Int] { counts.withLock { $0 } }

  package func add(_ causes: [ConflictEvent.Cause]) {
    guard !causes.isEmpty else { return }
    counts.withLock { counts in
      for cause in causes { counts[cause, default: 0] += 1 }
    }
  }
}
