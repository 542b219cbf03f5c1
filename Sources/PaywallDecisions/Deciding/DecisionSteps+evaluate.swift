import PaywallCatalog
import PaywallTextCoding

/// Whether a visitor is in the holdout.
enum HoldoutMembership {
  case held, notHeld, invalidUnit
}

extension DecisionSteps {
  /// Whether a running experiment enrols the visitor, and the variant that was drawn. Conditions
  /// that do not affect the draw are checked after it, so that a cause is reported only if it is
  /// the only one.
  mutating func evaluate(
    _ experiment: CompiledExperiment, isKept: Bool, _ tracer: inout T
  ) -> (ExperimentVerdict, drawn: Int?) {
    if let audience = experiment.audience {
      let isBlind = context.visitor.isLedgerUnavailable
      switch index.conditions.truth(
        at: audience.start, for: context.visitor, withoutLedger: isBlind, tracer: &tracer)
      {
      case .true: break
      case .unknown where isBlind && audience.needsLedger:
        isDegraded = true
        return (.ledgerUnavailable, nil)
      case .unknown, .false: return (.notInAudience, nil)
      }
    }
    let unit: HashedUnit
    switch context.id(for: experiment, in: index) {
    case .missing: return (.noUnit, nil)
    case .invalid: return (.invalidUnit, nil)
    case .id(let id): unit = id
    }
    guard let seed = experiment.seed else { return (.noSeed, nil) }
    if let slice = experiment.slice {
      let bucket = sliceBucket(slice.seed, experiment.unit, unit)
      if T.isOn { tracer.add(Draw(.slice, slice.seed, unit, bucket, [slice.range])) }
      guard slice.range.contains(bucket) else { return (.outsideSlice, nil) }
    }
    let bucket = seed.bucket(of: unit)
    if T.isOn { tracer.add(Draw(seed, unit, bucket, experiment, at: context.now)) }
    guard let drawn = experiment.variant(ofOpen: bucket, at: context.now) else {
      return (.outsideTraffic, nil)
    }
    guard experiment.variants[drawn].show != nil else { return (.notAtPlacement, drawn) }
    if isKept || wasInOtherPhase(experiment) { return (.kept, drawn) }
    if couldHaveRecord(experiment) { return (.ledgerUnavailable, drawn) }
    switch holdoutMembership(&tracer) {
    case .held: return (.heldOut, drawn)
    case .invalidUnit: return (.invalidUnit, drawn)
    case .notHeld: return (.shown, drawn)
    }
  }

  /// Within one decision, a layer and a kind of unit determine the id.
  private mutating func sliceBucket(
    _ seed: Bucket.Seed, _ kind: Unit, _ unit: HashedUnit
  ) -> Int {
    if let lastSlice, lastSlice.seed == seed, lastSlice.unit == kind { return lastSlice.bucket }
    let bucket = seed.bucket(of: unit)
    lastSlice = (seed, kind, bucket)
    return bucket
  }

  private func wasInOtherPhase(_ experiment: CompiledExperiment) -> Bool {
    experiment.excludeEarlierPhases
      && context.records.contains {
        $0.phase != experiment.phase && $0.experiment.hasSameUTF8(as: experiment.id)
      }
  }

  /// Whether a record that could not be read might contradict the draw: one from before a login, of
  /// an earlier phase, or of another experiment at this placement.
  private func couldHaveRecord(_ experiment: CompiledExperiment) -> Bool {
    guard context.visitor.isLedgerUnavailable else { return false }
    if experiment.unit == .visitor, context.visitor.userId != .missing { return true }
    if experiment.phase > 1, experiment.excludeEarlierPhases { return true }
    return placement.experiments.contains { other in
      guard other !== experiment else { return false }
      return switch other.stage(at: context.now) {
      case .running, .paused: true
      case .ended: other.keepsAfterEnd
      case .scheduled: other.phase > 1
      case .draft, .archived: false
      }
    }
  }

  /// The unit of the holdout is the visitor, whatever an experiment hashes.
  mutating func holdoutMembership(_ tracer: inout T) -> HoldoutMembership {
    if let holdout { return holdout }
    let answer: HoldoutMembership
    switch (index.holdout, context.visitor.id(for: .visitor)) {
    case (nil, _), (_, .missing): answer = .notHeld
    case (_, .invalid): answer = .invalidUnit
    case (let holdout?, .id(let unit)):
      let bucket = holdout.seed.bucket(of: unit)
      if T.isOn { tracer.add(Draw(.holdout, holdout.seed, unit, bucket, [holdout.held])) }
      answer = holdout.held.contains(bucket) ? .held : .notHeld
    }
    holdout = answer
    return answer
  }
}

extension ExperimentVerdict {
  /// The cause that an answer reports.
  var cause: NotEnrolled? {
    switch self {
    case .noUnit: .noUnit
    case .invalidUnit: .invalidUnit
    case .heldOut: .heldOut
    case .kept: .kept
    case .ledgerUnavailable: .ledgerUnavailable
    case .shown, .behindAnother, .notInStage, .notInAudience, .noSeed, .outsideSlice,
      .outsideTraffic,
      .notAtPlacement:
      nil
    }
  }
}
