#if Server
package import PaywallCatalog

extension CompiledSnapshot {
  /// The same decision with its explanation.
  package func explain(
    _ placement: String, for visitor: Visitor, records: [RecordedAssignment] = [],
    forced: ForcedVariant? = nil, at now: Timestamp
  ) -> Explanation {
    var tracer = RecordingTracer()
    let decision = decide(
      placement, EvaluationContext(visitor: visitor, records: records, forced: forced, now: now),
      &tracer)
    return Explanation(decision: decision, steps: tracer.steps)
  }
}
#endif
