package import PaywallCatalog
package import PaywallDecisions

/// Visitors for whom two configurations are compared: synthetic or recorded.
package struct Population: Sendable {
  package var members: [Member]
  /// Generated from the conditions, so that shares of it are no shares of the app's visitors.
  package var isSynthetic: Bool
  /// Cases that no visitor represents, a phrase each.
  package var uncovered: [String]

  package init(members: [Member], isSynthetic: Bool = false, uncovered: [String] = []) {
    self.members = members
    self.isSynthetic = isSynthetic
    self.uncovered = uncovered
  }

  /// A visitor: what an app sends, and what the ledger knows.
  package struct Member: Hashable, Sendable {
    package var attributes: [String: RawAttribute]
    package var subscriber: SubscriberKnowledge
    package var records: [RecordedAssignment]

    package init(
      attributes: [String: RawAttribute], subscriber: SubscriberKnowledge = .unidentified,
      records: [RecordedAssignment] = []
    ) {
      self.attributes = attributes
      self.subscriber = subscriber
      self.records = records
    }
  }
}
