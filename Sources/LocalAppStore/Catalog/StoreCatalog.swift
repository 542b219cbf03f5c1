package import PaywallCatalog

/// The products and offers of one app, as App Store Connect holds them.
package struct StoreCatalog: Sendable {
  package var bundleId: String
  /// The app's numeric Apple id, which only data of production carries.
  package var appAppleId: Int64?
  /// The products by their id.
  package var products: [String: StoreProduct]
  package var offers: [StoreOffer]

  package init(
    bundleId: String, appAppleId: Int64? = nil, products: [StoreProduct], offers: [StoreOffer] = []
  ) {
    self.bundleId = bundleId
    self.appAppleId = appAppleId
    self.products = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
    self.offers = offers
  }
}

/// One product.
package struct StoreProduct: Hashable, Sendable {
  package var id: String
  package var type: ProductType
  /// The price in thousandths of the currency unit, the same number in every storefront without a
  /// price of its own.
  package var price: Int64
  /// The prices by storefront, ISO 3166-1 alpha-3.
  package var prices: [String: Int64] = [:]
  /// Only for an auto-renewable product.
  package var subscription: Plan?
  /// Whether a purchase of it can be shared with a family.
  package var isFamilyShareable: Bool
  /// Whether it is sold and renewed.
  package var isForSale = true

  package func price(in storefront: Storefront) -> Int64 { prices[storefront.country] ?? price }

  /// The terms of an auto-renewable subscription beside its price.
  package struct Plan: Hashable, Sendable {
    /// App Store Connect's subscription group identifier.
    package var groupId: String
    /// Its level of service in the group, 1 for the highest.
    package var level: Int
    package var period: Period
    /// Milliunits of each month, if a year is also sold by the month with a commitment to twelve.
    package var monthlyPrice: Int64?
    package var seats = SeatTerms()

    package init(groupId: String, level: Int, period: Period, monthlyPrice: Int64? = nil) {
      self.groupId = groupId
      self.level = level
      self.period = period
      self.monthlyPrice = monthlyPrice
    }
  }

  package init(
    id: String, type: ProductType, price: Int64, subscription: Plan? = nil,
    isFamilyShareable: Bool = false
  ) {
    self.id = id
    self.type = type
    self.price = price
    self.subscription = subscription
    self.isFamilyShareable = isFamilyShareable
  }
}

/// One offer on some products.
package struct StoreOffer: Hashable, Sendable {
  /// App Store Connect's offer identifier; an introductory offer is never named by it.
  package var id: String
  package var kind: OfferKind
  /// Ids of products.
  package var products: [String]
  package var payment: OfferPayment
  /// For `payAsYouGo` one billing period, else the whole length.
  package var period: Period
  /// The periods of a `payAsYouGo` offer; 1 for all others.
  package var cycles: Int
  /// Milliunits of each payment; 0 for a free trial.
  package var price: Int64
  package var window: TimeWindow
  package var winBack: WinBackTerms?
  /// The customers who may redeem an offer code.
  package var customers: [CustomerClass]
  /// Where an offer code is redeemed.
  package var redemptionURL: String?
  /// The plan that the offer belongs to; each plan has its own.
  package var billingPlan: StoreBillingPlan

  package init(
    id: String, kind: OfferKind, products: [String], payment: OfferPayment, period: Period,
    cycles: Int = 1, price: Int64, window: TimeWindow = .always, winBack: WinBackTerms? = nil,
    customers: [CustomerClass] = [], redemptionURL: String? = nil,
    billingPlan: StoreBillingPlan = .upFront
  ) {
    self.billingPlan = billingPlan
    self.id = id
    self.kind = kind
    self.products = products
    self.payment = payment
    self.period = period
    self.cycles = payment == .payAsYouGo ? cycles : 1
    self.price = payment == .freeTrial ? 0 : price
    self.window = window
    self.winBack = winBack
    self.customers = customers
    self.redemptionURL = redemptionURL
  }

  /// The length of all payments together, as transactions state it.
  var totalPeriod: Period {
    Period(months: period.months * cycles, days: period.days * cycles)
  }
}

/// Where a customer buys.
package struct Storefront: Hashable, Sendable {
  /// ISO 3166-1 alpha-3.
  package var country: String
  /// Apple's number.
  package var id: String
  /// ISO 4217.
  package var currency: String

  package static let usa = Storefront(country: "USA", id: "143441", currency: "USD")
  package static let germany = Storefront(country: "DEU", id: "143443", currency: "EUR")
  package static let japan = Storefront(country: "JPN", id: "143462", currency: "JPY")
  package static let unitedKingdom = Storefront(country: "GBR", id: "143444", currency: "GBP")

  /// The language of most devices there.
  var locale: String {
    switch country {
    case "DEU": "de-DE"
    case "JPN": "ja-JP"
    case "GBR": "en-GB"
    default: "en-US"
    }
  }

  package static let all = [usa, germany, japan, unitedKingdom]
}
