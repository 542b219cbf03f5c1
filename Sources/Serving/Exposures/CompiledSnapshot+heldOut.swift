package import PaywallCatalog
package import PaywallDecisions
import PaywallTextCoding

extension CompiledSnapshot {
  /// Whether a visitor is in the holdout, and the claimed phase would have enrolled them but for it
  /// (DecisionRules.md § 5). An attribute that was not sent refuses nothing.
  ///
  /// - Parameters:
  ///   - records: as for a decision.
  ///   - earlier: the claim's phase, if the ledger keeps it and the configuration has the next one.
  package func check(
    _ claim: HeldOutClaim, for visitor: Visitor, records: [RecordedAssignment],
    earlier: EarlierPhase? = nil, at now: Timestamp
  ) -> HeldOutVerdict {
    guard let experiment = compiledExperiment(claim.experiment), experiment.isPublic(at: now) else {
      return .refused(.unknownExperiment)
    }
    guard let phase = ClaimedPhase(claim, experiment, earlier) else {
      return .refused(.unknownPhase)
    }
    let rendered = min(claim.at, now)
    guard phase.accepts(rendered), phase.accepts(now), phase.canEnrol(at: rendered, seenAt: now)
    else { return .refused(.outsidePhase) }
    guard isHeldOut(visitor) else { return .mismatch(.notHeldOut) }
    let context = EvaluationContext(visitor: visitor, records: records, forced: nil, now: now)
    guard let placement = index.placement(claim.placement) else {
      return .mismatch(.notAtPlacement)
    }
    if isRecorded(in: phase, at: placement, context) { return .mismatch(.kept) }
    if case .current = phase, isInAudience(of: experiment, visitor) == false {
      return .mismatch(.notInAudience)
    }
    return draw(phase, at: placement, context)
  }

  /// Whether a recorded assignment would have answered, or kept the visitor out of the experiment.
  private func isRecorded(
    in phase: ClaimedPhase, at placement: CompiledPlacement, _ context: EvaluationContext
  ) -> Bool {
    let own = context.records.filter { $0.experiment.hasSameUTF8(as: phase.experiment.id) }
    if own.contains(where: { $0.phase == phase.number || phase.experiment.excludeEarlierPhases }) {
      return true
    }
    let decision = decide(
      placement.id, for: context.visitor, records: context.records, at: context.now)
    return decision.experiment?.recorded ?? false
  }

  /// Whether the phase draws a variant, in the part that traffic opens, that is shown at the
  /// placement.
  private func draw(
    _ phase: ClaimedPhase, at placement: CompiledPlacement, _ context: EvaluationContext
  ) -> HeldOutVerdict {
    guard let seed = phase.seed else { return .refused(.unknownExperiment) }
    let kept = context.keptUnit(for: phase.experiment, in: index)
    let unit: HashedUnit
    switch kept ?? context.visitor.id(for: phase.unit) {
    case .missing: return .refused(.noUnit)
    case .invalid: return .refused(.invalidUnit)
    case .id(let id): unit = id
    }
    if let slice = phase.slice, !slice.range.contains(slice.seed.bucket(of: unit)) {
      return .mismatch(.outsideSlice)
    }
    guard let variant = phase.variant(ofOpen: seed.bucket(of: unit), at: context.now) else {
      return .mismatch(.outsideTraffic)
    }
    guard shows(variant, of: phase, at: placement.id) else { return .mismatch(.notAtPlacement) }
    return .heldOut(
      HeldOutUnit(
        experiment: phase.experiment.id, phase: phase.number, unit: unit.text,
        unitKind: phase.unit))
  }

  /// The circumstances of an accepted claim to be held out. What was shown is what the placement
  /// shows without experiments.
  package func circumstances(
    of claim: HeldOutClaim, by visitor: Visitor, records: [RecordedAssignment],
    earlier: EarlierPhase? = nil, at moment: ExposureMoment
  ) -> ExposureCircumstances {
    var found = ExposureCircumstances()
    guard let placement = index.placement(claim.placement),
      let experiment = compiledExperiment(claim.experiment)
    else { return found }
    found.placement = placement.id
    let phase = ClaimedPhase(claim, experiment, earlier)
    add(phase, experiment, visitor, moment, to: &found)
    guard moment.service == nil else { return found }
    found.shows = Set(placement.rules.map(\.show) + [placement.default])
    guard case .current = phase else { return found }
    let decision = decide(
      placement.id, for: visitor, records: records, at: moment.renderedAt)
    if decision.heldOutOf == HeldOutOf(id: experiment.id, phase: experiment.phase) {
      found.show = decision.show
    }
    return found
  }
}
