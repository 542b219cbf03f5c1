import PaywallKit

/// A screen in the terminal.
struct Screen: Sendable {
  func say(_ words: String) { print(words) }

  func show(_ placement: PlacementDecision) {
    guard let paywall = placement.paywall else {
      return say("[\(placement.id)] nothing is shown")
    }
    say("[\(placement.id)] \(paywall.content["headline"]?.string ?? paywall.id)")
    for product in paywall.products {
      let offers = product.offers.map { "\($0.kind.rawValue) \($0.id)" }
      say("  \(product.id)\(offers.isEmpty ? "" : " with \(offers.joined(separator: " or "))")")
    }
  }
}

extension RestoreOutcome {
  /// Whether the customer has something.
  var isRestored: Bool {
    guard case .restored = self else { return false }
    return true
  }
}
