import PaywallCatalog
package import Subscribers

/// A product, and how it was paid.
package struct BoughtProduct: Hashable, Sendable {
  package let id: String
  /// Apple's word, such as `MONTHLY`; `nil` for what is paid at once.
  package let billingPlan: String?
}

extension PhaseColumns.Purchase {
  /// A subscription that is this old costs the commission of the time after a year.
  package static let year = 365 * Timestamp.day

  init(
    _ fact: TransactionFact, of person: UInt32, chain: UInt16, _ columns: inout PhaseColumns
  ) {
    let at = fact.boughtAt?.milliseconds
    var marks = PhaseColumns.Marks(fact)
    if let at {
      marks.insert(.hasTime)
      let first = fact.originalPurchaseDate?.milliseconds ?? at
      if marks.contains(.isSubscription), at - first >= Self.year { marks.insert(.isAfterYear) }
    }
    self.init(
      at: at ?? 0, price: fact.price ?? 0, person: person,
      returned: columns.append(returnsOf: fact), chain: chain,
      currency: columns.number(ofCurrency: fact.currency), marks: marks,
      product: columns.number(ofProduct: fact.productId, on: fact.billingPlan))
  }
}

extension PhaseColumns.Marks {
  /// The marks that follow from a transaction without its times.
  package init(_ fact: TransactionFact) {
    self = []
    if fact.isOwn { insert(.isOwn) }
    if fact.isPaid { insert(.isPaid) }
    if fact.isAddition { insert(.isAddition) }
    if fact.reason?.known != .renewal, !fact.isAddition { insert(.isStart) }
    if fact.kind(in: nil) == .autoRenewable { insert(.isSubscription) }
    if fact.type?.known == .nonConsumable { insert(.isNonConsumable) }
    if fact.price != nil { insert(.hasPrice) }
  }
}
