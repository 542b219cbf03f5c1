package import PaywallCatalog
import PaywallTextCoding

extension EvaluationContext {
  /// The id that is hashed: a visitor with a record in a layer keeps the unit of the oldest one
  /// throughout the layer, so that a login never causes a new draw.
  func id(for experiment: CompiledExperiment, in index: SnapshotIndex) -> UnitValue {
    keptUnit(for: experiment, in: index) ?? visitor.id(for: experiment.unit)
  }

  /// The unit of the oldest record in the experiment's layer; `nil` without one.
  package func keptUnit(for experiment: CompiledExperiment, in index: SnapshotIndex) -> UnitValue? {
    guard let layer = experiment.slice?.layer, !records.isEmpty else { return nil }
    let inLayer = records.filter { index.layers[$0.experiment]?.hasSameUTF8(as: layer) ?? false }
    let oldest = inLayer.min { left, right in
      left.recordedAt != right.recordedAt
        ? left.recordedAt < right.recordedAt
        : UTF8Key(left.experiment) < UTF8Key(right.experiment)
    }
    return oldest.map { .id(HashedUnit($0.unit)) }
  }
}

extension CompiledSnapshot {
  /// The assignment to record when an offer is granted by a decision, so that the price that was
  /// shown is also signed later and on other devices. `nil` unless this decision drew an
  /// experiment; earlier records stay.
  package func assignment(
    of decision: Decision, for visitor: Visitor, records: [RecordedAssignment], at now: Timestamp
  ) -> RecordedAssignment? {
    guard decision.reason == .experiment, let enrolled = decision.experiment, !enrolled.recorded,
      let experiment = index.placement(decision.placement)?.experiments.first(where: {
        $0.id.hasSameUTF8(as: enrolled.id)
      }),
      let unit = EvaluationContext(visitor: visitor, records: records, forced: nil, now: now)
        .id(for: experiment, in: index).text
    else { return nil }
    return RecordedAssignment(
      experiment: enrolled.id, phase: enrolled.phase, variant: enrolled.variant, unit: unit,
      unitKind: experiment.unit, recordedAt: now)
  }
}
