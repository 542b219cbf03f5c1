import PaywallCatalog
import PaywallTextCoding

extension DecisionSteps {
  /// A record that may answer: the variant it shows, and its precedence.
  private struct RecordCandidate {
    let record: RecordedAssignment
    let experiment: CompiledExperiment
    let variant: Int
    let show: Show
    /// Running 0, paused 1, ended 2.
    let rank: Int

    /// Running before paused before ended, then the newest, then by id.
    func precedes(_ other: RecordCandidate) -> Bool {
      if rank != other.rank { return rank < other.rank }
      if record.recordedAt != other.record.recordedAt {
        return record.recordedAt > other.record.recordedAt
      }
      if !experiment.id.hasSameUTF8(as: other.experiment.id) {
        return UTF8Key(experiment.id) < UTF8Key(other.experiment.id)
      }
      return record.phase > other.record.phase
    }
  }

  /// 3. A recorded variant stays: audience, traffic and holdout are not checked again.
  mutating func recorded(_ tracer: inout T) -> Answer? {
    guard !context.records.isEmpty else { return nil }
    tracer.begin(.records)
    var best: RecordCandidate?
    for record in context.records {
      guard case .kept(let kept) = outcome(of: record) else { continue }
      if best.map(kept.precedes) ?? true { best = kept }
    }
    if T.isOn { explainRecords(best, &tracer) }
    guard let best else { return nil }
    findOtherExperiments(best, &tracer)
    return Answer(
      show: best.show, reason: .experiment,
      experiment: EnrolledIn(
        id: best.experiment.id, variant: best.experiment.variants[best.variant].name,
        phase: best.record.phase, recorded: true), exposes: best.rank == 0)
  }

  private enum Outcome {
    case kept(RecordCandidate)
    case passed(Stage?, RecordVerdict)
  }

  private func outcome(of record: RecordedAssignment) -> Outcome {
    guard
      let experiment = placement.experiments.first(where: {
        $0.id.hasSameUTF8(as: record.experiment)
      })
    else { return .passed(nil, .notAtPlacement) }
    let stage = experiment.stage(at: context.now)
    let isOther = record.phase != experiment.phase
    if isOther, !experiment.excludeEarlierPhases { return .passed(stage, .otherPhase) }
    let rank: Int
    var name = record.variant
    switch (stage, isOther) {
    case (.draft, _), (.archived, _), (.scheduled, false): return .passed(stage, .goesOn)
    case (.running, false): rank = 0
    case (.paused, false):
      rank = 1
      if experiment.whilePaused == .control { name = Experiment.control }
    case (.ended, _), (.scheduled, true), (.running, true), (.paused, true):
      // For visitors recorded in another phase, the experiment has ended.
      guard experiment.keepsAfterEnd else { return .passed(stage, .goesOn) }
      rank = 2
    }
    guard let variant = experiment.variant(named: name),
      let show = experiment.variants[variant].show
    else { return .passed(stage, .noSuchVariant) }
    return .kept(
      RecordCandidate(
        record: record, experiment: experiment, variant: variant, show: show, rank: rank))
  }

  /// Finds experiments that would have enrolled the visitor without the record.
  private mutating func findOtherExperiments(_ kept: RecordCandidate, _ tracer: inout T) {
    tracer.begin(.experiments)
    for experiment in T.isOn ? placement.experiments : placement.startable {
      if experiment === kept.experiment, kept.record.phase == experiment.phase { continue }
      guard experiment.stage(at: context.now) == .running else {
        explain(experiment, .notInStage, nil, &tracer)
        continue
      }
      let (verdict, variant) = evaluate(experiment, isKept: true, &tracer)
      explain(experiment, verdict, variant, &tracer)
      notEnrolled = notEnrolled ?? verdict.cause
    }
  }

  private func explainRecords(_ best: RecordCandidate?, _ tracer: inout T) {
    for record in context.records {
      switch outcome(of: record) {
      case .kept(let kept):
        let isBest = best.map { !kept.precedes($0) && !$0.precedes(kept) } ?? false
        let stage = kept.experiment.stage(at: context.now)
        tracer.add(.record(record, stage: stage, isBest ? .shown : .behindAnother))
      case .passed(let stage, let verdict): tracer.add(.record(record, stage: stage, verdict))
      }
    }
  }
}
