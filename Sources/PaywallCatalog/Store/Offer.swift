/// A subscription offer, and its conditions.
package struct Offer: Sendable {
  /// The key in `offers.yaml`; paywalls name offers by it.
  package var key: String
  /// App Store Connect's offer identifier: the bytes that are signed.
  package var id: String
  package var kind: OfferKind
  /// Ids of the products that have this offer.
  package var products: [String]
  /// The plan that it is an offer of; each plan has its own.
  package var billingPlan: BillingPlan
  package var payment: OfferPayment?
  /// For `payAsYouGo` one billing period, else the whole length.
  package var period: Period?
  /// How many periods a `payAsYouGo` offer runs; 1 otherwise.
  package var cycles: Int
  /// Who may get it; `nil` for everyone.
  package var audience: Condition?
  package var limit: OfferLimit?
  package var window: TimeWindow
  /// Introductory only: may be given to customers who had one already, within `limit`.
  package var again: Bool
  package var winBack: WinBackTerms?
  package var code: OfferCodeTerms?

  package init(
    key: String, id: String, kind: OfferKind, products: [String],
    billingPlan: BillingPlan = .upFront, payment: OfferPayment? = nil, period: Period? = nil,
    cycles: Int = 1, audience: Condition? = nil, limit: OfferLimit? = nil,
    window: TimeWindow = .always, again: Bool = false, winBack: WinBackTerms? = nil,
    code: OfferCodeTerms? = nil
  ) {
    self.key = key
    self.id = id
    self.kind = kind
    self.products = products
    self.billingPlan = billingPlan
    self.payment = payment
    self.period = period
    self.cycles = cycles
    self.audience = audience
    self.limit = limit
    self.window = window
    self.again = again
    self.winBack = winBack
    self.code = code
  }
}

/// The four kinds of subscription offers that Apple has.
package enum OfferKind: String, CaseIterable, Sendable {
  case introductory, promotional, winBack, offerCode
}

/// How an offer is paid.
package enum OfferPayment: String, CaseIterable, Sendable {
  case freeTrial, payAsYouGo, payUpFront
}

/// How often an offer is granted.
package struct OfferLimit: Sendable {
  /// Redemptions one customer may have within `every`, or ever without it.
  package var perCustomer: Int?
  package var every: Period?
  /// Grants per UTC day, environment and offer, over all products.
  package var perDay: Int?
  /// Signs an offer with `perDay` in the paywall answer, so that an impression takes a place.
  package var signInPaywall: Bool
  /// Signatures under one grant.
  package var attempts: AttemptLimit

  package init(
    perCustomer: Int? = nil, every: Period? = nil, perDay: Int? = nil, signInPaywall: Bool = false,
    attempts: AttemptLimit = AttemptLimit()
  ) {
    self.perCustomer = perCustomer
    self.every = every
    self.perDay = perDay
    self.signInPaywall = signInPaywall
    self.attempts = attempts
  }
}

/// How many signatures one grant allows in its 24 hours, counted separately for apps and servers. A
/// retried tap needs a few; a legacy signature names an account but no person, so it could be
/// passed on. Signatures in paywall answers have the same limits and are counted separately.
package struct AttemptLimit: Sendable {
  package var client: Int
  package var server: Int

  package init(client: Int = Self.clientDefault, server: Int = Self.serverDefault) {
    self.client = client
    self.server = server
  }

  package static let clientDefault = 12
  package static let serverDefault = 100
  /// The valid range in files.
  package static let clientRange = 1...1_000
  package static let serverRange = 1...10_000
}

extension Offer {
  /// Also for an offer without a limit.
  package var attempts: AttemptLimit { limit?.attempts ?? AttemptLimit() }
}

/// The terms of a win-back offer in App Store Connect. Apple decides; our copy may only refuse.
package struct WinBackTerms: Sendable {
  package var paidFor: Period?
  package var lapsedAtLeast: Period?
  package var lapsedAtMost: Period?
  package var sinceLast: Period?
  package var priority: WinBackPriority
  /// The numeric id in the App Store, for the redemption link.
  package var appStoreId: Int64?

  package init(
    paidFor: Period? = nil, lapsedAtLeast: Period? = nil, lapsedAtMost: Period? = nil,
    sinceLast: Period? = nil, priority: WinBackPriority = .normal, appStoreId: Int64? = nil
  ) {
    self.paidFor = paidFor
    self.lapsedAtLeast = lapsedAtLeast
    self.lapsedAtMost = lapsedAtMost
    self.sinceLast = sinceLast
    self.priority = priority
    self.appStoreId = appStoreId
  }
}

package enum WinBackPriority: String, CaseIterable, Sendable {
  case high, normal
}

/// Who may redeem an offer code, and where.
package struct OfferCodeTerms: Sendable {
  package var customers: [CustomerClass]
  package var url: String?

  package init(customers: [CustomerClass], url: String? = nil) {
    self.customers = customers
    self.url = url
  }
}

/// Apple's classes of customers for offer codes.
package enum CustomerClass: String, CaseIterable, Sendable {
  case new, existing, expired
}

#if Server
extension Offer: Hashable {}
extension OfferLimit: Hashable {}
extension AttemptLimit: Hashable {}
extension WinBackTerms: Hashable {}
extension OfferCodeTerms: Hashable {}
#endif
