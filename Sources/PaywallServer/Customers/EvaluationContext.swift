import HTTPDocuments
import HTTPTypes
import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallDecisions

/// A visitor as one request describes them, and the service's knowledge of them.
struct EvaluationContext: Sendable {
  private(set) var visitor: Visitor
  let environment: AppStoreEnvironment
  var records: [RecordedAssignment] = []
  /// With those that the login rule leaves aside; only for claims (`withAllRecords`).
  var allRecords: [RecordedAssignment] = []
  /// Whether the user id counts.
  let user: UserStanding
  /// Attributes that were ignored.
  let ignored: IgnoredAttributes
  private let attributes: [String: RawAttribute]
  private let implied: @Sendable () -> PreferredLanguages?

  /// Refuses attributes that only the server may set; counts ignored attributes.
  ///
  /// - Parameters:
  ///   - caller: the sender of the ids; an app may have to prove a user id.
  ///   - proof: of the user id, if sent.
  ///   - standing: of the user id; `nil` if the proof was not checked before.
  ///   - metrics: `nil` to count nothing.
  ///   - resolution: its environment overrides that of the attributes.
  ///   - head: whose `Accept-Language` counts if the attributes name no language.
  init(
    _ attributes: [String: RawAttribute], from caller: Caller, proof: String?,
    standing: UserStanding? = nil, in entry: RequestScope.Entry, _ metrics: ServerMetrics?,
    resolution: CustomerResolution = .nobody(nil), impliedBy head: HTTPRequest? = nil,
    at now: Timestamp
  ) throws(Problem) {
    var attributes = attributes
    let sent = try Self.environment(of: attributes)
    if let decided = resolution.environment {
      environment = decided
      attributes["environment"] = .text(decided.rawValue)
    } else {
      environment = sent
    }
    let snapshot = entry.release.snapshot
    implied = { head?.acceptedLanguages }
    let read = entry.release.compiled.visitor(
      attributes, subscriber: resolution.knowledge(at: now, in: snapshot), at: now,
      implied: implied)
    for case .reserved(let name) in read.issues {
      throw Problem(
        .reservedAttribute, "Only the server computes this attribute; leave it out.", field: name)
    }
    ignored = IgnoredAttributes(read.issues)
    metrics?.ignored(ignored, loggedFor: caller.keyOfIgnored, at: now)
    visitor = read.visitor
    user =
      standing
      ?? entry.standing(of: read.visitor.id(for: .userId).text, provedBy: proof, for: caller)
    self.attributes = attributes
  }

  /// The same visitor, without facts of the ledger.
  func withoutLedger(in entry: RequestScope.Entry, at now: Timestamp) -> EvaluationContext {
    var evaluation = self
    evaluation.visitor =
      entry.release.compiled.visitor(
        attributes, subscriber: .unavailable, at: now, implied: implied
      ).visitor
    return evaluation
  }

  /// For requests without evidence: the environment only keeps test traffic apart. Anything that is
  /// no environment is refused, because it must not count as production.
  static func environment(
    of attributes: [String: RawAttribute]
  ) throws(Problem) -> AppStoreEnvironment {
    switch attributes["environment"] {
    case nil, .null?: return .production
    case .text(let word)?: return try AppStoreEnvironment(word: word, field: "environment")
    case .boolean?, .integer?, .number?, .list?, .other?:
      throw Problem(
        .wrongType, "The environment is text, such as 'sandbox'.", field: "environment")
    }
  }
}

extension HTTPRequest {
  /// The languages of `Accept-Language`; an empty list without one.
  fileprivate var acceptedLanguages: PreferredLanguages {
    headerFields[.acceptLanguage].map { PreferredLanguages(acceptLanguage: $0) }
      ?? PreferredLanguages()
  }
}

extension EvaluationContext {
  /// The member of an answer that names ignored attributes; nothing if the log names them instead.
  func ignoredMember(for caller: Caller) -> [UInt8] {
    caller.isToldOfIgnored ? ignored.member : []
  }
}

