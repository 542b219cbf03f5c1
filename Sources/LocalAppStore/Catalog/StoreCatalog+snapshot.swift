package import PaywallCatalog

extension StoreCatalog {
  /// Makes the catalog of a configuration. A configuration holds no prices, so they are invented: a
  /// product costs `prices` by its id, or else ``listPrice(of:)``; an offer that is paid costs half
  /// of what the product costs for the same time, and a month of a year that a paywall sells
  /// monthly a twelfth.
  package init(_ snapshot: Snapshot, prices: [String: Int64] = [:]) {
    let monthly = Set(
      snapshot.paywalls.values.flatMap(\.products).filter { $0.billingPlan == .monthly }
        .map(\.product))
    let products = snapshot.products.values.map { product in
      let price = prices[product.id] ?? Self.listPrice(of: product.period)
      let group = product.group.flatMap(snapshot.group)
      guard product.type == .autoRenewable, let group, let period = product.period else {
        return StoreProduct(
          id: product.id, type: product.type, price: price,
          isFamilyShareable: product.isFamilyShareable)
      }
      let level = group.levels.firstIndex { $0.contains(product.id) } ?? group.levels.count
      let plan = StoreProduct.Plan(
        groupId: group.id, level: level + 1, period: period,
        monthlyPrice: monthly.contains(product.id) ? price / 120 * 10 : nil)
      return StoreProduct(
        id: product.id, type: product.type, price: price, subscription: plan,
        isFamilyShareable: product.isFamilyShareable)
    }
    let prices = Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0) })
    let offers = snapshot.offers.values.sorted { $0.key < $1.key }.flatMap { offer in
      offer.products.compactMap { StoreOffer(offer, on: prices[$0]) }
    }
    self.init(
      bundleId: snapshot.app.bundleId, appAppleId: snapshot.app.appAppleId, products: products,
      offers: offers)
  }

  /// 9.99 for a month, and in proportion for other periods; 4.99 for a product without one.
  package static func listPrice(of period: Period?) -> Int64 {
    guard let period else { return 4_990 }
    let months = Int64(period.months)
    return months > 0 ? months * 10_000 - 10 : Int64(period.days) * 400 - 10
  }
}

extension StoreOffer {
  /// An offer of the configuration on one of its products; `nil` if the configuration leaves its
  /// payment or its length to App Store Connect.
  fileprivate init?(_ offer: Offer, on product: StoreProduct?) {
    guard let product, let payment = offer.payment, let period = offer.period,
      let plan = product.subscription
    else { return nil }
    let share = Double(period.approximateSeconds) / Double(plan.period.approximateSeconds)
    // Rounded to hundredths of the unit, which every currency can show.
    let price = Int64(Double(product.price) * share / 20) * 10
    self.init(
      id: offer.id, kind: offer.kind, products: [product.id], payment: payment, period: period,
      cycles: offer.cycles, price: price, window: offer.window, winBack: offer.winBack,
      customers: offer.code?.customers ?? [], redemptionURL: offer.code?.url,
      billingPlan: offer.billingPlan == .monthly ? .monthly : .upFront)
  }
}
