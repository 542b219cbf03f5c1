package import Catalog
package import Subscribers
import TextCoding

/// The configuration around an exposure when it came.
package struct ExposureCircumstances: Hashable, Sendable {
  /// The claimed placement; `nil` if it is not in the configuration.
  package var placement: String?
  /// In basis points; `nil` for an earlier phase.
  package var traffic: Int?
  /// What the claimed variant shows there; `nil` if that is unknown.
  package var show: Show?
  /// Everything that the claimed variant shows, at whichever placement.
  package var shows: Set<Show> = []
  /// `nil` if the audience tests an attribute that was not sent, and for an earlier phase.
  package var isInAudience: Bool?
  package var flags: ExposureFlags = []
}

extension CompiledSnapshot {
  /// The circumstances of an accepted claim.
  ///
  /// - Parameter unit: of the assignment.
  package func circumstances(
    of claim: ExposureClaim, by visitor: Visitor, unit: String, at now: Timestamp
  ) -> ExposureCircumstances {
    var found = ExposureCircumstances()
    let placement = claim.placement.flatMap(index.placement)
    found.placement = placement?.id
    guard let experiment = index.experiment(claim.experiment) else { return found }
    // Of an earlier phase only that it is over is known: the rest is the configuration of this one.
    guard experiment.phase == claim.phase else {
      found.flags.insert(.afterEnd)
      return found
    }
    found.isInAudience = isInAudience(of: experiment, visitor)
    let source = snapshot.experiments[experiment.id]
    found.traffic = source?.traffic.value
    if let variant = experiment.variant(named: claim.variant) {
      let shown = source?.variant(named: claim.variant)
      found.shows = Set(source?.placements.compactMap { shown?.show(at: $0) } ?? [])
      let here = placement?.experiments.first { $0.id.hasSameUTF8(as: experiment.id) }
      found.show = here?.variants[variant].show
      if experiment.isBeyondTraffic(unit, variant) { found.flags.insert(.beyondTraffic) }
    }
    found.flags.formUnion(experiment.flags(at: now))
    return found
  }

  /// Whether an experiment's audience has a visitor; `nil` if it tests an attribute that was not sent.
  func isInAudience(of experiment: CompiledExperiment, _ visitor: Visitor) -> Bool? {
    guard let condition = experiment.audience else { return true }
    var silent = NullTracer()
    let truth = index.conditions.truth(
      at: condition.start, for: visitor, withoutLedger: false, tracer: &silent)
    return switch truth {
    case .true: true
    case .false: false
    case .unknown: nil
    }
  }
}

extension CompiledExperiment {
  /// The flags of an exposure that comes now.
  func flags(at now: Timestamp) -> ExposureFlags {
    switch stage(at: now) {
    case .paused: .duringPause
    case .ended: .afterEnd
    case .draft, .scheduled, .running, .archived: []
    }
  }

  /// Whether a unit has drawn the variant in a part of its range that traffic has not opened.
  fileprivate func isBeyondTraffic(_ unit: String, _ variant: Int) -> Bool {
    guard let bucket = seed?.bucket(of: HashedUnit(unit)) else { return false }
    return variants[variant].range.contains(bucket) && !open[variant].contains(bucket)
  }
}
