import Catalog
import Decisions
import Ledger
import PaywallAPI
import Subscribers

/// A visitor as one request describes them, and what the service knows of them.
struct EvaluationContext: Sendable {
  private(set) var visitor: Visitor
  /// As it was sent: `locale`, else `language`.
  let locale: String?
  let environment: AppStoreEnvironment
  var records: [RecordedAssignment] = []
  let resolution: CustomerResolution
  /// Whether the user id counts.
  let user: UserStanding
  /// What was sent and passed over.
  let ignored: IgnoredAttributes
  private let attributes: [String: RawAttribute]

  /// Refuses attributes that only the server may say; counts those that cannot be used.
  ///
  /// - Parameters:
  ///   - caller: who sent the ids; an app may have to prove that of a user.
  ///   - proof: of the user id, if one came.
  ///   - metrics: `nil` if the caller counts.
  ///   - resolution: evidence decides the environment, whatever the attributes say.
  init(
    _ attributes: [String: RawAttribute], from caller: Caller, proof: String?,
    in entry: RequestScope.Entry, _ metrics: ServerMetrics?,
    resolution: CustomerResolution = .nobody(nil), at now: Timestamp
  ) throws(Problem) {
    var attributes = attributes
    if let decided = resolution.environment {
      environment = decided
      attributes["environment"] = .text(decided.rawValue)
    } else {
      environment = Self.environment(of: attributes)
    }
    let snapshot = entry.release.snapshot
    let read = entry.release.compiled.visitor(
      attributes, subscriber: resolution.knowledge(at: now, in: snapshot), at: now)
    for case .reserved(let name) in read.issues {
      throw Problem(
        .reservedAttribute, "Only the server computes this attribute; leave it out.", field: name)
    }
    ignored = IgnoredAttributes(read.issues)
    metrics?.ignored(ignored)
    visitor = read.visitor
    user = entry.standing(of: read.visitor.id(for: .userId).text, provedBy: proof, for: caller)
    self.attributes = attributes
    self.resolution = resolution
    if case .text(let text)? = attributes["locale"] ?? attributes["language"] {
      locale = text
    } else {
      locale = nil
    }
  }

  /// The same visitor, where nothing can be asked of the ledger.
  func withoutLedger(in entry: RequestScope.Entry, at now: Timestamp) -> EvaluationContext {
    var evaluation = self
    evaluation.visitor =
      entry.release.compiled.visitor(attributes, subscriber: .unavailable, at: now).visitor
    return evaluation
  }

  /// What was sent, for requests without evidence: it only keeps test traffic apart.
  static func environment(of attributes: [String: RawAttribute]) -> AppStoreEnvironment {
    guard case .text(let word)? = attributes["environment"] else { return .production }
    return AppStoreEnvironment(rawValue: word) ?? .production
  }
}
