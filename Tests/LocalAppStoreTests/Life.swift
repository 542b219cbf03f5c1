import LocalAppStore
import PaywallCatalog
import TestSupport

/// A random life of a customer, told as causes: what they and Apple do, and the time between.
struct Life {
  private var random: SplitMix
  private(set) var world: World

  private static let plans = [
    "pro_monthly", "pro_yearly", "max_monthly", "max_same", "basic_monthly", "basic_weekly",
  ]

  init(seed: UInt64) throws {
    random = SplitMix(state: seed)
    let grace = [nil, 3, 16, 28][random.below(4)].map { WorldSettings.GracePeriod(days: $0) }
    world = try Shop.world(seed: seed, WorldSettings(gracePeriod: grace))
  }

  /// Some time, and then one cause. What the App Store refuses changes nothing.
  mutating func step() throws {
    let hours = [1, 24, 24 * 3, 24 * 9, 24 * 31][random.below(5)] * (1 + random.below(4))
    world.advance(by: Period(seconds: hours * 3600 + random.below(3600)))
    do {
      try act()
    } catch is StoreRefusal {}
  }

  private mutating func act() throws {
    let plan = Self.plans[random.below(Self.plans.count)]
    let bought = world.subscriptions.flatMap(\.transactions) + world.purchases.map(\.transaction)
    let some = bought.isEmpty ? "none" : bought[random.below(bought.count)].transactionId
    let last = world.subscriptions.first?.current.transactionId ?? "none"
    switch random.below(18) {
    case 0...4: try world.buy(plan, by: "ada")
    case 5: try world.buy("pro_monthly", by: "ada", .init(offer: .winBack(offerId: "back")))
    case 6: try world.buy("pro_yearly", by: "ada", .init(offer: .winBack(offerId: "first")))
    case 7: try world.buy("pro_monthly", by: "ada", .init(offer: .offerCode(offerId: "PARTNER")))
    case 8: try world.buy("basic_monthly", by: "ada", .init(offer: .offerCode(offerId: "STAY")))
    case 9: try world.buy("coins", by: "ada", .init(quantity: 1 + random.below(3)))
    case 10...11: try world.cancel(plan, by: "ada")
    case 12: try world.resume(plan, by: "ada")
    case 13: try world.setPayment(works: false, of: "ada")
    case 14: try world.setPayment(works: true, of: "ada")
    case 15:
      try world.refund(
        random.below(2) == 0 ? some : last, isProrated: random.below(3) == 0)
    case 16: try world.reverseRefund(of: random.below(2) == 0 ? some : last)
    default: try world.extend(plan, of: "ada", days: 1 + random.below(90))
    }
  }

  mutating func takeNotifications() -> [StoreNotification] { world.takeNotifications() }
}
