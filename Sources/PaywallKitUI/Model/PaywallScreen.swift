import Foundation
import PaywallCatalog
import PaywallKit
import PaywallPresentation

/// A paywall on a screen: texts in one language, ready to be drawn.
struct PaywallScreen: Sendable {
  let content: PaywallContent
  let words: PaywallWords
  /// The products that the store sells here, in the paywall's order.
  let products: [ShownProduct]

  /// - Parameter products: the paywall's products that the store sells; one that it cannot sell as
  ///   the paywall says is left out.
  init(_ paywall: PaywallKit.Paywall, _ products: [PaywallKit.PaywallProduct]) {
    content = PaywallContent(paywall.content.members)
    let sold = products.filter { $0.displayPrice != nil }
    words = PaywallWords(for: paywall.locale, digitsOf: sold.compactMap(\.displayPrice).joined())
    self.products = sold.map { [words, content] in ShownProduct($0, words, content) }
  }
}

extension ShownProduct {
  fileprivate init(
    _ product: PaywallKit.PaywallProduct, _ words: PaywallWords, _ content: PaywallContent
  ) {
    let sentences = PriceSentences(words, product)
    let payment = product.terms.flatMap { OfferPayment(rawValue: $0.payment.rawValue) }
    let offer = product.terms.flatMap { terms in
      payment.flatMap {
        sentences.sentence(
          $0, price: terms.displayPrice, each: Period(terms.period), cycles: terms.periodCount)
      }
    }
    self.init(
      id: product.id, name: product.store.displayName, sentences, offer: offer,
      verb: sentences.verb(of: payment, isCode: product.offer?.kind == .offerCode), in: content)
  }
}

extension PriceSentences {
  /// A product with what the store says of it.
  fileprivate init(_ words: PaywallWords, _ product: PaywallKit.PaywallProduct) {
    let period = product.store.period.map { Period($0) }
    let plan = product.product.billingPlan == .monthly ? product.store.monthlyPlan : nil
    self.init(
      words, ProductType(rawValue: product.store.type.rawValue) ?? .consumable,
      price: product.displayPrice, each: plan == nil ? period : Period(months: 1),
      commitment: plan.flatMap { plan in
        period.map { (length: $0, total: plan.commitmentDisplayPrice) }
      })
  }
}

extension PaywallContent.Hero {
  /// The address that the image is loaded from; `nil` for an address that is not https, and for a
  /// file that the app does not carry.
  ///
  /// - Parameter file: looks a file up in the app: its path first, then its name alone, because Xcode copies
  ///   files of groups without their folders.
  func url(
    isDark: Bool,
    file: (String) -> URL? = { Bundle.main.url(forResource: $0, withExtension: nil) }
  ) -> URL? {
    let name = isDark ? dark ?? image : image
    guard name.contains("://") else {
      return file(name) ?? file(name.split(separator: "/").last.map(String.init) ?? "")
    }
    return name.lowercased().hasPrefix("https://") ? URL(string: name) : nil
  }
}

extension PaywallWords {
  /// The words in the first language of the device.
  static var device: PaywallWords {
    PaywallWords(for: Locale.preferredLanguages.first ?? "en", digitsOf: "")
  }
}

extension PaywallCatalog.Period {
  /// The period as the catalog counts it.
  init(_ period: StoreProduct.Period) {
    switch period.unit {
    case .day: self.init(days: period.count)
    case .week: self.init(days: period.count * 7)
    case .month: self.init(months: period.count)
    case .year: self.init(months: period.count * 12)
    }
  }
}

extension PaywallKit.JSONValue {
  /// The members of an object, by name, in the words of the catalog; none of anything else.
  var members: [Content.Member] {
    guard case .object(let members) = self else { return [] }
    return members.sorted { $0.key < $1.key }.map { Content.Member($0.key, $0.value.content) }
  }

  private var content: Content {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let text): .text(text)
    case .array(let values): .list(values.map(\.content))
    case .object: .object(members)
    }
  }
}
