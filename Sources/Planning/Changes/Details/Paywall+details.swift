package import PaywallCatalog
import PaywallTextCoding
import Serving

extension Paywall: Described {
  var summary: [String] { ["sells \(products.map(\.words).commaSeparated)"] }

  static let aspects = Aspects<Paywall> {
    $0.value("title") { $0.title }
    $0.both { $1.compareProducts($0, &$2) }
    $0.phrase("selects") { $0.selected.map { "'\($0)'" } ?? "nothing" }
    $0.both { compareContent(.object($0.content), .object($1.content), at: "content", &$2) }
  }

  /// Phrases on what visitors see of this paywall and not of another one; titles are for the team.
  package func differences(from other: Paywall) -> [String] {
    var other = other
    other.title = title
    return Self.aspects.details(of: self, since: other)
  }

  private func compareProducts(_ before: Paywall, _ details: inout Details) {
    let old = before.products.map(\.product)
    let new = products.map(\.product)
    for product in before.products where !new.contains(product.product) {
      details.say("no longer sells '\(product.product)'")
    }
    for product in products {
      guard let was = before.products.first(where: { $0.product == product.product }) else {
        details.say("now sells '\(product.product)'\(product.offersInBrackets)")
        continue
      }
      details.compare(
        "'\(product.product)' is sold on the billing plan", was.billingPlan.rawValue,
        to: product.billingPlan.rawValue)
      details.compare(
        "'\(product.product)' tries the offers", was.offers.commaSeparated,
        to: product.offers.commaSeparated)
      compareContent(
        was.extra ?? .null, product.extra ?? .null, at: "extra of '\(product.product)'", &details)
    }
    details.compare(
      "products in the order", old.filter(new.contains).commaSeparated,
      to: new.filter(old.contains).commaSeparated)
  }
}

extension PaywallProduct {
  /// `pro_yearly (offers trial, loyalty)`
  fileprivate var words: String { sale + offersInBrackets }

  fileprivate var offersInBrackets: String {
    offers.isEmpty ? "" : " (offers \(offers.commaSeparated))"
  }
}

/// Lists differences by path: `content.headline.de "Los" → "Los geht's"`.
func compareContent(
  _ before: Content, _ after: Content, at path: String, _ details: inout Details
) {
  guard before != after else { return }
  switch (before.parts, after.parts) {
  case (let old?, let new?):
    let keys = new.map(\.key) + old.map(\.key).filter { key in !new.contains { $0.key == key } }
    for key in keys {
      let name = "\(path).\(key)"
      switch (old.first { $0.key == key }?.value, new.first { $0.key == key }?.value) {
      case (nil, let added?): details.say("\(name) is new: \(added.words)")
      case (let removed?, nil): details.say("\(name) is gone: \(removed.words)")
      case (let old?, let new?): compareContent(old, new, at: name, &details)
      case (nil, nil): break
      }
    }
    if old.map(\.key) != new.map(\.key), Set(old.map(\.key)) == Set(new.map(\.key)) {
      details.compare(
        "\(path) in the order", old.map(\.key).commaSeparated, to: new.map(\.key).commaSeparated)
    }
  default: details.say("\(path) \(before.words) → \(after.words)")
  }
}

extension Content {
  /// The parts that are compared one by one, by key, number from 1, or locale.
  fileprivate var parts: [Member]? {
    switch self {
    case .object(let members): members
    case .list(let items): items.enumerated().map { Member("\($0 + 1)", $1) }
    case .localised(let values):
      values.sorted { $0.key.precedes($1.key) }.map { Member($0.key, $0.value) }
    case .null, .boolean, .integer, .number, .text: nil
    }
  }

  /// The value as JSON, cut at 60 characters; `none` for null.
  fileprivate var words: String {
    if self == .null { return "none" }
    let text = String(decoding: JSONText { $0.content(self) }.bytes, as: UTF8.self)
    return text.count > 60 ? text.prefix(59) + "…" : text
  }
}
