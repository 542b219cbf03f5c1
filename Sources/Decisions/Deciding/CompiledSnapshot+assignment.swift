package import Catalog
package import Subscribers
import TextCoding

extension Asked {
  /// The id that is hashed: whoever has a record in a layer keeps the unit of the oldest one
  /// throughout the layer, so that a login never draws again.
  func id(for experiment: CompiledExperiment, in index: SnapshotIndex) -> UnitValue {
    keptUnit(for: experiment, in: index) ?? visitor.id(for: experiment.unit)
  }

  /// The unit of the oldest record in the experiment's layer; `nil` without one.
  func keptUnit(for experiment: CompiledExperiment, in index: SnapshotIndex) -> UnitValue? {
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
  /// What is to be recorded when an offer is granted by a decision, so that a price that was shown
  /// is the price that is signed, later and on other devices. `nil` unless an experiment was drawn
  /// by this very decision; what was recorded before stays as it is.
  package func assignment(
    of decision: Decision, for visitor: Visitor, records: [RecordedAssignment], at now: Timestamp
  ) -> RecordedAssignment? {
    guard decision.reason == .experiment, let enrolled = decision.experiment, !enrolled.recorded,
      let experiment = index.placement(decision.placement)?.experiments.first(where: {
        $0.id.hasSameUTF8(as: enrolled.id)
      }),
      let unit = Asked(visitor: visitor, records: records, forced: nil, now: now)
        .id(for: experiment, in: index).text
    else { return nil }
    return RecordedAssignment(
      experiment: enrolled.id, phase: enrolled.phase, variant: enrolled.variant, unit: unit,
      unitKind: experiment.unit, recordedAt: now)
  }
}
