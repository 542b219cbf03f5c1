import Catalog

extension Steps {
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

  private func finding(
    _ experiment: CompiledExperiment, _ verdict: ExperimentVerdict, _ variant: Int?,
    _ tracer: inout T
  ) -> ExperimentFinding {
    let (audience, draws) = tracer.take()
    return ExperimentFinding(
      experiment: experiment.id, stage: experiment.stage(at: asked.now), verdict: verdict,
      variant: variant.map { experiment.variants[$0].name }, audience: audience, draws: draws)
  }
}
