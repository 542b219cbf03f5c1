/// A typical visitor, and what they are expected to see: a test of a configuration. Written in
/// `Paywalls/personas/<id>.yaml`.
package struct Persona: Hashable, Sendable {
  package var id: String
  package var title: String?
  /// Attributes as an app would send them, with their types.
  package var attributes: [String: Content]
  /// What the ledger would know of the customer, by attribute without the `subscription.` in front:
  /// `state`, `pro.state`, `ever`. `nil` is a visitor without a verified identity.
  package var subscription: [String: Content]?
  /// The moment they ask at; `nil` is the moment of the check.
  package var at: Timestamp?
  /// What each placement is expected to show, by its id.
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

  /// What has to hold of an answer: all that is said of it.
  package struct Expectation: Hashable, Sendable {
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
