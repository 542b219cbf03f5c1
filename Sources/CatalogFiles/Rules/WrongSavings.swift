internal import PaywallCatalog

extension ValidationRule {
  /// A text that promises to save a share says one that the prices of the `.storekit` files bear out.
  static let wrongSavings = ValidationRule { draft, sink in
    let claims = draft.paywalls.map { ($0, $0.look.texts.compactMap { SavingClaim(in: $0) }) }
      .filter { !$0.1.isEmpty }
    guard !claims.isEmpty else { return }
    for (paywall, claims) in claims {
      let products = draft.paywall(paywall.id)?.products.map(\.product) ?? []
      for claim in claims {
        for file in draft.storeKitFiles {
          let savings = Savings(file, products).savings(of: claim.product)
          guard let best = savings.max(by: { $0.share < $1.share }),
            !savings.contains(where: { abs($0.share * 100 - claim.percent) < 1 })
          else { continue }
          let percent = Int((best.share * 100).rounded())
          sink.warning(
            .wrongSaving, at: claim.place,
            "this text promises \(Int(claim.percent))%, and by the prices in \(file.path) "
              + "'\(best.product)' saves \(percent)% \(best.basis)",
            help: "write \(percent)%, or take the number out: it differs by storefront")
          break
        }
      }
    }
  }
}

/// A promise such as `Save 33%`.
struct SavingClaim {
  /// The product of a badge; `nil` for a text about the whole paywall.
  let product: String?
  let percent: Double
  let place: Place

  /// `nil` for a text without a share; in other texts than badges it must also speak of saving.
  init?(in text: ContentText) {
    guard let percent = Self.percent(in: text.text), percent < 100,
      text.product != nil || Self.isOfSaving(text.text)
    else { return nil }
    (product, self.percent, place) = (text.product, percent, text.place)
  }

  /// `33%`, `33 %`, `%33`, `33％`.
  static func percent(in text: String) -> Double? {
    let scalars = Array(text.unicodeScalars)
    guard let sign = scalars.firstIndex(where: { ["%", "％", "٪"].contains($0) }) else { return nil }
    let before = scalars[..<sign].reversed().drop { $0.properties.isWhitespace }
      .prefix { $0.properties.numericType == .decimal }
    let digits =
      before.isEmpty
      ? Array(scalars[(sign + 1)...].prefix { $0.properties.numericType == .decimal })
      : before.reversed()
    guard (1...3).contains(digits.count) else { return nil }
    return digits.reduce(0) { $0 * 10 + ($1.properties.numericValue ?? 0) }
  }

  private static func isOfSaving(_ text: String) -> Bool {
    let text = text.lowercased()
    return words.contains { text.contains($0) }
  }

  private static let words = [
    "save", "saving", " off", "spar", "rabatt", "économis", "réduction", "ahorr", "descuento",
    "risparmi", "sconto", "poup", "economiz", "desconto", "bespaar", "korting", "お得", "オフ",
    "割引", "할인", "절약", "省", "优惠", "وفر", "خصم", "חיסכ", "הנחה",
  ]
}

/// The savings that a paywall's prices bear out, between its products and by its offers, from 0 to 1.
private struct Savings {
  private let products: [StoreKitFile.Product]

  typealias Saving = (product: String, share: Double, basis: String)

  init(_ file: StoreKitFile, _ ids: [String]) {
    products = file.products.filter { ids.contains($0.id.value) }
  }

  func savings(of product: String?) -> [Saving] {
    products.filter { product == nil || $0.id.value == product }.flatMap { product in
      rate(product).map { rate in others(product, rate) + offers(product) } ?? []
    }
  }

  private func others(_ product: StoreKitFile.Product, _ rate: Double) -> [Saving] {
    products.compactMap { other in
      guard let their = self.rate(other), their > rate else { return nil }
      return (product.id.value, 1 - rate / their, "against '\(other.id.value)'")
    }
  }

  private func offers(_ product: StoreKitFile.Product) -> [Saving] {
    guard let full = rate(product) else { return [] }
    return (product.subscription?.offers ?? []).compactMap { offer in
      guard let price = offer.price, let period = offer.period?.value, price > 0 else { return nil }
      let rate = Double(price) / Double(period.approximateSeconds)
      return rate < full ? (product.id.value, 1 - rate / full, "by an offer") : nil
    }
  }

  /// Thousandths of the currency a second.
  private func rate(_ product: StoreKitFile.Product) -> Double? {
    guard let price = product.price, price > 0, let period = product.subscription?.period?.value
    else { return nil }
    return Double(price) / Double(period.approximateSeconds)
  }
}
