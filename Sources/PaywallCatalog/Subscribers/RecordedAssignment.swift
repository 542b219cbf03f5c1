/// An assignment recorded at the first accepted exposure or with a granted offer, so that a visitor
/// keeps the price that was shown. Records belong to (environment, experiment, phase, unit); the
/// caller passes only those of this visitor, in one environment.
package struct RecordedAssignment: Sendable {
  package var experiment: String
  package var phase: Int
  package var variant: String
  /// The unit value that was hashed, and which attribute it came from.
  package var unit: String
  package var unitKind: Unit
  package var recordedAt: Timestamp

  package init(
    experiment: String, phase: Int, variant: String, unit: String, unitKind: Unit,
    recordedAt: Timestamp
  ) {
    self.experiment = experiment
    self.phase = phase
    self.variant = variant
    self.unit = unit
    self.unitKind = unitKind
    self.recordedAt = recordedAt
  }
}

#if Server
extension RecordedAssignment: Hashable {}
#endif
