import PaywallCatalog

/// Observes a decision. `NullTracer` compiles away, so that a decision and its explanation are made
/// by the same code.
protocol Tracer {
  /// Whether anything is recorded.
  static var isOn: Bool { get }

  mutating func begin(_ step: ExplainedStep.Step)
  mutating func add(_ finding: Finding)
  /// The evaluation of a condition begins; its parts follow, then `close`.
  mutating func open(_ source: Conditions.Source)
  mutating func close(_ truth: Truth, saw value: AttributeValue?)
  mutating func add(_ draw: Draw)
  /// The condition and the draws since the last call.
  mutating func take() -> (condition: ConditionTrace?, draws: [Draw])
}

/// Records nothing.
struct NullTracer: Tracer {
  static var isOn: Bool { false }

  @inline(__always) func begin(_ step: ExplainedStep.Step) {}
  @inline(__always) func add(_ finding: Finding) {}
  @inline(__always) func open(_ source: Conditions.Source) {}
  @inline(__always) func close(_ truth: Truth, saw value: AttributeValue?) {}
  @inline(__always) func add(_ draw: Draw) {}
  @inline(__always) func take() -> (condition: ConditionTrace?, draws: [Draw]) { (nil, []) }
}
