import PaywallCatalog

extension DecisionSteps {
  func explain(
    _ experiment: CompiledExperiment, _ verdict: ExperimentVerdict, _ drawn: Int?,
    _ tracer: inout T
  ) {
    guard T.isOn else { return }
    tracer.add(.experiment(finding(experiment, verdict, drawn, &tracer)))
  }

  func explainWinner(
    _ experiment: CompiledExperiment, _ verdict: ExperimentVerdict, _ tracer: inout T
  ) {
    guard T.isOn else { return }
    tracer.add(.winner(finding(experiment, verdict, experiment.winner, &tracer)))
  }

  /// Explains what the remaining experiments would have decided after another one answered. Only
  /// for explanations; the answer does not change.
  mutating func explainRemaining(
    _ experiments: some Sequence<CompiledExperiment>, _ tracer: inout T
  ) {
    guard T.isOn else { return }
    let answer = (notEnrolled, isDegraded)
    for experiment in experiments {
      guard experiment.stage(at: context.now) == .running else {
        explain(experiment, .notInStage, nil, &tracer)
        continue
      }
      let (verdict, drawn) = evaluate(experiment, isKept: false, &tracer)
      explain(experiment, verdict == .shown ? .behindAnother : verdict, drawn, &tracer)
    }
    (notEnrolled, isDegraded) = answer
  }

  private func finding(
    _ experiment: CompiledExperiment, _ verdict: ExperimentVerdict, _ variant: Int?,
    _ tracer: inout T
  ) -> ExperimentFinding {
    let (audience, draws) = tracer.take()
    return ExperimentFinding(
      experiment: experiment.id, stage: experiment.stage(at: context.now),
      schedule: experiment.schedule, verdict: verdict,
      variant: variant.map { experiment.variants[$0].name }, audience: audience, draws: draws)
  }
}
