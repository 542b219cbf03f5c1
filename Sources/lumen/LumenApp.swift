import PaywallKit

/// The code that a team writes: six tasks. `screen` is the app's own.
struct LumenApp {
  let paywalls: Paywalls
  let screen: Screen

  /// Shows the paywall of a placement, if there is one.
  func show(at id: String) async -> PlacementDecision {
    let placement = await paywalls.placement(id, signing: .ahead)
    await paywalls.reportExposure(of: placement)
    screen.show(placement)
    return placement
  }

  /// Buys with the offer that the paywall holds: the signed one, a win-back, the trial of Apple.
  func buy(_ product: String, on placement: PlacementDecision) async {
    switch await paywalls.buy(product, on: placement) {
    case .bought(let purchase):
      screen.say("Thank you: \(product), offer \(purchase.offer ?? "none").")
    case .pending: screen.say("Waiting for an approval.")
    case .cancelled: break
    case .offerRefused(let why): screen.say("The offer is over: \(why)")
    case .failed(let why): screen.say("Not bought: \(why)")
    }
  }

  /// Wins back who has left: the paywall says with what.
  func winBack() async {
    let placement = await show(at: "settings")
    if let product = placement.productIds.first { await buy(product, on: placement) }
  }

  /// A purchase that was not made by `buy`, such as in a view of StoreKit.
  func report(_ jws: String) async { await paywalls.report(PurchaseEvidence(transactions: [jws])) }

  /// True for subscribers; without `await`.
  var mayExport: Bool { paywalls.isEntitled("pro") }

  func restore() async { screen.say("Restored: \(await paywalls.restore().isRestored)") }
}
