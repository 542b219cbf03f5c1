import PaywallCatalog
import PaywallDecisions

extension ExplainedOffer {
  /// The answer as a sentence: `Not eligible: has used the introductory offer of the group pro on
  /// 2026-01-05 (transaction 450).` Days are those of UTC.
  package var sentence: String { sentence(showsTransactionIds: true) }

  /// Transaction ids are for callers who may see any customer.
  package func sentence(showsTransactionIds: Bool) -> String {
    let phrases = OfferPhrases(
      offer: answer.offer, product: product, basis: basis, showsIds: showsTransactionIds)
    return "\(answer.eligibility.verdict): \(phrases.phrase(answer.eligibility.reason))\(plan)."
  }

  /// The plan that must be bought to have the offer, if it is not the usual one.
  private var plan: String {
    guard case .eligible = answer.eligibility, answer.offer.billingPlan != .upFront else {
      return ""
    }
    return "; it applies on the billing plan \(answer.offer.billingPlan.rawValue)"
  }
}

extension Eligibility {
  fileprivate var verdict: String {
    switch self {
    case .eligible: "Eligible"
    case .ineligible: "Not eligible"
    case .noOffer: "No offer"
    case .unknown: "Not known"
    }
  }
}
