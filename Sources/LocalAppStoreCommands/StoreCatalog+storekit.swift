import CatalogFiles
import LocalAppStore
import PaywallCatalog

extension StoreCatalog {
  /// Makes the catalog of a `.storekit` file. Products and offers that are not finished in Xcode
  /// are left out; a product without a price has the invented one. Xcode's win-back offers have no
  /// terms, so that everyone who left may have them.
  init(_ file: StoreKitFile, bundleId: String, appAppleId: Int64?) {
    let finished = file.products.compactMap { product in
      StoreProduct(product).map { (product, $0) }
    }
    self.init(
      bundleId: bundleId, appAppleId: appAppleId, products: finished.map(\.1),
      offers: finished.flatMap { product, sold in
        (product.subscription?.offers ?? []).compactMap { StoreOffer($0, on: sold) }
      })
  }
}

extension StoreProduct {
  fileprivate init?(_ product: StoreKitFile.Product) {
    guard let type = product.type?.value else { return nil }
    var plan: Plan?
    if type == .autoRenewable {
      guard let subscription = product.subscription, let period = subscription.period?.value else {
        return nil
      }
      plan = Plan(
        groupId: subscription.group.value, level: subscription.level?.value ?? 1, period: period,
        monthlyPrice: subscription.monthlyPrice)
    }
    self.init(
      id: product.id.value, type: type,
      price: product.price ?? StoreCatalog.listPrice(of: plan?.period), subscription: plan,
      isFamilyShareable: product.isFamilyShareable.value)
  }
}

extension StoreOffer {
  fileprivate init?(_ offer: StoreKitFile.Offer, on product: StoreProduct) {
    guard let payment = offer.payment?.value, let period = offer.period?.value,
      payment == .freeTrial || offer.price != nil
    else { return nil }
    self.init(
      id: offer.id.value ?? "introductory", kind: offer.kind, products: [product.id],
      payment: payment, period: period, cycles: offer.cycles.value, price: offer.price ?? 0,
      customers: offer.customers?.value ?? CustomerClass.allCases,
      // A monthly plan with a commitment has offers of its own.
      billingPlan: offer.billingPlan == "MONTHLY" ? .monthly : .upFront)
  }
}
