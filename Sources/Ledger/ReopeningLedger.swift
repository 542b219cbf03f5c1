package import AppStore
package import PaywallCatalog
package import PaywallSubscribers
import Synchronization

/// A ledger that may be unavailable at first: the disk is not mounted, or another process holds the
/// file. Paywalls are served without it, and each call tries to open it again, at most once in
/// `pause`.
package final class ReopeningLedger: Ledger {
  package typealias Opening = @Sendable () throws(LedgerFailure) -> any Ledger

  private enum State: Sendable {
    case open(any Ledger)
    /// Not open: why, and when the last attempt was.
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
      case .closed: .unavailable("closed")
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
    case .closed: throw .unavailable("closed")
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

// Every call is forwarded to the open ledger.
extension ReopeningLedger {
  package func append(
    _ notification: Verified<Notification>, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    try await ledger().append(notification, at: now)
  }

  package func append(
    _ evidence: Evidence, user: String?, at now: Timestamp
  ) async throws(LedgerFailure) -> CustomerHistory {
    try await ledger().append(evidence, user: user, at: now)
  }

  package func histories(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [CustomerHistory] {
    try await ledger().histories(of: name, in: environment)
  }

  package func known(of evidence: Evidence) async throws(LedgerFailure) -> KnownCustomer {
    try await ledger().known(of: evidence)
  }

  package func link(
    _ user: String, to name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> Bool {
    try await ledger().link(user, to: name, in: environment, at: now)
  }

  package func grant(
    _ requests: [GrantRequest], at now: Timestamp
  ) async throws(LedgerFailure) -> [GrantOutcome] {
    try await ledger().grant(requests, at: now)
  }

  package func dayCounts(
    of offers: [String], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [String: Int] {
    try await ledger().dayCounts(of: offers, in: environment, at: now)
  }

  /// `true` while closed: the caller's next call then fails as unavailable.
  package func mayHaveAssignments(of unit: String, in environment: AppStoreEnvironment) -> Bool {
    switch state.withLock({ $0 }) {
    case .open(let ledger): ledger.mayHaveAssignments(of: unit, in: environment)
    case .shut, .opening, .closed: true
    }
  }

  package func assignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedAssignment] {
    try await ledger().assignments(of: visitor, in: environment)
  }

  package func cachedAssignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) -> [RecordedAssignment]? {
    switch state.withLock({ $0 }) {
    case .open(let ledger): ledger.cachedAssignments(of: visitor, in: environment)
    case .shut, .opening, .closed: nil
    }
  }

  package func record(
    _ exposures: [Exposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    try await ledger().record(exposures, in: environment, at: now)
  }

  package func alias(
    _ anonymousId: String, to user: String, vouchedBy voucher: AliasVoucher,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> AliasOutcome {
    try await ledger().alias(
      anonymousId, to: user, vouchedBy: voucher, in: environment, at: now)
  }

  package func hasAlias(
    _ id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Bool {
    try await ledger().hasAlias(id, in: environment)
  }

  package func frozenTerms() async throws(LedgerFailure) -> [PhaseTerms] {
    try await ledger().frozenTerms()
  }

  package func exposureCounts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ExposureCounts] {
    try await ledger().exposureCounts(of: experiment, phase: phase, in: environment)
  }

  package func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp,
    leaving values: (any PersonMetrics)?
  ) async throws(LedgerFailure) -> Int {
    try await ledger().forget(name, in: environment, at: now, leaving: values)
  }

  package func confirmHistory(
    of name: CustomerName, in environment: AppStoreEnvironment, fetchedAt moment: Timestamp
  ) async throws(LedgerFailure) {
    try await ledger().confirmHistory(of: name, in: environment, fetchedAt: moment)
  }

  package func entries(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [LedgerEntry] {
    try await ledger().entries(after: number, limit: limit)
  }

  package func entries(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [LedgerEntry] {
    try await ledger().entries(of: name, in: environment)
  }

  package func check() async throws(LedgerFailure) { try await ledger().check() }

  package func lateRedemptions() async throws(LedgerFailure) -> Int {
    try await ledger().lateRedemptions()
  }

  package func close() async {
    let ledger = state.withLock { state -> (any Ledger)? in
      defer { state = .closed }
      if case .open(let ledger) = state { return ledger }
      return nil
    }
    await ledger?.close()
  }
}
