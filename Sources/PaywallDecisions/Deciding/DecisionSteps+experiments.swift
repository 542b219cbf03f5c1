import PaywallCatalog

extension DecisionSteps {
  /// 4. The running experiment that enrols the visitor. In a valid snapshot at most one does.
  mutating func enrolled(_ tracer: inout T) -> Answer? {
    tracer.begin(.experiments)
    let candidates = T.isOn ? placement.experiments : placement.startable
    for (number, experiment) in candidates.enumerated() {
      guard experiment.stage(at: context.now) == .running else {
        explain(experiment, .notInStage, nil, &tracer)
        continue
      }
      let (verdict, drawn) = evaluate(experiment, isKept: false, &tracer)
      explain(experiment, verdict, drawn, &tracer)
      if verdict == .heldOut, heldOutOf == nil {
        heldOutOf = HeldOutOf(id: experiment.id, phase: experiment.phase)
      }
      if verdict == .shown, let drawn, let show = experiment.variants[drawn].show {
        (notEnrolled, heldOutOf) = (nil, nil)
        if T.isOn { explainRemaining(candidates[(number + 1)...], &tracer) }
        return Answer(
          show: show, reason: .experiment,
          experiment: EnrolledIn(
            id: experiment.id, variant: experiment.variants[drawn].name,
            phase: experiment.phase, recorded: false), exposes: true)
      }
      notEnrolled = notEnrolled ?? verdict.cause
    }
    return nil
  }

  /// 5. A winner, for its whole audience. Visitors in the holdout get none, so that the holdout
  /// measures the whole programme.
  mutating func winner(_ tracer: inout T) -> Answer? {
    guard !placement.winners.isEmpty else { return nil }
    tracer.begin(.winners)
    for experiment in placement.winners {
      guard let winner = experiment.winner, experiment.stage(at: context.now) == .ended else {
        explainWinner(experiment, .notInStage, &tracer)
        continue
      }
      guard matches(experiment.audience, &tracer) else {
        explainWinner(experiment, .notInAudience, &tracer)
        continue
      }
      guard let show = experiment.variants[winner].show else {
        explainWinner(experiment, .notAtPlacement, &tracer)
        continue
      }
      // A visitor without a valid unit is not part of the holdout's comparison either.
      guard holdoutMembership(&tracer) != .held else {
        notEnrolled = notEnrolled ?? .heldOut
        explainWinner(experiment, .heldOut, &tracer)
        continue
      }
      explainWinner(experiment, .shown, &tracer)
      return Answer(
        show: show, reason: .winner,
        experiment: EnrolledIn(
          id: experiment.id, variant: experiment.variants[winner].name, phase: experiment.phase,
          recorded: false))
    }
    return nil
  }
}
