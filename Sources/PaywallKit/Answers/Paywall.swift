/// A paywall as the app shows it: products in order, the offers to try on each, and content.
public struct Paywall: Hashable, Codable, Sendable, Identifiable {
  /// The paywall's id in the configuration.
  public let id: String
  /// The locale that the content is in: one of the app's configured ones.
  public let locale: String
  /// The id of the product to select first.
  public let selected: String?
  /// The products in the order in which they are shown.
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
    /// How a year is paid here, which ``Paywalls/buy(_:on:offer:ifOfferFails:within:)`` passes to
    /// StoreKit. `nil` if the whole period is paid at once, as for everything that is not a year.
    public let billingPlan: BillingPlan?
    /// The configuration's content for this product on this paywall; `nil` without any.
    public let extra: JSONValue?
    /// The offers in order of preference: use the first that is `eligible`, or that the device
    /// confirms.
    public let offers: [Offer]
    /// The instruction to withhold the introductory offer that Apple would apply unasked; `nil`
    /// lets it be.
    public let introductory: Introductory?
  }

  /// How a year of a subscription is paid, in StoreKit's words. Each plan has offers of its own.
  public enum BillingPlan: String, Hashable, Codable, Sendable, CaseIterable {
    /// The whole year is paid at once.
    case upFront
    /// The year is paid by the month, with a commitment to twelve of them; from iOS 26.4. Apple
    /// requires the app to show the prices of the month and of the commitment: StoreKit's
    /// `pricingTerms` have them.
    case monthly
  }

  /// An offer on a product.
  public struct Offer: Hashable, Codable, Sendable, Identifiable {
    /// One of Apple's four kinds.
    public let kind: Kind
    /// App Store Connect's offer identifier.
    public let id: String
    /// Whether this customer may have it, as far as the answer's source could know.
    public let eligibility: Eligibility
    /// The server's code for the reason, such as `noVerifiedHistory`.
    public let reason: String
    /// The address at which an offer code is redeemed.
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

    /// The eligibilities that an app can act upon: an offer that may not be had is left out of
    /// answers.
    public enum Eligibility: String, Hashable, Codable, Sendable, CaseIterable {
      /// The customer may have it.
      case eligible
      /// The device can tell: StoreKit's `isEligibleForIntroOffer`, `eligibleWinBackOfferIDs`.
      case unknown
    }
  }

  /// An introductory offer is not meant for this customer here.
  public struct Introductory: Hashable, Codable, Sendable {
    /// True if the server would sign against it once the request brings what StoreKit signed.
    public let needsEvidence: Bool
    /// The text for `Product.PurchaseOption.introductoryOfferEligibility(compactJWS:)`.
    public let compactJWS: String?
  }
}

extension Paywall.Product {
  /// Two products of a paywall never have the same id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
