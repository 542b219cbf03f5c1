import Foundation
import PaywallTextCoding

// The App Store's signed texts for requests of placements and offers: those that name the customer,
// and those that the server lacks.
extension Paywalls {
  /// - Parameters:
  ///   - account: the account that a signature is bound to.
  ///   - isWhole: true for everything that the store holds.
  func evidence(
    boundTo account: String? = nil, isWhole: Bool = false
  ) async -> (evidence: PurchaseEvidence, history: StoreHistory?, isPart: Bool) {
    guard let store = configuration.store else {
      return (await configuration.advanced.evidence(), nil, false)
    }
    let history = await StoreHistory(of: store).ofOneCustomer(boundTo: account)
    if isWhole { return (history.evidence, history, false) }
    let (evidence, isPart) = history.evidence(lacking: purchases.kept, boundTo: account)
    return (evidence, history, isPart)
  }

  /// The evidence to send with a request for a placement. Empty if none is wanted, or if gathering
  /// it takes more than half of the budget.
  func evidenceForPlacement(_ signing: SigningTime) async -> PurchaseEvidence {
    let use = configuration.advanced.evidenceUse
    guard signing == .ahead || use != .whenSigning else { return PurchaseEvidence() }
    let task = Task { await self.evidence() }
    guard let found = await task.value(within: configuration.advanced.budget / 2, clock) else {
      task.cancel()
      configuration.advanced.log(.evidenceMissing)
      return PurchaseEvidence()
    }
    // A visitor who has bought nothing is asked about like any other, and the answer can be kept.
    guard use == .always || !found.evidence.transactions.isEmpty else { return PurchaseEvidence() }
    return found.evidence
  }

  /// Notes that the server has kept the evidence of a granted request.
  func noteKept(_ evidence: PurchaseEvidence, _ history: StoreHistory?) {
    guard let history, let environment = history.environment else { return }
    purchases.kept.add(history.keys(of: evidence), in: environment)
    keepKept()
  }

  /// Keeps the offers that came signed with an answer: in memory only.
  func keepAhead(_ body: Data, _ visitor: VisitorIds) {
    guard let answer = JSONValue(body) else { return }
    for placement in SignedOffer.ahead(in: answer) {
      purchases.ahead[UTF8Key(placement.placement)] = AheadOffers(
        offers: placement.offers, received: clock.running(), visitor: visitor)
    }
  }

  /// Returns an offer that came signed with the placement, and was not used yet.
  func ahead(_ product: String, _ offer: String, at placement: String) -> SignedOffer? {
    guard let ahead = purchases.ahead[UTF8Key(placement)], ahead.visitor == visitor,
      clock.running() - ahead.received < AheadOffers.life
    else { return nil }
    return ahead.offers.first {
      $0.product.utf8.elementsEqual(product.utf8) && $0.offer.utf8.elementsEqual(offer.utf8)
        && !purchases.spent.contains($0.id)
    }
  }
}

/// The time at which offers are signed.
public enum SigningTime: Hashable, Sendable {
  /// When the customer taps: a signature is spent even by a cancelled purchase, and an offer may have
  /// a limit for each day.
  case atTap
  /// With the paywall, where the offer allows it; the others at the tap. For a customer who has
  /// bought before, the answer is then not kept for a later start.
  case ahead
}
