package import PaywallCatalog
package import PaywallDecisions
import PaywallTextCoding

extension CompiledSnapshot {
  /// Holds a claim against what is recorded of the visitor, and against the draw
  /// (DecisionRules.md § 5). Audience and traffic are not asked again: attributes
  /// change, and traffic is raised.
  ///
  /// - Parameters:
  ///   - records: as for a decision.
  ///   - earlier: the claim's phase, if the ledger keeps it and the configuration has the next one.
  package func check(
    _ claim: ExposureClaim, for visitor: Visitor, records: [RecordedAssignment],
    earlier: EarlierPhase? = nil, at now: Timestamp
  ) -> ClaimVerdict {
    guard let experiment = compiledExperiment(claim.experiment), experiment.isPublic(at: now) else {
      return .refused(.unknownExperiment)
    }
    let context = EvaluationContext(visitor: visitor, records: records, forced: nil, now: now)
    let own = records.filter { $0.experiment.hasSameUTF8(as: claim.experiment) }
    if let record = own.first(where: { $0.phase == claim.phase }) {
      guard !record.variant.hasSameUTF8(as: claim.variant) else { return .repeated(record) }
      return contradiction(of: record, by: claim, experiment, context)
    }
    let phase = ClaimedPhase(claim, experiment, earlier)
    switch phase.map({ draw(claim, in: $0, context) }) ?? .failure(.refused(.unknownPhase)) {
    case .failure(let verdict): return verdict
    case .success(let unit):
      if experiment.excludeEarlierPhases, !own.isEmpty { return .mismatch(.kept) }
      if isHeldOut(visitor) { return .mismatch(.heldOut) }
      return .first(
        RecordedAssignment(
          experiment: experiment.id, phase: claim.phase, variant: claim.variant,
          unit: unit.text, unitKind: phase?.unit ?? experiment.unit, recordedAt: now))
    }
  }

  /// When a claim's paywall was rendered, by the device's clock, limited to the time from the
  /// phase's start to now.
  package func moment(
    of claim: some PhaseClaim, earlier: EarlierPhase? = nil, at now: Timestamp
  ) -> Timestamp {
    let phase = compiledExperiment(claim.experiment).flatMap { ClaimedPhase(claim, $0, earlier) }
    let start = phase?.start ?? claim.at
    return min(max(claim.at, start), now)
  }

  /// Whether a claim names the phase before the configuration's.
  package func isEarlier(_ claim: some PhaseClaim) -> Bool {
    compiledExperiment(claim.experiment).map { $0.phase - 1 == claim.phase } ?? false
  }

  /// Whether the visitor is in the holdout, and therefore left out of its comparison, recorded or
  /// not. Its unit is the visitor, whatever an experiment hashes.
  package func isHeldOut(_ visitor: Visitor) -> Bool {
    guard let holdout = index.holdout, case .id(let unit) = visitor.id(for: .visitor) else {
      return false
    }
    return holdout.held.contains(holdout.seed.bucket(of: unit))
  }

  /// The verdict on a claim with another variant than the record. The variant shown during a pause
  /// is no contradiction, and neither is a draw by an id that anyone could have sent with the
  /// recorded one.
  private func contradiction(
    of record: RecordedAssignment, by claim: ExposureClaim, _ experiment: CompiledExperiment,
    _ context: EvaluationContext
  ) -> ClaimVerdict {
    guard claim.phase == experiment.phase else { return .mismatch(.otherVariant) }
    let isPaused = experiment.stage(at: context.now) == .paused
    if isPaused, experiment.whilePaused == .control,
      claim.variant.hasSameUTF8(as: Experiment.control)
    {
      return .mismatch(.paused)
    }
    switch draw(claim, in: .current(experiment), context, against: record) {
    case .success: return .contradicts(record)
    case .failure(let verdict): return verdict
    }
  }

  private enum Drawn {
    /// The unit that draws the claimed variant.
    case success(HashedUnit)
    case failure(ClaimVerdict)
  }

