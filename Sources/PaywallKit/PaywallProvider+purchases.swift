// The defaults of a double that sells nothing.
extension PaywallProvider {
  /// The paywall's products as the store sells them.
  public func products(of placement: PlacementDecision) async -> ProductsOutcome {
    await products(of: placement, within: nil)
  }

  /// Fails with `noStore`.
  public func products(of placement: PlacementDecision, within budget: Duration?) async
    -> ProductsOutcome
  {
    .failed(.noStore)
  }

  /// Buys without more than the defaults of ``Paywalls/buy(_:on:offer:ifOfferFails:within:)``.
  public func buy(
    _ product: String, on placement: PlacementDecision, offer: OfferPreference = .first,
    ifOfferFails fallback: OfferFallback = .stop
  ) async -> PurchaseOutcome {
    await buy(product, on: placement, offer: offer, ifOfferFails: fallback, within: nil)
  }

  /// Fails with `noStore`.
  public func buy(
    _ product: String, on placement: PlacementDecision, offer: OfferPreference,
    ifOfferFails fallback: OfferFallback, within budget: Duration?
  ) async -> PurchaseOutcome { .failed(.noStore) }

  /// Always `nil`.
  public func offer(for product: String, on placement: PlacementDecision) async -> Paywall.Offer? {
    nil
  }

  /// Asks the App Store for the customer's purchases.
  public func restore() async -> RestoreOutcome { await restore(within: nil) }

  /// Fails with `noStore`.
  public func restore(within budget: Duration?) async -> RestoreOutcome { .failed(.noStore) }

  /// Keeps nothing, so that nothing is finished.
  public func report(_ evidence: PurchaseEvidence) async -> ReportOutcome {
    .notSaved(.unreachable("Nothing is behind this."))
  }

  /// Asks the server what the customer has.
  @discardableResult
  public func refreshCustomer() async -> PaywallCustomer? { await refreshCustomer(within: nil) }

  /// Returns ``customer``.
  @discardableResult
  public func refreshCustomer(within budget: Duration?) async -> PaywallCustomer? { customer }

  /// True if ``customer`` has the entitlement, at any time.
  public func isEntitled(_ id: String) -> Bool {
    customer?.entitlements.contains { $0.id.utf8.elementsEqual(id.utf8) } ?? false
  }

  /// Always `nil`.
  public var customer: PaywallCustomer? { nil }

  /// ``customer``, and no change.
  public var customers: AsyncStream<PaywallCustomer> {
    AsyncStream { reader in
      if let customer { reader.yield(customer) }
      reader.finish()
    }
  }
}
