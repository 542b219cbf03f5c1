import Ledger
import PaywallCatalog
import Synchronization

/// A ledger whose calls wait at a barrier.
struct HeldLedger: Ledger {
  let ledger: any Ledger
  var reads: Barrier?
  var writes: Barrier?
  /// After the commit.
  var committed: Barrier?

  var conflictCounter: ConflictCounter { ledger.conflictCounter }
  var assignmentCache: AssignmentCache { ledger.assignmentCache }

  func write<Output: Sendable>(
    _ needs: WriteNeeds, _ body: @escaping @Sendable (inout any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    await writes?.pass()
    let output = try await ledger.write(needs, body)
    await committed?.pass()
    return output
  }

  func read<Output: Sendable>(
    _ kind: ReadKind, ahead: @escaping @Sendable () -> [AheadRequest],
    _ body: @escaping @Sendable (any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    await reads?.pass()
    return try await ledger.read(kind, ahead: ahead, body)
  }

  func mayHaveAssignments(of unit: String, in environment: AppStoreEnvironment) -> Bool {
    ledger.mayHaveAssignments(of: unit, in: environment)
  }

  func cachedAssignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) -> [RecordedAssignment]? {
    ledger.cachedAssignments(of: visitor, in: environment)
  }

  func check() async throws(LedgerFailure) { try await ledger.check() }
  func close() async { await ledger.close() }
}

/// Holds tasks until it is opened.
final class Barrier: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var held: [CheckedContinuation<Void, Never>] = []
    var watching: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// How many tasks have come to it.
  var arrivals: Int { state.withLock { $0.arrivals } }

  func pass() async {
    await withCheckedContinuation { continuation in
      let (isOpen, watching) = state.withLock { state in
        state.arrivals += 1
        if !state.isOpen { state.held.append(continuation) }
        defer { state.watching = [] }
        return (state.isOpen, state.watching)
      }
      for watcher in watching { watcher.resume() }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  /// Returns when a task has come to it.
  func arrival() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.arrivals == 0 { state.watching.append(continuation) }
        return state.arrivals > 0
      }
      if isThere { continuation.resume() }
    }
  }
}
