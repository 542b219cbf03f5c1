import PaywallCatalog
import PaywallTextCoding

/// One decision at a known placement: the steps in their order, and their shared results.
struct DecisionSteps<T: Tracer>: ~Copyable {
  let index: SnapshotIndex
  let placement: CompiledPlacement
  let context: EvaluationContext

  var notEnrolled: NotEnrolled?
  var heldOutOf: HeldOutOf?
  var isDegraded: Bool
  /// Computed on first use.
  var holdout: HoldoutMembership?
  /// The last draw of a slice: experiments at one placement mostly share a layer.
  var lastSlice: (seed: Bucket.Seed, unit: Unit, bucket: Int)?

  struct Answer {
    let show: Show
    let reason: Reason
    var experiment: EnrolledIn?
    var exposes = false
  }

  init(index: SnapshotIndex, placement: CompiledPlacement, context: EvaluationContext) {
    self.index = index
    self.placement = placement
    self.context = context
    isDegraded = context.visitor.isLedgerUnavailable && placement.needsRecords
  }

  /// The first step with an answer wins.
  mutating func answer(_ tracer: inout T) -> Answer {
    if let answer = forced(&tracer) { return answer }
    if let answer = recorded(&tracer) { return answer }
    if let answer = enrolled(&tracer) { return answer }
    if let answer = winner(&tracer) { return answer }
    if let answer = rule(&tracer) { return answer }
    return byDefault(&tracer)
  }

  /// Whether a condition is true of the visitor, for rules and winners, which may guess. An answer
  /// that the ledger could have changed is degraded.
  mutating func matches(_ condition: CompiledCondition?, _ tracer: inout T) -> Bool {
    guard let condition else { return true }
    if condition.needsLedger, context.visitor.isLedgerUnavailable, !isDegraded {
      var silent = NullTracer()
      let safe = index.conditions.truth(
        at: condition.start, for: context.visitor, withoutLedger: true, tracer: &silent)
      isDegraded = safe == .unknown
    }
    return index.conditions.truth(
      at: condition.start, for: context.visitor, withoutLedger: false, tracer: &tracer) == .true
  }
}

extension DecisionSteps {
  /// 1. A preview shows a variant in any stage, to the holder of the token.
  private mutating func forced(_ tracer: inout T) -> Answer? {
    guard let forced = context.forced else { return nil }
    tracer.begin(.forced)
    guard
      let experiment = placement.experiments.first(where: {
        $0.id.hasSameUTF8(as: forced.experiment)
      })
    else {
      if T.isOn { tracer.add(.forced(forced, .notAtPlacement)) }
      return nil
    }
    guard let variant = experiment.variant(named: forced.variant),
      let show = experiment.variants[variant].show
    else {
      if T.isOn { tracer.add(.forced(forced, .noSuchVariant)) }
      return nil
    }
    if T.isOn {
      tracer.add(.forced(forced, .shown))
      tracer.begin(.experiments)
      explainRemaining(placement.experiments.filter { $0 !== experiment }, &tracer)
    }
    return Answer(
      show: show, reason: .forced,
      experiment: EnrolledIn(
        id: experiment.id, variant: experiment.variants[variant].name, phase: experiment.phase,
        recorded: false))
  }

  /// 6. The first rule whose window is open and whose audience matches.
  private mutating func rule(_ tracer: inout T) -> Answer? {
    tracer.begin(.rules)
    for (offset, rule) in placement.rules.enumerated() {
      let isOpen = rule.window.contains(context.now)
      let matches = isOpen && matches(rule.audience, &tracer)
      if T.isOn {
        tracer.add(
          .rule(
            RuleFinding(
              number: offset + 1, window: rule.window, isOpen: isOpen,
              audience: tracer.take().condition, matches: matches)))
      }
      if matches { return Answer(show: rule.show, reason: .rule(offset + 1)) }
    }
    return nil
  }

  /// 7.
  private func byDefault(_ tracer: inout T) -> Answer {
    tracer.begin(.default)
    if T.isOn { tracer.add(.shows(placement.default)) }
    return Answer(show: placement.default, reason: .default)
  }
}
