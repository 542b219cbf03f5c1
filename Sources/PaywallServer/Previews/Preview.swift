package import HTTPDocuments
import PaywallAPI
package import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding

/// A preview of one placement for its holder: a variant, regardless of the experiment's stage and
/// the visitor (DecisionRules.md § 2), or the paywall that schedules will show them at a moment. It
/// enrolls no visitor and signs nothing.
package struct Preview: Hashable, Sendable {
  package let placement: String
  package let subject: Subject
  /// The first moment at which it is invalid.
  package let expires: Timestamp

  package enum Subject: Hashable, Sendable {
    case variant(String, experiment: String)
    /// The decision for the visitor as of then: rules, experiments and the default.
    case moment(Timestamp)
  }

  package init(placement: String, subject: Subject, expires: Timestamp) {
    self.placement = placement
    self.subject = subject
    self.expires = expires
  }

  package init(placement: String, experiment: String, variant: String, expires: Timestamp) {
    self.init(
      placement: placement, subject: .variant(variant, experiment: experiment), expires: expires)
  }

  /// `nil` for a preview of a moment.
  package var experiment: String? {
    if case .variant(_, let experiment) = subject { experiment } else { nil }
  }

  /// The maximum validity of a preview, in days.
  package static let mostDays = Limits.previewDays

  /// A preview of a variant in this snapshot.
  ///
  /// - Parameter experiment: optional if one experiment at the placement has a variant of the name.
  package init(
    placement: String, variant: String, experiment: String?, for time: Period, from now: Timestamp,
    in snapshot: Snapshot
  ) throws(Problem) {
    let expires = try Self.end(after: time, from: now)
    var found = experiment
    if found == nil { found = try Self.experiment(with: variant, at: placement, in: snapshot) }
    self.init(
      placement: placement, experiment: found ?? "", variant: variant, expires: expires)
    try check(in: snapshot)
  }

  /// A preview of what this snapshot shows at a moment.
  package init(
    placement: String, at moment: Timestamp, for time: Period, from now: Timestamp,
    in snapshot: Snapshot
  ) throws(Problem) {
    self.init(
      placement: placement, subject: .moment(moment), expires: try Self.end(after: time, from: now))
    try check(in: snapshot)
  }

  private static func end(
    after time: Period, from now: Timestamp
  ) throws(Problem) -> Timestamp {
    let expires = now.adding(time)
    guard expires <= now.adding(Period(days: mostDays)) else { throw .previewTooLong }
    return expires
  }

  /// Checks that the snapshot still has the variant at its placement.
  package func check(in snapshot: Snapshot) throws(Problem) {
    guard snapshot.hasPlacement(placement) else { throw .previewOfNoPlacement(placement) }
    guard case .variant(let variant, let experiment) = subject else { return }
    guard let found = snapshot.experiments[experiment], found.id.hasSameUTF8(as: experiment) else {
      throw .previewOfNoExperiment(experiment)
    }
    guard found.placements.contains(where: { $0.hasSameUTF8(as: placement) }) else {
      throw .previewElsewhere(experiment, placement)
    }
    let names = found.variants.filter { $0.show(at: placement) != nil }.map(\.name)
    guard names.contains(where: { $0.hasSameUTF8(as: variant) }) else {
      throw .previewOfNoVariant(variant, known: names)
    }
  }

  private static func experiment(
    with variant: String, at placement: String, in snapshot: Snapshot
  ) throws(Problem) -> String {
    guard snapshot.hasPlacement(placement) else { throw .previewOfNoPlacement(placement) }
    let standing = snapshot.experiments.values.filter { experiment in
      experiment.placements.contains { $0.hasSameUTF8(as: placement) }
    }
    let candidates = standing.filter { experiment in
      experiment.variants.contains {
        $0.name.hasSameUTF8(as: variant) && $0.show(at: placement) != nil
      }
    }.map(\.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard let only = candidates.first else {
      let names = Set(standing.flatMap { $0.variants.map(\.name) })
      throw .previewOfNoVariant(variant, known: names.sorted())
    }
    guard candidates.count == 1 else { throw .previewOfSeveral(variant, candidates) }
    return only
  }
}

extension Preview {
  /// The moment to decide at; `nil` at any other placement, and for a variant.
  func moment(at placement: String) -> Timestamp? {
    guard placement.hasSameUTF8(as: self.placement), case .moment(let moment) = subject
    else { return nil }
    return moment
  }

  /// The forced variant; `nil` at any other placement, and for a moment.
  func variant(at placement: String) -> ForcedVariant? {
    guard placement.hasSameUTF8(as: self.placement),
      case .variant(let variant, let experiment) = subject
    else { return nil }
    return ForcedVariant(experiment: experiment, variant: variant)
  }
}
