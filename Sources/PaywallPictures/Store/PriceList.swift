package import CatalogFiles
package import PaywallCatalog
import Serving

/// Prices of products and offers in one storefront, from a `.storekit` file or from `prices.yaml`.
package struct PriceList: Sendable {
  /// The path of the file that names the storefront.
  package let path: String
  /// The storefront's country by its code of two letters; `nil` if the file has none that is known.
  package let country: String?
  private let products: [String: StoreKitFile.Product]
  /// The locale that tests run in, then the others.
  private let locales: [String]
  /// The prices of `prices.yaml`, which override those of the file.
  private var stated: [String: StorePrices.Product] = [:]
  /// True if prices of the file are those of the storefront.
  private var pricesCount = true

  package init(_ file: StoreKitFile) {
    path = file.path
    locales = file.locales
    country = file.storefront.flatMap { Country.alpha2(spelling: $0) }
    products = Dictionary(file.products.map { ($0.id.value, $0) }) { first, _ in first }
  }

  /// Prices of `prices.yaml`. Names, and the prices that it does not state, are those of a file; its prices
  /// only if the file is of the same storefront.
  init(_ stated: [String: StorePrices.Product], of country: String, beside file: PriceList?) {
    self.stated = stated
    self.country = country
    pricesCount = file?.country == country
    path = ConfigurationPath.prices
    products = file?.products ?? [:]
    locales = file?.locales ?? []
  }

  /// Returns the list of a country, else the first one.
  package static func list(of country: String?, among lists: [PriceList]) -> PriceList? {
    lists.first { country != nil && $0.country == country } ?? lists.first
  }
}

extension PriceList {
  private var currency: String? { country.flatMap { StoreCurrency.of(country: $0) } }

  func money(_ milliunits: Int64?) -> Money? {
    milliunits.map { Money(milliunits: $0, currency: currency) }
  }

  /// Returns the price of one period; on the monthly plan, of one month.
  package func price(of product: String, on plan: BillingPlan = .upFront) -> Money? {
    let own = stated[product]
    if let price = plan == .monthly ? own?.monthly : own?.price { return money(price) }
    guard pricesCount, let product = products[product] else { return nil }
    return money(plan == .monthly ? product.subscription?.monthlyPrice : product.price)
  }

  /// Returns the price of the offer, which is nothing for a free trial.
  package func price(of offer: Offer, on product: String) -> Money? {
    if offer.payment == .freeTrial { return money(0) }
    if let price = stated[product]?.offers[offer.key] { return money(price) }
    guard pricesCount else { return nil }
    let found = products[product]?.subscription?.offers.first {
      $0.kind == offer.kind && (offer.kind == .introductory || $0.id.value == offer.id)
        && ($0.billingPlan == "MONTHLY") == (offer.billingPlan == .monthly)
    }
    return money(found?.price)
  }

  /// Returns the name that customers see in a locale, in the nearest language that the file has.
  func name(of product: String, in locale: String) -> String? {
    guard let names = products[product]?.names, !names.isEmpty else { return nil }
    let languages = AppLanguages(locales.filter { names[$0] != nil })
    return names[languages.locale(for: PreferredLanguages(locale))]
  }
}