  /// Whether one of the visitor's ids draws the claimed variant in the phase.
  ///
  /// - Parameter record: the record of the phase, if the claim contradicts it.
  private func draw(
    _ claim: ExposureClaim, in phase: ClaimedPhase, _ context: EvaluationContext,
    against record: RecordedAssignment? = nil
  ) -> Drawn {
    guard let seed = phase.seed else { return .failure(.refused(.unknownExperiment)) }
    let rendered = min(claim.at, context.now)
    guard phase.accepts(rendered), phase.accepts(context.now) else {
      return .failure(.refused(.outsidePhase))
    }
    // No decision enrols a visitor after the end: one without a record must have rendered the
    // paywall before it, in the part that traffic had opened.
    let isLate = record == nil && phase.isOver(at: context.now)
    guard record != nil || phase.canEnrol(at: rendered, seenAt: context.now) else {
      return .failure(.refused(.outsidePhase))
    }
    guard let range = phase.range(of: claim.variant, openAt: isLate ? context.now : nil) else {
      return .failure(.mismatch(.unknownVariant))
    }
    if let placement = claim.placement, !shows(claim.variant, of: phase, at: placement) {
      return .failure(.mismatch(.notAtPlacement))
    }
    let slice = phase.slice
    var refusal: ClaimVerdict?
    for unit in context.ids(drawnIn: phase, against: record, in: index) {
      switch unit {
      case .missing: refusal = refusal ?? .refused(.noUnit)
      case .invalid: refusal = refusal ?? .refused(.invalidUnit)
      case .id(let id):
        let isInSlice = slice.map { $0.range.contains($0.seed.bucket(of: id)) } ?? true
        let isDrawn = range.contains(seed.bucket(of: id))
        if isInSlice && isDrawn { return .success(id) }
        refusal = refusal ?? .mismatch(isInSlice ? .otherVariant : .outsideSlice)
      }
    }
    return .failure(refusal ?? (record == nil ? .refused(.noUnit) : .mismatch(.otherVariant)))
  }

  /// Whether a variant of a phase is shown at a placement.
  func shows(_ variant: String, of phase: ClaimedPhase, at placement: String) -> Bool {
    if case .earlier(let earlier, _) = phase { return earlier.shows(variant, at: placement) }
    let here = index.placement(placement)?.experiments.first {
      $0.id.hasSameUTF8(as: phase.experiment.id)
    }
    return here.flatMap { here in
      here.variant(named: variant).map { here.variants[$0].show != nil }
    } ?? false
  }
}

extension CompiledSnapshot {
  /// An experiment at one of its placements, for properties that are the same at all of them; `nil`
  /// if there is none of this name, byte for byte.
  func compiledExperiment(_ name: String) -> CompiledExperiment? {
    let placements = snapshot.experiments[name]?.placements ?? []
    return placements.lazy.compactMap(index.placement).flatMap(\.experiments).first {
      $0.id.hasSameUTF8(as: name)
    }
  }
}

extension CompiledExperiment {
  /// Whether a visitor can have seen it. The answer for a draft or an archived experiment must be
  /// the same as for a missing one, because the client key ships in the app.
  func isPublic(at now: Timestamp) -> Bool {
    switch stage(at: now) {
    case .draft, .archived: false
    case .scheduled: phase > 1
    case .running, .paused, .ended: true
    }
  }
}

extension EvaluationContext {
  /// The ids that may have drawn the claimed variant: the one that a decision would hash now, and
  /// the one it would have hashed before the login. A visitor with a record in the layer has only
  /// the unit of that record. Only ids that are recorded in the same phase can contradict a record
  /// of it.
  fileprivate func ids(
    drawnIn phase: ClaimedPhase, against record: RecordedAssignment?, in index: SnapshotIndex
  ) -> [UnitValue] {
    let kept = keptUnit(for: phase.experiment, in: index)
    if let kept, record == nil { return [kept] }
    let own = visitor.id(for: phase.unit)
    let isVisitor = own != .invalid && phase.unit == .visitor
    let all = [kept ?? own, own] + (isVisitor ? [visitor.anonymousId] : [])
    guard let record else { return all }
    return all.filter { isRecorded($0, like: record) }
  }

  private func isRecorded(_ unit: UnitValue, like record: RecordedAssignment) -> Bool {
    records.contains {
      $0.phase == record.phase && $0.experiment.hasSameUTF8(as: record.experiment)
        && unit.text?.hasSameUTF8(as: $0.unit) ?? false
    }
  }
}
