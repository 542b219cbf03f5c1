import Foundation
import LocalAppStore
import OfferSigning
import PaywallCatalog
import TestSupport

/// Random lives of some customers, told as causes: their actions and Apple's, and the time between.
struct Life {
  var random: SplitMix
  var world: World
  /// Signs promotional offers.
  private let key: SigningKey
  /// Ids of purchases that changed without a notification; a server then asks Apple, or the device
  /// reports.
  var changedSilently: [String] = []

  /// The last two hold seats of the one before them.
  static let customers = ["ada", "bob", "eva", "gus", "hal", "ida"]
  static let plans = [
    "pro_monthly", "pro_yearly", "max_monthly", "max_same", "basic_monthly", "basic_weekly",
  ]
  private static let monthlyOffers = [
    StoreOffer(
      id: "months", kind: .introductory, products: ["pro_yearly"], payment: .payAsYouGo,
      period: period("P1M"), cycles: 2, price: 990, billingPlan: .monthly),
    StoreOffer(
      id: "MONTHS", kind: .offerCode, products: ["pro_yearly"], payment: .payAsYouGo,
      period: period("P1M"), cycles: 3, price: 2_990, customers: [.existing, .expired],
      billingPlan: .monthly),
  ]
  private static let tokens = [
    "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd", "5f1c0b9e-7f0a-4a53-9d6f-0f5b1f0a7c11",
  ]

  init(seed: UInt64) throws {
    random = SplitMix(state: seed)
    key = try SigningKey.throwAway(id: "ABC123DEFG")
    let isOnlyAfterPaidPeriods = random.below(3) == 0
    let grace = [nil, 3, 16, 28][random.below(4)].map {
      WorldSettings.GracePeriod(days: $0, isOnlyAfterPaidPeriods: isOnlyAfterPaidPeriods)
    }
    world = try Shop.world(
      seed: seed, WorldSettings(gracePeriod: grace), offerKeys: [key.verificationKey],
      offers: Self.monthlyOffers)
    try world.addCustomer("bob")
    // She pays by the month, where Apple sells that.
    try world.addCustomer("eva", storefront: .germany)
    try world.sellMonthly("pro_yearly", for: 7_990)
    for id in Self.customers.suffix(3) { try world.addCustomer(id) }
    try world.sellBySeat(
      "max_monthly",
      SeatTerms(discounts: [.init(from: 3, price: 17_990), .init(from: 6, price: 7)]))
    let byServer = SeatInvitations.developer
    try world.sellBySeat("basic_weekly", SeatTerms(invitations: byServer))
  }

  /// Lets some time pass, and then one cause happen. A cause that the App Store refuses changes
  /// nothing.
  mutating func step() throws {
    let moment = nextMoment()
    world.advance(to: moment)
    try cause()
  }

  /// When the next cause happens.
  mutating func nextMoment() -> Timestamp {
    let hours = [1, 24, 24 * 3, 24 * 9, 24 * 31][random.below(5)] * (1 + random.below(4))
    return world.now.adding(Period(seconds: hours * 3600 + random.below(3600)))
  }

  /// Lets one cause happen now.
  mutating func cause() throws {
    changedSilently = []
    do {
      try act()
    } catch is StoreRefusal {}
  }

