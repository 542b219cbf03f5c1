import LocalAppStore
import PaywallCatalog
import TestSupport

// Purchases that Apple began to sell in the autumn of 2026, and purchases under several ids.
extension Life {
  /// Gus pays for several people.
  mutating func takeSeats() throws {
    let plan = ["max_monthly", "basic_weekly", "pro_yearly", "pro_monthly"][random.below(4)]
    let running = try world.subscriptions(of: "gus").last { $0.isRunning && $0.seats != nil }
    let current = running?.current.productId ?? plan
    let bought = try world.subscriptions(of: "gus").flatMap(\.transactions)
      .flatMap(\.everyCopy)
    let some = bought.isEmpty ? "none" : bought[random.below(bought.count)].transactionId
    let last = bought.last?.transactionId ?? "none"
    let one = random.below(2) == 0 ? some : last
    let holder = ["hal", "ida"][random.below(2)]
    switch random.below(20) {
    case 0...2: try world.buy(plan, by: "gus", .init(seats: 1 + random.below(9)))
    case 3...5:
      try world.buy(current, by: "gus", .init(seats: (running?.seats ?? 0) + 1 + random.below(4)))
    case 6...7: try world.setRenewalSeats(1 + random.below(6), of: current, by: "gus")
    case 8...10: try world.refundSeats(1 + random.below(3), of: one)
    case 11...13: try world.assignSeat(of: current, by: "gus", to: holder)
    case 14: try world.unassignSeat(of: current, by: "gus", from: holder)
    case 15: try world.refund(one, isProrated: random.below(3) == 0)
    case 16: try world.reverseRefund(of: one)
    case 17: try world.setPayment(works: random.below(2) == 0, of: "gus")
    case 18: try extend(current, of: "gus")
    default:
      if random.below(2) == 0 {
        try world.cancel(current, by: "gus")
      } else {
        try world.resume(current, by: "gus")
      }
    }
    // Other changes of the period have no notification of their own.
    changedSilently += try world.subscriptions(of: "gus").map(\.originalTransactionId)
  }

  mutating func switchBundles(_ id: String) throws {
    let plan = ["pro_monthly", "pro_yearly"][random.below(2)]
    if random.below(3) > 0 {
      try world.joinBundle("all_apps", with: plan, for: 14_990, by: id)
    } else {
      try world.leaveBundle(plan, by: id)
    }
  }

  mutating func restore(_ id: String) throws {
    try world.restore(id)
    changedSilently =
      try world.subscriptions(of: id).map(\.originalTransactionId)
      + world.purchases(of: id).map(\.transaction.transactionId)
  }
}
