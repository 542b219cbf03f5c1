import Crypto
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding

/// A placement as an OpenFeature flag: `{"key","value","reason","variant","metadata"}`. The value
/// is an object, `{"productIds":[…],"paywall":{…}}`; a null paywall is a value, not a missing one.
struct Flag {
  let decision: Decision
  let reason: FlagReason

  /// The name that distinguishes this value: the variant's, else the paywall's.
  var variant: String { decision.experiment?.variant ?? decision.show.description }
}

/// OpenFeature's reasons for a flag's value; a provider knows no others.
enum FlagReason: String {
  case `static` = "STATIC"
  case `default` = "DEFAULT"
  case targetingMatch = "TARGETING_MATCH"
  case split = "SPLIT"
  case disabled = "DISABLED"

  /// - Parameter isPlain: the placement can show only one thing.
  init(_ decision: Decision, in snapshot: Snapshot, isPlain: Bool, at now: Timestamp) {
    switch decision.reason {
    case .experiment:
      let isPaused = decision.experiment.flatMap { snapshot.experiments[$0.id] }.map {
        $0.stage(at: now) == .paused && $0.whilePaused == .control
      }
      self = isPaused ?? false ? .disabled : .split
    case .winner, .rule, .forced: self = .targetingMatch
    case .default: self = isPlain ? .static : .default
    case .unknownPlacement: self = .default
    }
  }
}

extension PreparedRelease {
  /// Appends a visitor's flag. Returns whether it must not be cached.
  ///
  /// - Parameter ignored: names the ignored attributes, for a caller whose answer names them.
  func write(
    _ flag: Flag, for evaluation: EvaluationContext, ignored: String? = nil, at now: Timestamp,
    in json: inout AnswerBytes
  ) -> Bool {
    let decision = flag.decision
    let isDegraded = decision.isDegraded || evaluation.visitor.isLedgerUnavailable
    json.raw("{\"key\":")
    json.string(decision.placement)
    json.raw(",\"value\":{")
    let start = json.bytes.count
    let offersUntil = show(decision, for: evaluation.visitor, at: now, in: &json)
    let revision = SHA256.hash(data: json.bytes[start...])
    json.raw("},\"reason\":\"")
    json.raw(flag.reason.rawValue)
    json.raw("\",\"variant\":")
    json.string(flag.variant)
    json.raw(",\"metadata\":{")
    json.metadata(of: decision)
    if evaluation.user != .counts {
      json.raw(",\"identity\":\"")
      json.raw(evaluation.user.rawValue)
      json.raw("\"")
    }
    json.raw(",\"revision\":\"")
    json.raw(revision.prefix(16).hexadecimal)
    json.raw("\"")
    if let validUntil = earlier(decision.validUntil, offersUntil) {
      json.raw(",\"validUntil\":")
      json.raw(moments.quoted(validUntil))
    }
    if isDegraded { json.raw(",\"degraded\":true") }
    if let ignored {
      json.raw(",\"ignored\":")
      json.string(ignored)
    }
    json.raw("}}")
    return isDegraded
  }
}

extension AnswerBytes {
  /// Writes the facts of a decision that `/v1/placements` reports, as scalars.
  fileprivate mutating func metadata(of decision: Decision) {
    raw("\"reason\":\"")
    raw(decision.reason.name)
    raw("\"")
    if case .rule(let number) = decision.reason {
      raw(",\"rule\":")
      integer(number)
    }
    if let experiment = decision.experiment {
      raw(",\"experiment\":")
      string(experiment.id)
      raw(",\"phase\":")
      integer(experiment.phase)
      raw(",\"recorded\":")
      raw(experiment.recorded ? "true" : "false")
    }
    raw(",\"exposure\":")
    raw(decision.exposes ? "true" : "false")
    if let cause = decision.notEnrolled {
      raw(",\"notEnrolled\":\"")
      raw(cause.rawValue)
      raw("\"")
    }
    if let experiment = decision.heldOutOf {
      raw(",\"heldOutOf\":")
      string(experiment.id)
      raw(",\"heldOutOfPhase\":")
      integer(experiment.phase)
    }
  }
}
