package import PaywallCatalog
package import PaywallDecisions
import PaywallTextCoding

/// The configuration around an exposure when it was rendered.
package struct ExposureCircumstances: Hashable, Sendable {
  /// The claimed placement; `nil` if it is not in the configuration.
  package var placement: String?
  /// In basis points; `nil` if it is unknown.
  package var traffic: Int?
  /// The paywall of the claimed variant there; `nil` if it is unknown.
  package var show: Show?
  /// If `show` is unknown, everything that the claimed variant shows, at whichever placement; empty
  /// if that is unknown, too.
  package var shows: Set<Show> = []
  /// `nil` if the audience tests an attribute that was not sent, or is not the one of that moment.
  package var isInAudience: Bool?
  package var flags: ExposureFlags = []
}

/// The entry of the timeline for a phase at a moment before the configuration came into service.
package struct EarlierService: Hashable, Sendable {
  /// `nil` is unknown.
  package var stage: Stage?
  /// `nil` is unknown.
  package var traffic: BasisPoints?
  /// Whether the audience was surely the one of the configuration.
  package var hasSameAudience: Bool

  package init(stage: Stage?, traffic: BasisPoints?, hasSameAudience: Bool) {
    self.stage = stage
    self.traffic = traffic
    self.hasSameAudience = hasSameAudience
  }
}

/// When an exposure was rendered, and when it came.
package struct ExposureMoment: Hashable, Sendable {
  package var renderedAt: Timestamp
  package var now: Timestamp
  /// `nil` if the configuration was in service when it was rendered.
  package var service: EarlierService?

  package init(renderedAt: Timestamp, now: Timestamp, service: EarlierService? = nil) {
    self.renderedAt = renderedAt
    self.now = now
    self.service = service
  }
}

extension CompiledSnapshot {
  /// The circumstances of an accepted claim.
  ///
  /// - Parameters:
  ///   - unit: of the assignment.
  ///   - earlier: the claim's phase, if the ledger keeps it and the configuration has the next one.
  package func circumstances(
    of claim: ExposureClaim, by visitor: Visitor, unit: String, earlier: EarlierPhase? = nil,
    at moment: ExposureMoment
  ) -> ExposureCircumstances {
    var found = ExposureCircumstances()
    let placement = claim.placement.flatMap(index.placement)
    found.placement = placement?.id
    guard let experiment = compiledExperiment(claim.experiment) else { return found }
    let phase = ClaimedPhase(claim, experiment, earlier)
    add(phase, experiment, visitor, moment, to: &found)
    let here = placement?.experiments.first { $0.id.hasSameUTF8(as: experiment.id) }
    if case .current = phase, moment.service == nil,
      let variant = experiment.variant(named: claim.variant)
    {
      found.show = here?.variants[variant].show
      if found.show == nil { found.shows = shows(of: claim.variant, in: experiment.id) }
    }
    if let phase, let traffic = found.traffic,
      phase.isBeyondTraffic(HashedUnit(unit), claim.variant, traffic)
    {
      found.flags.insert(.beyondTraffic)
    }
    return found
  }

  /// Adds the circumstances that depend on the phase and the moment alone.
  ///
  /// - Parameter phase: `nil` for an earlier one of which only that it is over is known.
  func add(
    _ phase: ClaimedPhase?, _ experiment: CompiledExperiment, _ visitor: Visitor,
    _ moment: ExposureMoment, to found: inout ExposureCircumstances
  ) {
    if phase?.isOver(at: moment.now) ?? true { found.flags.insert(.afterEnd) }
    var stage = moment.service?.stage
    found.traffic = moment.service?.traffic?.value
    if case .current = phase {
      if moment.service?.hasSameAudience ?? true {
        found.isInAudience = isInAudience(of: experiment, visitor)
      }
      if moment.service == nil {
        stage = experiment.stage(at: moment.renderedAt)
        found.traffic = experiment.traffic(at: moment.renderedAt).value
      }
    }
    if stage == .paused { found.flags.insert(.duringPause) }
  }

  /// Everything that a variant shows, at whichever placement.
  private func shows(of variant: String, in experiment: String) -> Set<Show> {
    guard let experiment = snapshot.experiments[experiment],
      let variant = experiment.variant(named: variant)
    else { return [] }
    return Set(experiment.placements.compactMap { variant.show(at: $0) })
  }

  /// Whether an experiment's audience has a visitor; `nil` if it tests an attribute that was not sent.
  func isInAudience(of experiment: CompiledExperiment, _ visitor: Visitor) -> Bool? {
    guard let condition = experiment.audience else { return true }
    return switch index.conditions.truth(of: condition, for: visitor) {
    case .true: true
    case .false: false
    case .unknown: nil
    }
  }
}

extension ClaimedPhase {
  /// Whether a unit has drawn the variant in a part of its range that this traffic does not open.
  fileprivate func isBeyondTraffic(_ unit: HashedUnit, _ variant: String, _ traffic: Int) -> Bool {
    guard let full = range(of: variant), let bucket = seed?.bucket(of: unit) else {
      return false
    }
    let open = full.lowerBound + full.count * traffic / BasisPoints.all.value
    return full.contains(bucket) && bucket >= open
  }
}
