package import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding

extension CompiledSnapshot {
  /// Whether a customer is in a named audience, such as that of a webhook. `unknown` is outside, as is
  /// every customer of a name that the configuration does not have.
  package func has(
    _ facts: SubscriberFacts, in audience: String, at now: Timestamp
  ) -> Bool {
    if audience.hasSameUTF8(as: Condition.everyone) { return true }
    guard let number = index.audiences[audience] else { return false }
    let visitor = visitor([:], subscriber: .known(facts), at: now).visitor
    return index.conditions.truth(ofAudience: number, for: visitor) == .true
  }
}
