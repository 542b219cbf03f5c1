/// A typical visitor, and what they should see: a test of a configuration. Written in
/// `Paywalls/personas/<id>.yaml`.
package struct Persona: Sendable {
  package var id: String
  package var title: String?
  /// Attributes as an app would send them, with their types.
  package var attributes: [String: Content]
  /// The ledger's facts of the customer, by attribute without the prefix `subscription.`: `state`,
  /// `pro.state`, `ever`. `nil` for a visitor without a verified identity.
  package var subscription: [String: Content]?
  /// The time of the request; `nil` for the time of the check.
  package var at: Timestamp?
  /// The expectation at each placement, by its id.
  package var expect: [String: Expectation]

  package init(
    id: String, title: String? = nil, attributes: [String: Content] = [:],
    subscription: [String: Content]? = nil, at: Timestamp? = nil,
    expect: [String: Expectation] = [:]
  ) {
    self.id = id
    self.title = title
    self.attributes = attributes
    self.subscription = subscription
    self.at = at
    self.expect = expect
  }

  /// The expected parts of an answer: all that are given must match.
  package struct Expectation: Sendable {
    package var show: Show?
    /// The word of the reason: `experiment`, `rule`, `default`, …
    package var reason: String?
    package var experiment: String?
    package var variant: String?

    package init(
      show: Show? = nil, reason: String? = nil, experiment: String? = nil, variant: String? = nil
    ) {
      self.show = show
      self.reason = reason
      self.experiment = experiment
      self.variant = variant
    }
  }
}

#if Server
extension Persona: Hashable {}
extension Persona.Expectation: Hashable {}
#endif
