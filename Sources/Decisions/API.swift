package import Catalog
package import Subscribers

extension CompiledSnapshot {
  package func visitor(
    _ attributes: [String: RawAttribute], subscriber: SubscriberKnowledge = .unidentified,
    at now: Timestamp
  ) -> (visitor: Visitor, issues: [AttributeIssue]) {
    (
      Visitor(
        values: [], userId: .missing, anonymousId: .missing, isLedgerUnavailable: false,
        subscriber: subscriber), []
    )
  }

  package func decide(
    _ placement: String, for visitor: Visitor, records: [RecordedAssignment] = [],
    forced: ForcedVariant? = nil, at now: Timestamp
  ) -> Decision {
    Decision(placement: placement, show: snapshot.fallback, reason: .unknownPlacement)
  }

  package func explain(
    _ placement: String, for visitor: Visitor, records: [RecordedAssignment] = [],
    forced: ForcedVariant? = nil, at now: Timestamp
  ) -> Explanation {
    Explanation(
      decision: decide(placement, for: visitor, records: records, forced: forced, at: now),
      steps: [])
  }

  package func offers(on product: PaywallProduct, for visitor: Visitor, at now: Timestamp)
    -> ProductOffers
  { ProductOffers() }

  package func allOffers(on product: PaywallProduct, for visitor: Visitor, at now: Timestamp)
    -> [OfferAnswer]
  { [] }

  package func needsSubscriber(at placement: String) -> Bool { false }

  package func needsRecords(at placement: String) -> Bool { false }
}

extension Explanation {
  package var text: String { "" }
  package var json: [UInt8] { [] }
}
