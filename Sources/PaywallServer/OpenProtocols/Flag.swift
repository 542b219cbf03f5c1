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
    json.string("{\"key\":", decision.placement)
    json.raw(",\"value\":{")
    let start = json.bytes.count
    let offersUntil = show(decision, for: evaluation.visitor, at: now, in: &json)
    let revision = SHA256.hash(data: json.bytes[start...])
    json.raw("},\"reason\":\"")
    json.raw(flag.reason.rawValue)
    json.string("\",\"variant\":", flag.variant)
    json.raw(",\"metadata\":{")
    json.metadata(of: decision)
    if evaluation.user != .counts {
      json.word(",\"identity\":\"", evaluation.user.rawValue)
    }
    json.word(",\"revision\":\"", revision.prefix(16).hexadecimal)
    if let validUntil = earlier(decision.validUntil, offersUntil) {
      json.raw(",\"validUntil\":")
      json.raw(moments.quoted(validUntil))
    }
    if isDegraded { json.raw(",\"degraded\":true") }
    if let ignored {
      json.string(",\"ignored\":", ignored)
    }
    json.raw("}}")
    return isDegraded
  }
}

extension AnswerBytes {
  /// Writes the facts of a decision that `/v1/placements` reports, as scalars.
  fileprivate mutating func metadata(of decision: Decision) {
    word("\"reason\":\"", decision.reason.name)
    if case .rule(let number) = decision.reason {
      integer(",\"rule\":", number)
    }
    if let experiment = decision.experiment {
      string(",\"experiment\":", experiment.id)
      integer(",\"phase\":", experiment.phase)
      boolean(",\"recorded\":", experiment.recorded)
    }
    boolean(",\"exposure\":", decision.exposes)
    if let cause = decision.notEnrolled {
      word(",\"notEnrolled\":\"", cause.rawValue)
    }
    if let experiment = decision.heldOutOf {
      string(",\"heldOutOf\":", experiment.id)
      integer(",\"heldOutOfPhase\":", experiment.phase)
    }
  }
}
