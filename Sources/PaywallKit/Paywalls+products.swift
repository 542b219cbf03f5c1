extension Paywalls {
  /// Returns the paywall's products as the store sells them, with the offer that a purchase would
  /// take: an app asks the store for nothing more.
  ///
  /// - Parameters:
  ///   - placement: the answer that the app shows.
  ///   - budget: the time for the store; `nil` is the client's for signing.
  /// - Returns: the products that the store sells, in the paywall's order.
  public func products(
    of placement: PlacementDecision, within budget: Duration? = nil
  ) async -> ProductsOutcome {
    guard let store = configuration.store else { return .failed(.noStore) }
    let shown = placement.paywall?.products ?? []
    guard !shown.isEmpty else { return .loaded([]) }
    let end = clock.running() + (budget ?? configuration.advanced.signingBudget)
    switch await load(shown.map(\.id), from: store, until: end) {
    case .failure(let failure): return .failed(failure.why)
    case .success(let products):
      return .loaded(
        shown.compactMap { product in
          products.first { $0.id.utf8.elementsEqual(product.id.utf8) }.map {
            PaywallProduct(product, $0)
          }
        })
    }
  }
}
