public import PaywallKit

/// A paywall that the fake server answers with.
public struct FakePaywall: Hashable, Sendable {
  /// The paywall's id in the configuration.
  public var id: String
  /// The products in the order in which they are shown.
  public var products: [Product]
  /// Free-form content.
  public var content: JSONValue

  /// A product with the offers to try on it.
  public struct Product: Hashable, Sendable {
    /// The identifier in App Store Connect.
    public var id: String
    /// The offers in the order of preference.
    public var offers: [Offer]
    /// True if Apple's introductory offer must be withheld.
    public var withholdsIntroductory: Bool
    /// The plan by which a year is paid; `nil` is at once.
    public var billingPlan: Paywall.BillingPlan?

    /// A product with the offers to try on it.
    public init(
      _ id: String, offers: [Offer] = [], withholdsIntroductory: Bool = false,
      billingPlan: Paywall.BillingPlan? = nil
    ) {
      self.id = id
      self.offers = offers
      self.withholdsIntroductory = withholdsIntroductory
      self.billingPlan = billingPlan
    }
  }

  /// An offer.
  public struct Offer: Hashable, Sendable {
    /// One of Apple's kinds.
    public var kind: Paywall.Offer.Kind
    /// App Store Connect's identifier.
    public var id: String
    /// True if this customer may have it, as far as the answer's source could know.
    public var eligibility: Paywall.Offer.Eligibility
    /// The address at which a code is redeemed.
    public var url: String?

    /// An offer.
    public init(
      _ kind: Paywall.Offer.Kind, _ id: String,
      eligibility: Paywall.Offer.Eligibility = .eligible, url: String? = nil
    ) {
      self.kind = kind
      self.id = id
      self.eligibility = eligibility
      self.url = url
    }
  }

  /// A paywall.
  public init(_ id: String, products: [Product], content: JSONValue = .object([:])) {
    self.id = id
    self.products = products
    self.content = content
  }
}

extension FakePaywall {
  /// - Parameter signature: makes one for an offer that is signed with the answer.
  func json(signature: ((String, Offer) -> String)?) -> JSONValue {
    .object([
      "id": .string(id), "locale": .string("en"), "content": content,
      "products": .array(
        products.map { product in
          var members: [String: JSONValue] = [
            "id": .string(product.id),
            "offers": .array(product.offers.map { $0.json(product.id, signature) }),
          ]
          members["billingPlan"] = product.billingPlan.map { .string($0.rawValue) }
          if product.withholdsIntroductory {
            members["introductory"] = .object([
              "withhold": .boolean(true), "jws": .string("withheld-\(product.id)"),
            ])
          }
          return .object(members)
        }),
    ])
  }
}

extension FakePaywall.Offer {
  fileprivate func json(
    _ product: String, _ signature: ((String, FakePaywall.Offer) -> String)?
  ) -> JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(kind.rawValue), "id": .string(id),
      "eligibility": .string(eligibility.rawValue), "reason": .string("ok"),
    ]
    members["url"] = url.map { .string($0) }
    if kind == .promotional {
      if let signature {
        members["signature"] = .object(["jws": .string(signature(product, self))])
      } else {
        members["sign"] = .string("atPurchase")
      }
    }
    return .object(members)
  }
}
