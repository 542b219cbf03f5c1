public import Foundation

extension PlacementDecision {
  /// An answer for a preview or a test. It assigns no visitor, so ``Paywalls/reportExposure(of:showing:)`` does not report
  /// it to the server.
  ///
  /// - Parameters:
  ///   - id: the placement's id in the configuration.
  ///   - shows: the paywall, or nothing.
  ///   - experiment: the experiment that it comes from; rendering it is then an exposure.
  ///   - reason: the step of the decision that answered; an experiment's is `experiment`.
  ///   - validUntil: the next moment at which a schedule could change the answer.
  ///   - source: the source of the answer.
  ///   - diagnostics: why the sources before that did not answer.
  public init(
    _ id: String, shows: Shows, experiment: Experiment? = nil, reason: Reason? = nil,
    validUntil: Date? = nil, source: DecisionSource = .network, diagnostics: [Diagnostic] = []
  ) {
    self.init(
      Parts(
        id: id, shows: shows, reason: reason ?? (experiment == nil ? .default : .experiment),
        experiment: experiment, isExposure: experiment != nil, validUntil: validUntil,
        source: source, diagnostics: diagnostics))
  }

  /// An answer with a paywall, for a preview or a test.
  public init(_ id: String, paywall: Paywall, experiment: Experiment? = nil) {
    self.init(id, shows: .paywall(paywall), experiment: experiment)
  }
}

extension PlacementDecision.Experiment {
  /// A variant for a preview or a test.
  public init(_ id: String, variant: String, phase: Int = 1) {
    self.init(id: id, variant: variant, phase: phase, isRecorded: false)
  }
}

extension DecisionSource.Bundled {
  /// The bundle of a preview or a test.
  public init(release: String, age: Duration = .zero, isExpired: Bool = false) {
    self.init(release: release, age: age, isExpired: isExpired, isPartial: false)
  }
}
