package import AppStore
package import PaywallCatalog
package import PaywallSubscribers
import Synchronization
import PaywallTextCoding

/// A ledger in memory, for tests and trials; or one that stays empty, for a server that only reads.
package final class MemoryLedger: Ledger {
  private struct State {
    var tables: MemoryTables
    var isClosed = false
  }

  private let state: Mutex<State>
  private let units = UnitFilter()
  let conflictCounter = ConflictCounter()
  private let staysEmpty: Bool

  /// - Parameter staysEmpty: each write is answered as by an empty ledger, and forgotten; nothing is
  ///   granted.
  package init(staysEmpty: Bool = false) {
    self.staysEmpty = staysEmpty
    var random = SystemRandomNumberGenerator()
    let salt = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
    state = Mutex(State(tables: MemoryTables(salt: salt)))
  }

  package func append(
    _ notification: Verified<Notification>, at now: Timestamp
  ) async throws(LedgerFailure) -> Appended {
    try writeAtOnce { tables in
      try tables.append(notification.payload, text: NewText(notification), at: now)
    }
  }

  package func append(
    _ evidence: Evidence, user: String?, at now: Timestamp
  ) async throws(LedgerFailure) -> CustomerHistory {
    let texts = EvidenceTexts(evidence, prepare: MemoryTables.prepared)
    return try write { tables in
      let owners = try tables.append(evidence, texts: texts, user: user, at: now)
      return try tables.history(of: owners) ?? evidence.history
    }
  }

  package func histories(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [CustomerHistory] {
    try read { try $0.histories(of: name, in: environment) }
  }

  package func known(of evidence: Evidence) async throws(LedgerFailure) -> KnownCustomer {
    let texts = EvidenceTexts(evidence, prepare: MemoryTables.prepared)
    return try read { try $0.known(of: evidence, texts: texts) }
  }

  package func link(
    _ user: String, to name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> Bool {
    try write { try $0.link(user, to: name, in: environment, at: now) }
  }

  package func grant(
    _ requests: [GrantRequest], at now: Timestamp
  ) async throws(LedgerFailure) -> [GrantOutcome] {
    // A grant must outlive the answer that carries its signature.
    guard !staysEmpty else { throw .unavailable("this ledger keeps nothing") }
    return try write { tables in
      let outcomes = try requests.map { request in
        let texts = request.evidence.map { EvidenceTexts($0, prepare: MemoryTables.prepared) }
        return try tables.grant(request, texts: texts, at: now)
      }
      for request in requests {
        guard let unit = request.assignment?.unit else { continue }
        try units.insert(findersBy: [unit], in: request.environment, tables)
      }
      return outcomes
    }
  }

  package func dayCounts(
    of offers: [String], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [String: Int] {
    try read { try $0.dayCounts(of: offers, in: environment, at: now) }
  }

  package func record(
    _ exposures: [Exposure], in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> [ExposureOutcome] {
    let ids = Set(exposures.map { UTF8Key($0.assignment.unit) }).map(\.text)
    return try writeAtOnce { tables in
      let outcomes = try tables.record(exposures, in: environment, at: now)
      try units.insert(findersBy: ids, in: environment, tables)
      return outcomes
    }
  }

  package func alias(
    _ anonymousId: String, to user: String, vouchedBy voucher: AliasVoucher,
    in environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(LedgerFailure) -> AliasOutcome {
    try writeAtOnce { tables in
      let outcome = try tables.alias(
        anonymousId, to: user, vouchedBy: voucher, in: environment, at: now)
      try units.insert(findersBy: [anonymousId], in: environment, tables)
      return outcome
    }
  }

  package func mayHaveAssignments(
    of unit: String, in environment: AppStoreEnvironment
  ) -> Bool {
    !staysEmpty && units.mayContain(unit, in: environment)
  }

  package func assignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedAssignment] {
    try read { try $0.assignments(of: visitor, in: environment).assignments }
  }

  package func cachedAssignments(
    of visitor: VisitorIdentity, in environment: AppStoreEnvironment
  ) -> [RecordedAssignment]? {
    try? read { try $0.assignments(of: visitor, in: environment).assignments }
  }

  package func hasAlias(
    _ id: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> Bool {
    try read { try $0.hasAlias(id, in: environment) }
  }

  package func frozenTerms() async throws(LedgerFailure) -> [PhaseTerms] {
    try read { $0.frozenTerms().sorted() }
  }

  package func exposureCounts(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [ExposureCounts] {
    try read { $0.exposureCounts(of: experiment, phase: phase, in: environment).sorted() }
  }

  package func forget(
    _ name: CustomerName, in environment: AppStoreEnvironment, at now: Timestamp,
    leaving values: (any PersonMetrics)?
  ) async throws(LedgerFailure) -> Int {
    try write { try $0.forget(name, in: environment, at: now, leaving: values) }
  }

  package func confirmHistory(
    of name: CustomerName, in environment: AppStoreEnvironment, fetchedAt moment: Timestamp
  ) async throws(LedgerFailure) {
    try write { try $0.confirmHistory(of: name, in: environment, fetchedAt: moment) }
  }

  package func entries(
    after number: Int64, limit: Int
  ) async throws(LedgerFailure) -> [LedgerEntry] {
    try read { tables in
      tables.texts.lazy.filter { $0.number > number }.prefix(max(0, limit)).map(LedgerEntry.init)
    }
  }

  package func entries(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [LedgerEntry] {
    try read { tables in
      let owners = try tables.owners(of: name, in: environment).map(\.number)
      let chains = Set(owners.flatMap { tables.chains(of: $0).map(\.number) })
      return tables.texts.filter { text in
        switch text.subject {
        case .chain(let chain): chains.contains(chain)
        case .customer(let customer): owners.contains(customer)
        case .unidentified: false
        }
      }.map(LedgerEntry.init)
    }
  }

  package func check() async throws(LedgerFailure) { try write { _ in } }

  package func lateRedemptions() async throws(LedgerFailure) -> Int {
    try read { $0.grants.count(where: \.isLate) }
  }

  package func close() async { state.withLock { $0.isClosed = true } }

  /// A call that fails leaves the tables as they were.
  func write<Output: Sendable>(
    _ body: (inout MemoryTables) throws -> Output
  ) throws(LedgerFailure) -> Output {
    try writeAtOnce { tables in
      var draft = tables
      let output = try body(&draft)
      tables = draft
      return output
    }
  }

  /// For calls that cannot fail halfway: saves the copy.
  func writeAtOnce<Output: Sendable>(
    _ body: (inout MemoryTables) throws -> Output
  ) throws(LedgerFailure) -> Output {
    try state.withLock { state throws(LedgerFailure) in
      guard !state.isClosed else { throw .closed }
      do {
        guard !staysEmpty else {
          var draft = state.tables
          return try body(&draft)
        }
        defer {
          conflictCounter.add(state.tables.newConflicts)
          state.tables.newConflicts = []
        }
        return try body(&state.tables)
      } catch let failure as LedgerFailure {
        throw failure
      } catch {
        throw .unavailable("\(error)")
      }
    }
  }

  func read<Output: Sendable>(
    _ body: (MemoryTables) throws -> Output
  ) throws(LedgerFailure) -> Output {
    try writeAtOnce { try body($0) }
  }
}

extension LedgerFailure {
  package static let closed = LedgerFailure.unavailable("the ledger was closed")
}

extension LedgerEntry {
  init(_ text: MemoryTables.StoredEntry) {
    self.init(
      number: text.number, kind: text.new.kind, environment: text.new.environment,
      signedDate: text.new.signedDate, receivedAt: text.receivedAt, text: text.new.text)
  }
}
