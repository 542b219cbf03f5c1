import Catalog
import Subscribers
import TextCoding

/// One decision at a known placement: the steps in their order, and what they leave behind.
struct Steps<T: Tracer>: ~Copyable {
  let index: SnapshotIndex
  let placement: CompiledPlacement
  let asked: Asked

  var notEnrolled: NotEnrolled?
  var isDegraded: Bool
  /// Computed at the first question.
  var holdout: HoldoutAnswer?
  /// The last draw of a slice: experiments that meet at a placement mostly share a layer.
  var lastSlice: (seed: Bucket.Seed, unit: Unit, bucket: Int)?

  struct Answer {
    let show: Show
    let reason: Reason
    var experiment: EnrolledIn?
    var exposes = false
  }

  init(index: SnapshotIndex, placement: CompiledPlacement, asked: Asked) {
    self.index = index
    self.placement = placement
    self.asked = asked
    isDegraded = asked.visitor.isLedgerUnavailable && placement.needsRecords
  }

  /// The first step that answers wins.
  mutating func answer(_ tracer: inout T) -> Answer {
    if let answer = forced(&tracer) { return answer }
    if let answer = recorded(&tracer) { return answer }
    if let answer = enrolled(&tracer) { return answer }
    if let answer = winner(&tracer) { return answer }
    if let answer = rule(&tracer) { return answer }
    return byDefault(&tracer)
  }

  /// Whether a condition is true of the visitor, where a guess is allowed: rules and winners. An
  /// answer that the ledger could have turned is degraded.
  mutating func matches(_ condition: CompiledCondition?, _ tracer: inout T) -> Bool {
    guard let condition else { return true }
    if condition.needsLedger, asked.visitor.isLedgerUnavailable, !isDegraded {
      var silent = Silent()
      let safe = index.conditions.truth(
        at: condition.start, for: asked.visitor, withoutLedger: true, tracer: &silent)
      isDegraded = safe == .unknown
    }
    return index.conditions.truth(
      at: condition.start, for: asked.visitor, withoutLedger: false, tracer: &tracer) == .true
  }
}

extension Steps {
  /// 1. A preview shows a variant whatever its stage, to whoever holds the token.
  private mutating func forced(_ tracer: inout T) -> Answer? {
    guard let forced = asked.forced else { return nil }
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
      explainBehind(placement.experiments.filter { $0 !== experiment }, &tracer)
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
      let isOpen = rule.window.contains(asked.now)
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
