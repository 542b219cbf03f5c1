import Foundation

/// The next step about offers before a product is bought.
indirect enum OfferStep: Equatable, Sendable {
  /// Apple decides about its introductory offer by itself, or there is none.
  case plain
  /// The server must sign the offer.
  case sign(Paywall.Offer)
  case winBack(Paywall.Offer)
  /// The introductory offer must not be applied; with the JWS if the answer has it.
  case withhold(compactJWS: String?)
  /// The customer redeems the code in the App Store's own sheet.
  case redeem(Paywall.Offer, URL)
  case refused(OfferRefusal)
}

extension OfferStep {
  /// Chooses among all kinds of offers.
  ///
  /// - Parameters:
  ///   - product: the product as the paywall holds it; `nil` if it is not on the paywall.
  ///   - displayed: the product as the store sells it.
  init(
    _ product: Paywall.Product?, _ preference: OfferPreference, _ displayed: StoreProduct
  ) {
    let withoutOffer: OfferStep
    if let introductory = product?.introductory, displayed.isEligibleForIntroOffer != false {
      withoutOffer = .withhold(compactJWS: introductory.compactJWS)
    } else {
      withoutOffer = .plain
    }
    let offers = product?.offers ?? []
    switch preference {
    case .none: self = withoutOffer
    case .first:
      self = offers.lazy.compactMap { Self(confirmed: $0, displayed) }.first ?? withoutOffer
    case .only(let id):
      let named = offers.filter { $0.id.utf8.elementsEqual(id.utf8) }
      guard !named.isEmpty else {
        self = .refused(.notOnPaywall)
        return
      }
      self =
        named.lazy.compactMap { Self(confirmed: $0, displayed) }.first ?? .refused(.notConfirmed)
    }
  }

  /// `nil` if this customer may not have the offer.
  private init?(confirmed offer: Paywall.Offer, _ displayed: StoreProduct) {
    switch offer.kind {
    case .introductory where offer.needsSignature: self = .sign(offer)
    case .introductory:
      guard displayed.isEligibleForIntroOffer ?? (offer.eligibility == .eligible) else {
        return nil
      }
      self = .plain
    case .promotional: self = .sign(offer)
    case .winBack:
      guard displayed.winBackOffers?.contains(offer.id) ?? false else { return nil }
      self = .winBack(offer)
    case .offerCode:
      guard let url = offer.url.flatMap({ URL(string: $0) }) else { return nil }
      self = .redeem(offer, url)
    }
  }
}
