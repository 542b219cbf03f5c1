import Catalog
import Subscribers

extension Steps {
  /// 4. The experiment that runs here and takes the visitor. In a valid snapshot at most one does.
  mutating func enrolled(_ tracer: inout T) -> Answer? {
    tracer.begin(.experiments)
    let standing = T.isOn ? placement.experiments : placement.startable
    for (number, experiment) in standing.enumerated() {
      guard experiment.stage(at: asked.now) == .running else {
        explain(experiment, .notInStage, nil, &tracer)
        continue
      }
      let (verdict, drawn) = ask(experiment, isKept: false, &tracer)
      explain(experiment, verdict, drawn, &tracer)
      if verdict == .shown, let drawn, let show = experiment.variants[drawn].show {
        notEnrolled = nil
        if T.isOn { explainBehind(standing[(number + 1)...], &tracer) }
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

  /// 5. What won for its whole audience. Held visitors get none, so that the holdout measures the
  /// whole programme.
  mutating func winner(_ tracer: inout T) -> Answer? {
    guard !placement.winners.isEmpty else { return nil }
    tracer.begin(.winners)
    for experiment in placement.winners {
      guard let winner = experiment.winner, experiment.stage(at: asked.now) == .ended else {
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
      // Whoever cannot be drawn is in no holdout's comparison either.
      guard askHoldout(&tracer) != .held else {
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
