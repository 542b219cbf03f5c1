import Catalog
import Subscribers
import TextCoding

extension Steps {
  /// A record that answers: which variant it shows, and what it goes before.
  private struct Kept {
    let record: RecordedAssignment
    let experiment: CompiledExperiment
    let variant: Int
    let show: Show
    /// Running 0, paused 1, ended 2.
    let rank: Int

    /// Running before paused before ended, then the newest; the id settles what is left.
    func goesBefore(_ other: Kept) -> Bool {
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

  /// 3. What was shown stays shown: audience, traffic and holdout are not asked again.
  mutating func recorded(_ tracer: inout T) -> Answer? {
    guard !asked.records.isEmpty else { return nil }
    tracer.begin(.records)
    var best: Kept?
    for record in asked.records {
      guard case .kept(let kept) = outcome(of: record) else { continue }
      if best.map(kept.goesBefore) ?? true { best = kept }
    }
    if T.isOn { explainRecords(best, &tracer) }
    guard let best else { return nil }
    lookWhoElseStandsHere(best, &tracer)
    return Answer(
      show: best.show, reason: .experiment,
      experiment: EnrolledIn(
        id: best.experiment.id, variant: best.experiment.variants[best.variant].name,
        phase: best.record.phase, recorded: true), exposes: best.rank == 0)
  }

  private enum Outcome {
    case kept(Kept)
    case passed(Stage?, RecordVerdict)
  }

  private func outcome(of record: RecordedAssignment) -> Outcome {
    guard
      let experiment = placement.experiments.first(where: {
        $0.id.hasSameUTF8(as: record.experiment)
      })
    else { return .passed(nil, .notAtPlacement) }
    let stage = experiment.stage(at: asked.now)
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
      // For whoever was recorded in another phase, the experiment has ended.
      guard experiment.keepsAfterEnd else { return .passed(stage, .goesOn) }
      rank = 2
    }
    guard let variant = experiment.variant(named: name),
      let show = experiment.variants[variant].show
    else { return .passed(stage, .noSuchVariant) }
    return .kept(
      Kept(record: record, experiment: experiment, variant: variant, show: show, rank: rank))
  }

  /// Finds an experiment that would have taken the visitor, had no record gone before.
  private mutating func lookWhoElseStandsHere(_ kept: Kept, _ tracer: inout T) {
    tracer.begin(.experiments)
    for experiment in T.isOn ? placement.experiments : placement.startable {
      if experiment === kept.experiment, kept.record.phase == experiment.phase { continue }
      guard experiment.stage(at: asked.now) == .running else {
        explain(experiment, .notInStage, nil, &tracer)
        continue
      }
      let (verdict, variant) = ask(experiment, isKept: true, &tracer)
      explain(experiment, verdict, variant, &tracer)
      notEnrolled = notEnrolled ?? verdict.cause
    }
  }

  private func explainRecords(_ best: Kept?, _ tracer: inout T) {
    for record in asked.records {
      switch outcome(of: record) {
      case .kept(let kept):
        let isBest = best.map { !kept.goesBefore($0) && !$0.goesBefore(kept) } ?? false
        let stage = kept.experiment.stage(at: asked.now)
        tracer.add(.record(record, stage: stage, isBest ? .shown : .behindAnother))
      case .passed(let stage, let verdict): tracer.add(.record(record, stage: stage, verdict))
      }
    }
  }
}
