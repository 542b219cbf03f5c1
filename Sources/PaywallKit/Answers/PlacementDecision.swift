public import Foundation

/// The answer for a placement: what to show there, its source, and why no better source answered.
public struct PlacementDecision: Hashable, Sendable, Identifiable {
  /// Answers are passed on and kept in many places: behind one reference, each copies a pointer.
  private var boxed: Boxed<Parts>

  /// The placement as it was requested.
  public var id: String { boxed.value.id }
  /// The paywall to show, or nothing.
  public var shows: Shows { boxed.value.shows }
  /// Why the server, or the device instead of it, decided so.
  public var reason: Reason { boxed.value.reason }
  /// The experiment that the answer comes from.
  public var experiment: Experiment? { boxed.value.experiment }
  /// The reason why an experiment here did not enrol the visitor, such as `heldOut`.
  public var notEnrolled: String? { boxed.value.notEnrolled }
  /// True if rendering this is an exposure to an experiment. An app that calls
  /// ``Paywalls/reportExposure(of:showing:)`` for everything that it renders need not ask.
  public var isExposure: Bool { boxed.value.isExposure }
  /// A digest of all that the server's answer depends on; `nil` for an answer of this device.
  public var revision: String? { boxed.value.revision }
  /// The next moment at which a schedule could change the answer.
  public var validUntil: Date? { boxed.value.validUntil }
  /// True if the server could not ask its ledger.
  public var isDegraded: Bool { boxed.value.isDegraded }
  /// True if the server ignored the user, because ``Paywalls/identify(_:proof:)`` was called
  /// without a proof that it accepts: get one from your server and call it again.
  public var needsUserProof: Bool { boxed.value.needsUserProof }
  /// The source of the answer.
  public var source: DecisionSource { boxed.value.source }
  /// Why the sources before this one did not answer, in the order in which they were tried.
  public var diagnostics: [Diagnostic] { boxed.value.diagnostics }
  /// The experiment that would have enrolled this visitor without the holdout. The app must call
  /// ``Paywalls/reportExposure(of:showing:)`` when it renders this, so that visitors who were held out can be
  /// compared with the others.
  public var heldOutOf: HeldOut? { boxed.value.heldOutOf }

  struct Parts: Equatable, Sendable {
    let id: String
    let shows: Shows
    let reason: Reason
    var experiment: Experiment?
    var notEnrolled: String?
    var isExposure = false
    var revision: String?
    var validUntil: Date?
    var isDegraded = false
    var needsUserProof = false
    var source: DecisionSource
    var diagnostics: [Diagnostic] = []
    var heldOutOf: HeldOut?
    /// The digests of the paywall that it shows.
    var digests: PaywallDigests?
    /// The visitor whom it was assigned to; `nil` before that.
    var who: VisitorIdentity?
    /// The attributes of the request that it was assigned to, with the visitor's ids.
    var attributes: [String: AttributeValue]?
  }

  init(_ parts: Parts) { boxed = Boxed(parts) }

  var parts: Parts { boxed.value }

  /// A copy with other parts.
  func with(_ change: (inout Parts) -> Void) -> PlacementDecision {
    var parts = parts
    change(&parts)
    return PlacementDecision(parts)
  }

  /// The paywall to show, if there is one.
  public var paywall: Paywall? { if case .paywall(let paywall) = shows { paywall } else { nil } }

  /// A product on the paywall by its identifier in App Store Connect.
  func product(_ id: String) -> Paywall.Product? {
    paywall?.products.first { $0.id.utf8.elementsEqual(id.utf8) }
  }

  /// The products to load from StoreKit for this paywall.
  public var productIds: [String] { paywall?.products.map(\.id) ?? [] }

  /// The paywall that a placement shows, if any. "Nothing" was decided; "unknown" was not.
  public enum Shows: Hashable, Sendable {
    indirect case paywall(Paywall)
    /// The decision is to show nothing to this visitor here.
    case nothing
    /// No source had an answer. The app shows its own content, as without this library.
    case unknown
  }

  /// The step of the decision that answered.
  public enum Reason: Hashable, Sendable {
    case forced
    case unknownPlacement
    case experiment
    case winner
    /// The rule by its number, counted from 1.
    case rule(Int)
    case `default`
    /// A word that a newer server uses; empty without a decision.
    case other(String)
  }

  /// A variant of an experiment.
  public struct Experiment: Hashable, Codable, Sendable, Identifiable {
    /// The experiment as the configuration calls it.
    public let id: String
    /// The variant's name, such as `control`.
    public let variant: String
    /// The phase, counted from 1; a new phase assigns again.
    public let phase: Int
    /// True if the assignment was recorded before, and not computed for this answer.
    public let isRecorded: Bool
  }

  /// An experiment that the holdout kept a visitor out of.
  public struct HeldOut: Hashable, Codable, Sendable, Identifiable {
    /// The experiment as the configuration calls it.
    public let id: String
    /// The phase, counted from 1.
    public let phase: Int
  }
}

extension PlacementDecision {
  /// Different answers of one placement are seldom in one set.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(revision)
  }
}

/// The parts that an app may keep: all but the visitor whom it was assigned to.
extension PlacementDecision: Codable {
  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws { self.init(try Parts(from: decoder)) }

  /// Writes all but the visitor whom it was assigned to.
  public func encode(to encoder: any Encoder) throws { try parts.encode(to: encoder) }
}

extension PlacementDecision.Parts: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, shows, reason, experiment, notEnrolled, isExposure, revision, validUntil, isDegraded
    case needsUserProof, source, diagnostics, heldOutOf
  }
}
