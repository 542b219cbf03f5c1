package import PaywallCatalog

extension CompiledSnapshot {
  /// Decides what a visitor sees at a placement. `records` are the visitor's own recorded
  /// assignments in one environment, at any placement, after the login rule: at most one per
  /// experiment and phase.
  package func decide(
    _ placement: String, for visitor: Visitor, records: [RecordedAssignment] = [],
    forced: ForcedVariant? = nil, at now: Timestamp
  ) -> Decision {
    var tracer = NullTracer()
    return decide(
      placement, EvaluationContext(visitor: visitor, records: records, forced: forced, now: now),
      &tracer)
  }

  /// The answer at a placement that there is not.
  package func unknown(_ name: String) -> Decision {
    Decision(placement: name, show: index.fallback, reason: .unknownPlacement)
  }

  func decide<T: Tracer>(
    _ name: String, _ context: EvaluationContext, _ tracer: inout T
  ) -> Decision {
    guard let placement = index.placement(name) else {
      tracer.begin(.placement)
      if T.isOn { tracer.add(.placement(known: false)) }
      return unknown(name)
    }
    var steps = DecisionSteps<T>(index: index, placement: placement, context: context)
    let answer = steps.answer(&tracer)
    let isForced = answer.reason == .forced
    return Decision(
      placement: name, show: answer.show, reason: answer.reason, experiment: answer.experiment,
      exposes: answer.exposes, notEnrolled: isForced ? nil : steps.notEnrolled,
      heldOutOf: steps.heldOutOf, validUntil: placement.nextChange(after: context.now),
      isDegraded: !isForced && steps.isDegraded)
  }
}

/// Everything that a decision depends on besides the snapshot.
package struct EvaluationContext {
  package let visitor: Visitor
  package let records: [RecordedAssignment]
  let forced: ForcedVariant?
  package let now: Timestamp

  package init(
    visitor: Visitor, records: [RecordedAssignment], forced: ForcedVariant?, now: Timestamp
  ) {
    self.visitor = visitor
    self.records = records
    self.forced = forced
    self.now = now
  }
}
