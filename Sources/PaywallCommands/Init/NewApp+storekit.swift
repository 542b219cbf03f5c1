import CatalogFiles
import PaywallCatalog
import PaywallTextCoding

extension NewApp {
  /// Takes the products of an Xcode file. Unfinished entries are left out and named.
  ///
  /// - Returns: the ids that are left out.
  mutating func take(_ file: StoreKitFile) -> [String] {
    var leftOut: [String] = []
    groups = Self.named(file.groups)
    locales = Self.languages(of: file.locales)
    for product in file.products {
      let isTwice = products.contains { $0.id.hasSameUTF8(as: product.id.value) }
      guard !isTwice, let new = Product(product, groups) else {
        leftOut.append(product.id.value)
        continue
      }
      products.append(new)
      for offer in product.subscription?.offers ?? [] {
        if let new = Offer(offer, on: new.id) {
          add(new)
        } else {
          leftOut.append("\(offer.kind.rawValue) of \(new.id)")
        }
      }
    }
    return leftOut
  }

  /// Adds an offer; products with an offer of the same terms share it.
  private mutating func add(_ offer: Offer) {
    guard let same = offers.firstIndex(where: { $0.hasSameTerms(as: offer) }) else {
      return offers.append(offer)
    }
    offers[same].products += offer.products
  }

  /// Returns groups with keys from their names, each unique.
  private static func named(_ groups: [StoreKitFile.Group]) -> [Group] {
    var keys = UniqueKeys()
    return groups.map { Group(key: keys.next($0.name ?? "", otherwise: "pro"), id: $0.id.value) }
  }

  /// Returns languages: `en_US` and `en_GB` stay apart, `de_DE` alone is `de`.
  private static func languages(of locales: [String]) -> [String] {
    let tags = locales.map { $0.replacing("_", with: "-") }
    let languages = tags.map { $0.split(separator: "-").first.map(String.init) ?? $0 }
    let all = zip(tags, languages).map { tag, language in
      languages.count(where: { $0 == language }) > 1 ? tag : language
    }
    return all.isEmpty ? ["en"] : all
  }
}

extension NewApp.Product {
  fileprivate init?(_ product: StoreKitFile.Product, _ groups: [NewApp.Group]) {
    guard let type = product.type?.value else { return nil }
    self.init(
      id: product.id.value, type: type, isFamilyShareable: product.isFamilyShareable.value)
    guard type == .autoRenewable else { return }
    guard let subscription = product.subscription, let period = subscription.period?.value else {
      return nil
    }
    self.period = period
    group = groups.first { $0.id == subscription.group.value }?.key
    level = subscription.level?.value ?? 1
  }
}

extension NewApp.Offer {
  fileprivate init?(_ offer: StoreKitFile.Offer, on product: String) {
    guard let payment = offer.payment?.value, let period = offer.period?.value else { return nil }
    self.init(
      kind: offer.kind, id: offer.id.value, products: [product], payment: payment, period: period,
      cycles: offer.cycles.value, customers: offer.customers?.value ?? CustomerClass.allCases,
      isMonthlyPlan: offer.billingPlan == "MONTHLY")
  }

  fileprivate func hasSameTerms(as other: Self) -> Bool {
    var other = other
    other.products = products
    return self == other
  }
}

/// Unique names for entries of a file, made of texts for people.
struct UniqueKeys {
  private var taken: Set<String> = []

  /// Returns a key: `Lumen Pro` is `lumen-pro`, and the second one `lumen-pro-2`.
  mutating func next(_ text: String, otherwise usual: String) -> String {
    let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return unique(words.isEmpty ? usual : String(words.joined(separator: "-").prefix(48)))
  }

  /// Returns the name, with a number if it is taken.
  mutating func unique(_ name: String) -> String {
    var (key, number) = (name, 1)
    while !taken.insert(key).inserted {
      number += 1
      key = "\(name)-\(number)"
    }
    return key
  }
}
