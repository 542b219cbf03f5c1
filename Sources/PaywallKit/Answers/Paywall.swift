/// A paywall as the app shows it: products in order, the offers to try on each, and content.
public struct Paywall: Hashable, Codable, Sendable, Identifiable {
  /// The paywall's id in the configuration.
  public let id: String
  /// The locale that the content is in: one of the app's configured ones.
  public let locale: String
  /// The id of the product to select first.
  public let selected: String?
  /// In the order in which they are shown.
  public let products: [Product]
  /// Free-form content, an object; empty if the configuration has none.
  public let content: JSONValue

  /// A product on the paywall; the app loads it from StoreKit by its id.
  public struct Product: Hashable, Codable, Sendable, Identifiable {
    /// The identifier in App Store Connect.
    public let id: String
    /// `autoRenewable`, `nonRenewable`, `consumable` or `nonConsumable`.
    public let type: String?
    /// App Store Connect's identifier of the subscription group.
    public let group: String?
    /// How it is sold here, which ``Paywalls/buy(_:on:offer:ifOfferFails:within:)`` passes to StoreKit.
    /// `nil` for the whole year at once, as is everything that is not a year.
    public let billingPlan: BillingPlan?
    /// What the configuration says about this product on this paywall; `nil` if nothing.
    public let extra: JSONValue?
    /// In order of preference: use the first that is `eligible`, or that the device confirms.
    public let offers: [Offer]
    /// What to do about the introductory offer that Apple would apply unasked; `nil` lets it be.
    public let introductory: Introductory?
  }

  /// How a year of a subscription is paid, in StoreKit's words. Each plan has offers of its own.
  public enum BillingPlan: String, Hashable, Codable, Sendable, CaseIterable {
    /// At once.
    case upFront
    /// By the month, with a commitment to twelve of them; from iOS 26.4. Apple wants both prices to be
    /// shown, the month's and that of the commitment: StoreKit's `pricingTerms` have them.
    case monthly
  }

  /// An offer on a product.
  public struct Offer: Hashable, Codable, Sendable, Identifiable {
    /// Which of Apple's four kinds.
    public let kind: Kind
    /// App Store Connect's offer identifier.
    public let id: String
    /// Whether this customer may have it, as far as the answer's source could know.
    public let eligibility: Eligibility
    /// The server's code for the reason, such as `noVerifiedHistory`.
    public let reason: String
    /// Where an offer code is redeemed.
    public let url: String?
    /// The number of a win-back offer in the App Store.
    public let appStoreId: Int64?
    /// The app must have the offer signed when the customer taps, see
    /// ``Paywalls/signedOffer(product:offer:placement:form:attributes:)``.
    public let needsSignature: Bool

    /// Apple's kinds of offers. A kind that this version does not know is left out of answers.
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
      case introductory, promotional, winBack, offerCode
    }

    /// Only what an app can act upon: what may not be had is left out of answers.
    public enum Eligibility: String, Hashable, Codable, Sendable, CaseIterable {
      /// May be had.
      case eligible
      /// The device can tell: StoreKit's `isEligibleForIntroOffer`, `eligibleWinBackOfferIDs`.
      case unknown
    }
  }

  /// An introductory offer is not meant for this customer here.
  public struct Introductory: Hashable, Codable, Sendable {
    /// The server would sign against it, if the request brought what StoreKit signed.
    public let needsEvidence: Bool
    /// For `Product.PurchaseOption.introductoryOfferEligibility(compactJWS:)`.
    public let compactJWS: String?
  }
}

extension Paywall.Product {
  /// A paywall lists a product once.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
