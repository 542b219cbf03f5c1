package import PaywallCatalog
package import PaywallDecisions
package import PaywallTextCoding

/// Every offer of every product for one customer, with the verdict, its reason and its facts:
/// `{"environment":…,"newestFact":…,"products":[{"id":…,"offers":[…]}]}`.
package struct EligibilityAnswer {
  let compiled: CompiledSnapshot
  let visitor: Visitor
  let environment: AppStoreEnvironment
  let newestFact: Timestamp?
  let limits: LedgerLimits
  /// Transaction ids are for servers.
  let showsTransactionIds: Bool
  let now: Timestamp

  package init(
    compiled: CompiledSnapshot, visitor: Visitor, environment: AppStoreEnvironment,
    newestFact: Timestamp?, limits: LedgerLimits, showsTransactionIds: Bool, now: Timestamp
  ) {
    self.compiled = compiled
    self.visitor = visitor
    self.environment = environment
    self.newestFact = newestFact
    self.limits = limits
    self.showsTransactionIds = showsTransactionIds
    self.now = now
  }

  package var json: JSONText {
    JSONText { json in
      json.raw("{\"environment\":")
      json.string(environment.rawValue)
      if let newestFact {
        json.raw(",\"newestFact\":")
        json.string(newestFact.rfc3339)
      }
      json.raw(",\"products\":")
      json.list(compiled.everyOffer) { $0.product($1, self) }
      json.raw("}")
    }
  }
}

extension JSONText {
  fileprivate mutating func product(_ product: PaywallProduct, _ answer: EligibilityAnswer) {
    raw("{\"id\":")
    string(product.product)
    billingPlan(product.billingPlan)
    raw(",\"offers\":")
    let offers = answer.compiled.explainOffers(
      on: product, for: answer.visitor, at: answer.now, limits: answer.limits)
    list(offers) { json, explained in
      let offer = explained.answer.offer
      json.raw("{\"kind\":")
      json.string(offer.kind.rawValue)
      json.raw(",\"id\":")
      json.string(offer.id)
      json.raw(",\"key\":")
      json.string(offer.key)
      json.raw(",\"eligibility\":")
      json.string(explained.answer.eligibility.word)
      json.raw(",\"reason\":")
      json.string(explained.answer.eligibility.reason.rawValue)
      json.raw(",\"basis\":")
      json.content(explained.basis.content(showsTransactionIds: answer.showsTransactionIds))
      json.raw("}")
    }
    raw("}")
  }
}
