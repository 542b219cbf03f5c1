import Catalog
import Decisions
import Subscribers

/// Every offer of every product for one customer, with the answer, its reason and the facts it
/// rests on: `{"environment":…,"newestFact":…,"products":[{"id":…,"offers":[…]}]}`.
struct EligibilityAnswer {
  let compiled: CompiledSnapshot
  let visitor: Visitor
  let history: CustomerHistory
  let refusals: [String: LimitRefusal]
  /// Transaction ids are for servers.
  let showsTransactionIds: Bool
  let now: Timestamp

  var json: JSONText {
    JSONText { json in
      json.raw("{\"environment\":")
      json.string(history.environment.rawValue)
      if let newest = history.newestSignedDate {
        json.raw(",\"newestFact\":")
        json.string(newest.rfc3339)
      }
      json.raw(",\"products\":")
      json.list(products) { $0.product($1, self) }
      json.raw("}")
    }
  }

  /// Products that have offers, by id, each with the keys of its offers.
  private var products: [PaywallProduct] {
    let offers = compiled.snapshot.offers.values.sorted {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    return compiled.snapshot.products.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { id in
        PaywallProduct(
          product: id, offers: offers.filter { $0.products.contains(id) }.map(\.key))
      }.filter { !$0.offers.isEmpty }
  }
}

extension JSONText {
  fileprivate mutating func product(_ product: PaywallProduct, _ answer: EligibilityAnswer) {
    raw("{\"id\":")
    string(product.product)
    raw(",\"offers\":")
    let offers = answer.compiled.allOffers(
      on: product, for: answer.visitor, refusals: answer.refusals, at: answer.now)
    list(offers) { json, offer in
      json.raw("{\"kind\":")
      json.string(offer.offer.kind.rawValue)
      json.raw(",\"id\":")
      json.string(offer.offer.id)
      json.raw(",\"key\":")
      json.string(offer.offer.key)
      json.raw(",\"eligibility\":")
      json.string(offer.eligibility.word)
      json.raw(",\"reason\":")
      json.string(offer.eligibility.reason.rawValue)
      json.raw(",\"basis\":")
      offer.basis.write(into: &json, showsTransactionIds: answer.showsTransactionIds)
      json.raw("}")
    }
    raw("}")
  }
}
