@testable import PaywallCatalog
@testable import Subscribers

/// Days after 2026-01-01T00:00Z: all dates of these tests are told in them.
func day(_ number: Double) -> Timestamp {
  Timestamp(milliseconds: 1_767_225_600_000 + Int64(number * 86_400_000))
}

/// The configuration of these tests: two groups, a lifetime, a season of 30 days, coins.
let shop = Snapshot(
  app: App(bundleId: "com.example.shop", environments: [.production], locales: ["en"]),
  groups: [
    SubscriptionGroup(key: "pro", id: "21500001", levels: [["yearly"], ["monthly"], ["basic"]]),
    SubscriptionGroup(key: "team", id: "21500002", levels: [["team"]]),
  ],
  products: [
    "yearly": Product(
      id: "yearly", type: .autoRenewable, group: "pro", period: Period(months: 12),
      entitlements: ["pro"]),
    "monthly": Product(
      id: "monthly", type: .autoRenewable, group: "pro", period: Period(months: 1),
      entitlements: ["pro"]),
    "basic": Product(
      id: "basic", type: .autoRenewable, group: "pro", period: Period(months: 1),
      entitlements: ["lite"]),
    "team": Product(
      id: "team", type: .autoRenewable, group: "team", period: Period(months: 1),
      entitlements: ["pro", "team"]),
    "lifetime": Product(id: "lifetime", type: .nonConsumable, entitlements: ["pro"]),
    "season": Product(
      id: "season", type: .nonRenewable, period: Period(days: 30), entitlements: ["season"]),
    "coins": Product(id: "coins", type: .consumable, entitlements: ["coins"]),
  ],
  schema: AttributeSchema(declared: [], groups: ["pro", "team"]), release: "r1")

extension TransactionFact {
  /// A month of `monthly` for 9.99 €, with the given changes. Days are counted from the start.
  static func bought(
    _ id: String = "1", of original: String = "1", _ product: String = "monthly",
    from start: Double? = 0, until end: Double? = 30, signed: Double? = nil,
    type: PurchaseType = .autoRenewable, ownership: Ownership = .purchased,
    reason: TransactionReason = .purchase, group: String? = "21500001", price: Int64? = 9990,
    currency: String? = "EUR", account: String? = nil, offer: OfferName? = nil,
    discount: OfferDiscount? = nil, isUpgraded: Bool = false, revoked: Double? = nil,
    revocation: RevocationType? = nil, revocationReason: Int? = 1, share: Int? = nil
  ) -> TransactionFact {
    TransactionFact(
      environment: .production, transactionId: id, originalTransactionId: original,
      productId: product, signedDate: day(signed ?? revoked ?? start ?? 0), groupId: group,
      type: OpenEnum(type), ownership: OpenEnum(ownership), reason: OpenEnum(reason),
      purchaseDate: start.map(day), expiresDate: end.map(day), appAccountToken: account,
      price: price, currency: currency, offerKind: offer?.kind, offerId: offer?.id,
      offerDiscount: discount.map { OpenEnum($0) }, isUpgraded: isUpgraded,
      revocationDate: revoked.map(day),
      revocationReason: revoked == nil ? nil : revocationReason,
      revocationType: revocation.map { OpenEnum($0) },
      revocationPercentage: share)
  }

  /// A free week.
  static func trial(_ id: String = "1", of original: String = "1") -> TransactionFact {
    bought(id, of: original, until: 7, price: 0, offer: .introductory, discount: .freeTrial)
  }
}

extension TransactionFact {
  /// A multiseat purchase as Apple sends it: tiers of price and quantity, and how many seats were
  /// revoked by which day.
  static func multiseat(
    _ tiers: [(price: Int64, quantity: Int)], id: String = "1", from start: Double = 0,
    until end: Double = 30, revoked: [(quantity: Int, day: Double)] = [], isAddition: Bool = false,
    ownership: Ownership = .purchased
  ) -> TransactionFact {
    var fact = bought(
      id, from: start, until: end, signed: revoked.last?.day, ownership: ownership)
    let quantity = tiers.reduce(0) { $0 + $1.quantity }
    let seats = Seats(
      tiers: tiers.map { SeatTier(price: $0.price, quantity: $0.quantity) },
      revoked: revoked.last?.quantity)
    fact.quantity = quantity
    fact.seats = seats
    fact.price = seats.amount(of: quantity, isFree: false)
    fact.seatRevocations = revoked.map { SeatRevocation(quantity: $0.quantity, at: day($0.day)) }
    if isAddition { fact.additionalReason = OpenEnum(.seatAddition) }
    return fact
  }
}

extension OfferName {
  static let introductory = OfferName(kind: OpenEnum(.introductory))

  static func promotional(_ id: String) -> OfferName {
    OfferName(kind: OpenEnum(.promotional), id: id)
  }

  static func winBack(_ id: String) -> OfferName { OfferName(kind: OpenEnum(.winBack), id: id) }
}

extension RenewalFact {
  static func told(
    of original: String = "1", signed: Double, next: String = "monthly", autoRenews: Bool? = true,
    at date: Double? = nil, isInBillingRetry: Bool? = nil, graceUntil: Double? = nil,
    price: Int64? = nil, priceIncrease: Int? = nil, offer: OfferName? = nil,
    winBack: [String]? = nil
  ) -> RenewalFact {
    RenewalFact(
      environment: .production, originalTransactionId: original, signedDate: day(signed),
      autoRenewProductId: next, autoRenews: autoRenews, renewalDate: date.map(day),
      renewalPrice: price, currency: "EUR", isInBillingRetry: isInBillingRetry,
      gracePeriodExpiresDate: graceUntil.map(day), priceIncreaseStatus: priceIncrease,
      offerKind: offer?.kind, offerId: offer?.id, eligibleWinBackOfferIds: winBack)
  }
}

extension CustomerHistory {
  static func of(_ transactions: TransactionFact..., told: [RenewalFact] = []) -> CustomerHistory {
    CustomerHistory(environment: .production, transactions: transactions, renewals: told)
  }

  /// The facts of the group `pro`.
  func pro(at now: Double) -> GroupFacts {
    facts(at: day(now), in: shop).groups["pro"] ?? GroupFacts()
  }

  /// The first subscription.
  func subscription(at now: Double) -> Subscription? {
    subscriber(at: day(now), in: shop).subscriptions.first
  }

  func names(at now: Double, for user: String? = nil) -> [String] {
    entitlements(at: day(now), in: shop, for: user).map(\.name)
  }
}
