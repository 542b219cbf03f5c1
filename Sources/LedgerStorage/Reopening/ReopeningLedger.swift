package import Ledger
package import PaywallCatalog
import Synchronization

/// A ledger that may be unavailable at first: the disk is not mounted, or another process holds the
/// file. Paywalls are served without it, and each call tries to open it again, at most once in
/// `pause`.
package final class ReopeningLedger: Ledger {
  package typealias Opening = @Sendable () throws(LedgerFailure) -> any Ledger

  private enum State: Sendable {
    case open(any Ledger)
    /// The ledger is not open: the reason, and the time of the last attempt.
    case shut(LedgerFailure, since: ContinuousClock.Instant)
    /// An attempt is running; why the last one failed.
    case opening(LedgerFailure)
    case closed
  }

  private let state: Mutex<State>
  private let opening: Opening
  private let pause: Duration

  /// Tries to open at once; an error is in `failure`.
  package init(pause: Duration = .seconds(1), opening: @escaping Opening) {
    self.opening = opening
    self.pause = pause
    state = Mutex(Self.opened(opening))
  }

  /// Why it is not open; `nil` if it is.
  package var failure: LedgerFailure? {
    state.withLock { state in
      switch state {
      case .open: nil
      case .shut(let failure, _), .opening(let failure): failure
      case .closed: .closed
      }
    }
  }

  var openLedger: (any Ledger)? {
    if case .open(let ledger) = state.withLock({ $0 }) { ledger } else { nil }
  }

  private static func opened(_ opening: Opening) -> State {
    do throws(LedgerFailure) {
      return .open(try opening())
    } catch {
      return .shut(error, since: .now)
    }
  }

  /// Opening can take as long as a disk hangs, so no caller waits for it: the first call that finds
  /// the ledger closed starts it, and fails as unavailable.
  func ledger() throws(LedgerFailure) -> any Ledger {
    let (state, isDue) = state.withLock { state in
      guard case .shut(let failure, let since) = state, ContinuousClock.now - since >= pause else {
        return (state, false)
      }
      state = .opening(failure)
      return (state, true)
    }
    if isDue { Task.detached { self.reopen() } }
    switch state {
    case .open(let ledger): return ledger
    case .shut(let failure, _), .opening(let failure): throw failure
    case .closed: throw .closed
    }
  }

  private func reopen() {
    let opened = Self.opened(opening)
    let isTaken = state.withLock { state in
      guard case .opening = state else { return false }
      state = opened
      return true
    }
    if !isTaken, case .open(let ledger) = opened { Task.detached { await ledger.close() } }
  }
}

// Reads, writes and state: forwarded to the open ledger.
extension ReopeningLedger {
  // Counts and cached assignments are not kept while the ledger is closed.
  package var conflictCounter: ConflictCounter { openLedger?.conflictCounter ?? ConflictCounter() }
  package var assignmentCache: AssignmentCache { openLedger?.assignmentCache ?? AssignmentCache() }

  package func write<Output: Sendable>(
    _ needs: WriteNeeds, _ body: @escaping @Sendable (inout any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await ledger().write(needs, body)
  }

  package func read<Output: Sendable>(
    _ kind: ReadKind, ahead: @escaping @Sendable () -> [AheadRequest],
    _ body: @escaping @Sendable (any StoredTables) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    try await ledger().read(kind, ahead: ahead, body)
  }

  package func tally<Reducer: ColumnReducer>(
    of phase: PhaseKey, until end: Timestamp,
    into reducer: Reducer
  ) async throws(LedgerFailure) -> PhaseReading<Reducer> {
    try await ledger().tally(
      of: phase, until: end, into: reducer)
  }

  /// `true` while closed: the caller's next call then fails as unavailable.
  package func mayHaveAssignments(of unit: String, in environment: AppStoreEnvironment) -> Bool {
    openLedger?.mayHaveAssignments(of: unit, in: environment) ?? true
  }

  package func cachedAssignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) -> [RecordedAssignment]? {
    openLedger?.cachedAssignments(of: visitor, in: environment)
  }

  package func check() async throws(LedgerFailure) { try await ledger().check() }

  package func close() async {
    let ledger = state.withLock { state -> (any Ledger)? in
      defer { state = .closed }
      if case .open(let ledger) = state { return ledger }
      return nil
    }
    await ledger?.close()
  }
}

extension ReopeningLedger: NodeLedger {
  /// Returns the open ledger if servers can share it.
  private func nodeLedger() throws(LedgerFailure) -> any NodeLedger {
    guard let ledger = try ledger() as? any NodeLedger else {
      throw .unavailable("a ledger in a file has one server")
    }
    return ledger
  }

  package func announce(
    _ report: NodeReport, clock: @escaping @Sendable () -> Timestamp
  ) async throws(LedgerFailure) -> [ServerNode] {
    try await nodeLedger().announce(report, clock: clock)
  }

  package func withdraw(_ id: String) async throws(LedgerFailure) {
    try await nodeLedger().withdraw(id)
  }

  package func nodes() async throws(LedgerFailure) -> [ServerNode] {
    try await nodeLedger().nodes()
  }

  package func endSession(
    _ mark: [UInt8], until end: Timestamp
  ) async throws(LedgerFailure) {
    try await nodeLedger().endSession(mark, until: end)
  }

  package func hasEndedSession(_ mark: [UInt8]) async throws(LedgerFailure) -> Bool {
    try await nodeLedger().hasEndedSession(mark)
  }

  package var changeLag: Int64? { (openLedger as? any NodeLedger)?.changeLag }
}
