import Synchronization

/// Lets a number of tests use something at a time, such as open files; the others wait without
/// blocking a thread, and are let in by the order in which they came.
package final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Servers of tests, each with its connections.
  package static let servers = Turns(12)
  /// Servers that are filled with connections.
  package static let crowds = Turns(1)
  /// Programs that tests start, each of which takes memory.
  package static let programs = Turns(6)
  /// Ledgers of tests in files, each with a pool of connections to SQLite.
  package static let ledgerFiles = Turns(8)

  /// Whether the task has a turn already: what it does inside of it needs no other.
  @TaskLocal private static var taken: [ObjectIdentifier] = []

  private let state: Mutex<State>

  package init(_ count: Int) { state = Mutex(State(free: count)) }

  package func take<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    let id = ObjectIdentifier(self)
    guard !Self.taken.contains(id) else { return try await body() }
    await begin()
    defer { end() }
    return try await Self.$taken.withValue(Self.taken + [id]) { try await body() }
  }

  private func begin() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func end() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
