package import PaywallCatalog
package import YAMLText

/// The products and offers of Xcode's StoreKit configuration (`.storekit`, versions 1 to 5), with
/// places. Its private key for signing test offers is not among it. Source: AppleFacts.md § 8.
package struct StoreKitFile: Sendable {
  package var path: String
  package var version: FormatVersion
  /// Products of all types, in the order of the file.
  package var products: [Product]
  package var groups: [Group]
  /// As Xcode writes them (`en_US`): the one that tests run in, then those with a text, each once.
  package var locales: [String] = []
  /// The country that tests run in, whose prices these are, as Xcode writes it: `USA`.
  package var storefront: String?

  /// `{"major": 4, "minor": 0}`.
  package struct FormatVersion: Hashable, Sendable {
    package var major: Int
    package var minor: Int

    /// The newest major version whose keys are known here.
    package static let newestMajor = 5
  }

  /// A value and its place.
  package struct Field<Value: Hashable & Sendable>: Hashable, Sendable {
    package var value: Value
    package var range: SourceRange
  }

  /// A subscription group.
  package struct Group: Hashable, Sendable {
    package var id: Field<String>
    package var name: String?
  }

  /// A product of any type; values that an unfinished file omits are `nil`.
  package struct Product: Hashable, Sendable {
    package var id: Field<String>
    package var type: Field<ProductType>?
    /// The price in thousandths of the storefront's currency unit; `nil` for an empty price, or one
    /// with more than three decimals.
    package var price: Int64?
    package var isFamilyShareable: Field<Bool>
    package var subscription: Subscription?
    /// The names that customers see, by locale as Xcode writes it: `en_US`.
    package var names: [String: String] = [:]
  }

  /// Values that only auto-renewable subscriptions have.
  package struct Subscription: Hashable, Sendable {
    /// The `id` of the group that holds the subscription.
    package var group: Field<String>
    /// `groupNumber`: 1 is the highest; several products may share one.
    package var level: Field<Int>?
    package var period: Field<Period>?
    /// `billingPlans`, from version 5: the price of each month in thousandths, if a year is also sold by
    /// the month with a commitment to twelve.
    package var monthlyPrice: Int64?
    package var offers: [Offer]
  }

  /// An offer of any kind.
  package struct Offer: Hashable, Sendable {
    package var kind: OfferKind
    /// `offerID`, for offer codes `referenceName`; `nil` for introductory offers. The place is that
    /// of the id, else of the whole offer.
    package var id: Field<String?>
    package var payment: Field<OfferPayment>?
    /// One billing period for `payAsYouGo`, else the whole length.
    package var period: Field<Period>?
    /// `numberOfPeriods`; 1 if the file has none.
    package var cycles: Field<Int>
    /// The price in thousandths, as in products; `nil` for a free offer without price.
    package var price: Int64?
    /// Offer codes only.
    package var customers: Field<[CustomerClass]>?
    /// `BILLED_UPFRONT` or `MONTHLY`, from version 5.
    package var billingPlan: String?
  }
}
