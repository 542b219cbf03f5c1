/// The knowledge of the customer that a decision may use.
package enum SubscriberKnowledge: Sendable {
  /// No verified identity: every `subscription` attribute is unknown.
  case unidentified
  /// The ledger was unavailable: as `unidentified`, and the answer is degraded.
  case unavailable
  /// A verified identity; one without purchases has the facts of a newcomer.
  case known(SubscriberFacts)
}

#if Server
extension SubscriberKnowledge: Hashable {}
#endif