  private mutating func act() throws {
    // Most of it happens to the first customer, so that their life is full.
    let (id, other) = random.below(3) > 0 ? ("ada", "bob") : ("bob", "ada")
    let plan = Self.plans[random.below(Self.plans.count)]
    switch random.below(12) {
    case 0...1: return try commit(plan)
    case 2...4: return try takeSeats()
    case 5: return try switchBundles(id)
    case 6: return try restore(Self.customers[random.below(Self.customers.count)])
    default: break
    }
    let bought = (world.subscriptions.flatMap(\.transactions) + world.purchases.map(\.transaction))
      .flatMap(\.everyCopy)
    let some = bought.isEmpty ? "none" : bought[random.below(bought.count)].transactionId
    let last = try world.subscriptions(of: id).first?.current.transactionId ?? "none"
    switch random.below(28) {
    case 0...4: try world.buy(plan, by: id, .init(appAccountToken: token()))
    case 5: try world.buy("pro_monthly", by: id, .init(offer: .winBack(offerId: "back")))
    case 6: try world.buy("pro_yearly", by: id, .init(offer: .winBack(offerId: "first")))
    case 7: try world.buy("pro_monthly", by: id, .init(offer: .offerCode(offerId: "PARTNER")))
    case 8: try world.buy("basic_monthly", by: id, .init(offer: .offerCode(offerId: "STAY")))
    case 9: try world.buy("coins", by: id, .init(quantity: 1 + random.below(3)))
    case 10...11: try world.cancel(plan, by: id)
    case 12: try world.resume(plan, by: id)
    case 13: try world.setPayment(works: false, of: id)
    case 14: try world.setPayment(works: true, of: id)
    case 15:
      try world.refund(
        random.below(2) == 0 ? some : last, isProrated: random.below(3) == 0)
    case 16: try world.reverseRefund(of: random.below(2) == 0 ? some : last)
    case 17: try extend(plan, of: id)
    case 18: try buyPromotional(by: id)
    case 19: try world.requestRefund(of: last, because: .other)
    case 20:
      try world.requestRefund(of: some, because: .other)
      try world.declineRefund(of: some)
    case 21: try setToken(of: some)
    case 22:
      if try world.family(of: id) == nil {
        try world.joinFamily(id, of: other)
      } else if random.below(2) == 0 {
        try world.leaveFamily(id)
      }
    case 23: try world.setSharing(random.below(2) == 0, plan, by: id)
    case 24: try world.buy("forever", by: id)
    case 25: try world.agreeToPriceIncrease(of: plan, by: id)
    case 26: try setPrice(of: plan)
    // Most lives end before it.
    default: if random.below(30) == 0 { try world.withdraw("basic_weekly") }
    }
  }

  private mutating func commit(_ plan: String) throws {
    let last = try world.subscriptions(of: "eva").first?.current.transactionId ?? "none"
    switch random.below(15) {
    case 0...5: try world.buy("pro_yearly", by: "eva", .init(billingPlan: .monthly))
    case 6: try world.buy(plan, by: "eva")
    case 7...8: try world.cancel(plan, by: "eva")
    case 9: try world.resume(plan, by: "eva")
    case 10: try extend(plan, of: "eva")
    case 11: try world.setPayment(works: false, of: "eva")
    case 12: try world.setPayment(works: true, of: "eva")
    case 13:
      let code = PurchaseOptions.OfferChoice.offerCode(offerId: "MONTHS")
      try world.buy("pro_yearly", by: "eva", .init(offer: code, billingPlan: .monthly))
    default: if random.below(4) == 0 { try world.refund(last) }
    }
  }

  /// Copies of an extended purchase, also those of family members, have no notification of their
  /// own.
  mutating func extend(_ plan: String, of id: String) throws {
    try world.extend(plan, of: id, days: 1 + random.below(90))
    changedSilently = world.subscriptions.map(\.originalTransactionId)
  }

  private mutating func setPrice(of plan: String) throws {
    let price = Int64(1 + random.below(30)) * 990
    try world.setPrice(of: plan, to: price, needsConsent: random.below(2) == 0)
    // Nothing is sent about a lower price.
    changedSilently = world.subscriptions.filter { $0.nextProductId == plan && $0.isRunning }
      .map(\.originalTransactionId)
  }

  private mutating func token() -> String? {
    let drawn = random.below(4)
    return drawn < 2 ? Self.tokens[drawn] : nil
  }

  private mutating func setToken(of some: String) throws {
    try world.setAccountToken(Self.tokens[random.below(2)], of: some)
    changedSilently = [some]
  }

  private mutating func buyPromotional(by id: String) throws {
    let (offer, product) = [
      ("loyal", "pro_monthly"), ("upgrade", "max_monthly"), ("less", "basic_monthly"),
    ][random.below(3)]
    let signature = try key.sign(
      PromotionalOffer(bundleId: "com.example.paywall", productId: product, offerId: offer),
      for: .anyone, nonce: UUID(),
      at: Date(timeIntervalSince1970: Double(world.now.milliseconds) / 1000))
    try world.buy(
      product, by: id, .init(offer: .promotional(offerId: offer, .legacy(signature))))
  }

  mutating func takeNotifications() -> [StoreNotification] { world.takeNotifications() }
}
