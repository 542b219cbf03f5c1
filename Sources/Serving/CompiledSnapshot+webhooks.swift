package import PaywallCatalog
import PaywallDecisions

extension CompiledSnapshot {
  /// Whether a customer is in the audience of a webhook. `unknown` is outside.
  package func has(
    _ facts: SubscriberFacts, in audience: String, at now: Timestamp
  ) -> Bool {
    guard let compiled = index.webhookAudiences[audience] else { return false }
    guard let compiled else { return true }
    let visitor = visitor([:], subscriber: .known(facts), at: now).visitor
    return index.conditions.truth(of: compiled, for: visitor) == .true
  }
}
