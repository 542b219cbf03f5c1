extension Paywall {
  /// A paywall for a preview or a test.
  ///
  /// - Parameters:
  ///   - id: the paywall's id in the configuration.
  ///   - products: the products in the order in which they are shown.
  ///   - selected: the id of the product to select first.
  ///   - content: the content, an object.
  ///   - locale: the locale of the content.
  public init(
    _ id: String, products: [Product], selected: String? = nil, content: JSONValue = .object([:]),
    locale: String = "en"
  ) {
    self.init(id: id, locale: locale, selected: selected, products: products, content: content)
  }
}

extension Paywall.Product {
  /// A product for a preview or a test.
  ///
  /// - Parameters:
  ///   - id: the identifier in App Store Connect.
  ///   - type: the kind of product, such as `autoRenewable`.
  ///   - group: App Store Connect's identifier of the subscription group.
  ///   - offers: the offers in order of preference.
  ///   - introductory: what to do about Apple's introductory offer; `nil` lets it be.
  ///   - extra: the configuration's content for the product on the paywall.
  ///   - billingPlan: how a year is paid; `nil` is at once.
  public init(
    _ id: String, type: String? = "autoRenewable", group: String? = nil,
    offers: [Paywall.Offer] = [], introductory: Paywall.Introductory? = nil,
    extra: JSONValue? = nil, billingPlan: Paywall.BillingPlan? = nil
  ) {
    self.init(
      id: id, type: type, group: group, billingPlan: billingPlan, extra: extra, offers: offers,
      introductory: introductory)
  }
}

extension Paywall.Offer {
  /// An offer for a preview or a test. A promotional one is signed at the tap.
  ///
  /// - Parameters:
  ///   - kind: one of Apple's four kinds.
  ///   - id: App Store Connect's offer identifier.
  ///   - eligibility: whether this customer may have it.
  ///   - reason: the server's code for the reason of the eligibility.
  ///   - url: where an offer code is redeemed.
  ///   - appStoreId: the number of a win-back offer.
  public init(
    _ kind: Kind, id: String, eligibility: Eligibility = .eligible, reason: String = "subscriber",
    url: String? = nil, appStoreId: Int64? = nil
  ) {
    self.init(
      kind: kind, id: id, eligibility: eligibility, reason: reason, url: url,
      appStoreId: appStoreId, needsSignature: kind == .promotional)
  }
}

extension Paywall.Introductory {
  /// An introductory offer that is withheld, for a preview or a test.
  public init(compactJWS: String? = nil) {
    self.init(needsEvidence: false, compactJWS: compactJWS)
  }
}
