package import PaywallCatalog

/// A unit that the holdout keeps out of a phase of an experiment, which would have enrolled it. It has
/// no variant.
package struct HeldOutUnit: Hashable, Sendable {
  package var experiment: String
  package var phase: Int
  /// The value that the experiment would have hashed, and which attribute it came from.
  package var unit: String
  package var unitKind: Unit

  package init(experiment: String, phase: Int, unit: String, unitKind: Unit) {
    self.experiment = experiment
    self.phase = phase
    self.unit = unit
    self.unitKind = unitKind
  }
}