// Assignments recorded for the visitor's ids.
extension EvaluationContext {
  /// The ids under which this visitor's assignments may be recorded, without a user id that does
  /// not count.
  var identity: VisitorIdentity {
    VisitorIdentity(
      userId: user == .counts ? visitor.id(for: .userId).text : nil,
      anonymousId: visitor.id(for: .anonymousId).text)
  }

  /// Whether an assignment of this request may be written.
  func mayRecord(_ assignment: RecordedAssignment) -> Bool { mayRecord(assignment.unit) }

  func mayRecord(_ unit: String) -> Bool {
    user == .counts || visitor.origin(of: unit) != .userId
  }

  /// Whether recorded assignments could change this visitor's decision. Reads only memory.
  func needsRecords(
    at placement: String, in entry: RequestScope.Entry, _ ledger: any Ledger
  ) -> Bool {
    entry.release.compiled.needsRecords(at: placement)
      && identity.ids.contains { ledger.mayHaveAssignments(of: $0, in: environment) }
  }

  /// Adds the recorded assignments of the visitor, if there may be some; `nil` if they are not
  /// cached.
  func withRememberedRecords(
    at placements: [String], in entry: RequestScope.Entry, _ ledger: any Ledger
  ) -> EvaluationContext? {
    guard placements.contains(where: { needsRecords(at: $0, in: entry, ledger) }) else {
      return self
    }
    guard let records = ledger.cachedAssignments(of: identity, in: environment) else {
      return nil
    }
    var evaluation = self
    evaluation.records = records.afterLogin(as: identity.userId)
    return evaluation
  }

  /// Adds all recorded assignments of the visitor.
  func reading(_ ledger: any Ledger) async throws(LedgerFailure) -> EvaluationContext {
    var evaluation = self
    evaluation.records = try await ledger.assignments(of: identity, in: environment)
      .afterLogin(as: identity.userId)
    return evaluation
  }

  /// Adds the visitor's recorded assignments, if there may be some. If they cannot be read, the
  /// visitor is not enrolled on a guess.
  func withRecords(
    at placements: [String], in entry: RequestScope.Entry, from reader: AssignmentReader,
    at now: Timestamp
  ) async -> EvaluationContext {
    guard placements.contains(where: { needsRecords(at: $0, in: entry, reader.ledger) }) else {
      return self
    }
    do throws(LedgerFailure) {
      return try await reading(reader.ledger)
    } catch {
      reader.failures.note(error)
      return withoutLedger(in: entry, at: now)
    }
  }
}

/// Reads the recorded assignments of visitors.
struct AssignmentReader: Sendable {
  let ledger: any Ledger
  let failures: LedgerFailureLog
}

extension EvaluationContext {
  /// Adds all recorded assignments of the visitor. Claims cannot be judged without them.
  func withAllRecords(from reader: AssignmentReader) async throws(Problem) -> EvaluationContext {
    guard
      identity.ids.contains(where: { reader.ledger.mayHaveAssignments(of: $0, in: environment) })
    else { return self }
    let found = try await reader.failures.asking { () async throws(LedgerFailure) in
      try await reader.ledger.assignments(of: identity, in: environment)
    }
    var evaluation = self
    evaluation.records = found.afterLogin(as: identity.userId)
    evaluation.allRecords = found
    return evaluation
  }

  /// The assignments that a request states, as the ledger would store them.
  func assignments(
    _ stated: [StatedRecord], in snapshot: Snapshot, at now: Timestamp
  ) -> [RecordedAssignment] {
    stated.map { record in
      RecordedAssignment(
        experiment: record.experiment,
        phase: record.phase ?? snapshot.experiments[record.experiment]?.phase ?? 1,
        variant: record.variant,
        unit: record.unit ?? identity.ids.first ?? "",
        unitKind: snapshot.experiments[record.experiment]?.unit ?? .visitor,
        recordedAt: record.at ?? now)
    }.afterLogin(as: identity.userId)
  }
}
