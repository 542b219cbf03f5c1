#if Server
import PaywallCatalog

/// Records everything, for an explanation.
struct RecordingTracer: Tracer {
  static var isOn: Bool { true }

  private(set) var steps: [ExplainedStep] = []
  private var openConditions: [ConditionTrace] = []
  private var condition: ConditionTrace?
  private var draws: [Draw] = []

  mutating func begin(_ step: ExplainedStep.Step) {
    steps.append(ExplainedStep(step: step, findings: []))
  }

  mutating func add(_ finding: Finding) {
    guard let last = steps.indices.last else { return }
    steps[last].findings.append(finding)
  }

  mutating func open(_ source: Conditions.Source) {
    openConditions.append(
      ConditionTrace(
        condition: source.description, attribute: source.attribute, saw: nil, truth: .unknown,
        parts: []))
  }

  mutating func close(_ truth: Truth, saw value: AttributeValue?) {
    guard var closed = openConditions.popLast() else { return }
    closed.truth = truth
    closed.saw = value.map(\.description)
    if let last = openConditions.indices.last {
      openConditions[last].parts.append(closed)
    } else {
      condition = closed
    }
  }

  mutating func add(_ draw: Draw) { draws.append(draw) }

  mutating func take() -> (condition: ConditionTrace?, draws: [Draw]) {
    defer {
      condition = nil
      draws = []
    }
    return (condition, draws)
  }
}
#endif
