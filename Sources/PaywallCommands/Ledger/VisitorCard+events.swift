import Ledger
import PaywallCatalog
import PaywallTextCoding
import Serving
import Subscribers

extension VisitorCard.Event {
  /// Returns a recorded assignment, and its exposures at each placement.
  static func events(of record: RecordedExposures) -> [Self] {
    let assignment = record.assignment
    var recorded = Self(.recorded, at: assignment.recordedAt, what: "as \(assignment.unitKind)")
    if record.exposures == 0 { recorded.what += ", with an offer" }
    if record.isConflict { recorded.what += ", left out of results" }
    var events = [recorded]
    for placement in record.placements {
      var exposed = Self(.exposed, at: placement.renderedAt, what: "at \(placement.placement)")
      exposed.placement = placement.placement
      exposed.exposures = placement.exposures
      if let count = placement.exposures { exposed.what += ", \(times(count))" }
      events.append(exposed)
    }
    if record.placements.isEmpty, record.exposures > 0 {
      let moment = record.renderedAt ?? assignment.recordedAt
      var exposed = Self(.exposed, at: moment, what: times(record.exposures))
      exposed.exposures = record.exposures
      events.append(exposed)
    }
    // The details belong to the first exposure.
    let first = events.indices.dropFirst().min { events[$0].moment < events[$1].moment }
    if let first, let details = record.details { events[first].add(details) }
    for index in events.indices {
      events[index].experiment = assignment.experiment
      events[index].phase = assignment.phase
      events[index].variant = assignment.variant
    }
    return events
  }

  /// The exposures of a held-out visitor.
  init(_ held: HeldOutExposures) {
    self.init(
      .heldOut, at: held.renderedAt, what: "at \(held.placement), \(Self.times(held.exposures))")
    experiment = held.unit.experiment
    phase = held.unit.phase
    placement = held.placement
    exposures = held.exposures
    add(held.details)
    if let recorded = held.recorded {
      otherId = recorded.unit
      voucher = recorded.voucher.rawValue
      what += "; recorded as \(recorded.unit) on \(recorded.at.rfc3339)"
    } else if let earlier = held.earlier {
      otherId = earlier.unit
      voucher = earlier.voucher.rawValue
      what += "; held out as \(earlier.unit) before"
    }
  }

  init(_ sighting: Sighting) {
    let customer =
      sighting.customer.appTransactionId ?? sighting.customer.originalTransactionIds.min()
    let route =
      switch sighting.route {
      case .transaction: "a transaction"
      case .sign: "a request for an offer"
      case .placement: "a request for a placement"
      case .customer: "a request for entitlements"
      case .alias: "an alias"
      }
    self.init(
      .seen, at: sighting.firstSeen,
      what: "as customer \(customer ?? "unknown"), with \(route)")
    self.customer = customer
    if sighting.isProved { what += ", proved" }
    if sighting.isContested { what += ", and with another customer" }
    if sighting.isSetAside { what += ", which has too many ids to count" }
  }

  /// - Parameter id: the id whose side of the conflict is shown.
  init(_ conflict: ConflictEvent, of id: String) {
    let isOwn = conflict.own.unit.hasSameUTF8(as: id)
    let (own, other) =
      isOwn ? (conflict.own, conflict.other) : (conflict.other, conflict.own)
    self.init(.conflict, at: conflict.happenedAt, what: "")
    cause = conflict.cause.rawValue
    voucher = conflict.voucher.rawValue
    experiment = own.experiment
    phase = own.phase
    variant = own.variant
    otherVariant = other.variant
    if !other.experiment.hasSameUTF8(as: own.experiment) { otherExperiment = other.experiment }
    if !other.unit.hasSameUTF8(as: id) { otherId = other.unit }
    let theirs = "\(other.unit), which has \(other.variant ?? "no variant")"
    let order = conflict.cameFirst == isOwn ? "later" : "earlier"
    what =
      switch conflict.cause {
      case .contradictingExposure: "was shown \(other.variant ?? "another variant")"
      case .alias: "joined by an alias with \(theirs), recorded \(order)"
      case .contestedAlias: "also claimed by \(other.unit)"
      case .login: "joined by a login with \(theirs), recorded \(order)"
      case .layerCrossing:
        "joined by a login with \(theirs) in \(other.experiment) of the same layer, recorded \(order)"
      }
    if conflict.voucher == .client, conflict.cause != .contradictingExposure {
      what += "; only the app says so"
    }
  }

  private init(_ kind: Kind, at moment: Timestamp, what: String) {
    self.init(moment: moment, event: kind, what: what)
  }

  private mutating func add(_ details: ExposureDetails) {
    paywall = details.served.paywall
    if let paywall { what += ", paywall \(paywall)" }
    let flags: [(ExposureFlags, String)] = [
      (.afterEnd, "after the end"), (.duringPause, "during a pause"),
      (.beyondTraffic, "beyond the traffic"),
      (.undecidedPaywall, "with a paywall that was not decided"),
    ]
    for (flag, words) in flags where details.flags.contains(flag) { what += ", \(words)" }
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
