package import PaywallCatalog

/// A phase of an experiment, in one environment.
package struct PhaseKey: Hashable, Sendable {
  package var experiment: String
  package var phase: Int
  package var environment: AppStoreEnvironment

  package init(_ experiment: String, _ phase: Int, in environment: AppStoreEnvironment) {
    self.experiment = experiment
    self.phase = phase
    self.environment = environment
  }
}
