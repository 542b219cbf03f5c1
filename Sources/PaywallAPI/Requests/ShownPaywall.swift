import HTTPDocuments
import PaywallTextCoding
package import Serving

/// `shown` of an exposure: what the app rendered. A value that cannot be used is unknown and has its
/// cause; it spoils neither the others nor the exposure.
package struct ShownPaywall {
  /// The form of its texts is right; whether the configuration has them is not checked.
  package var reported = ReportedPaywall.unknown
  package var unknown: [UnknownDetail] = []

  init(_ member: JSONValue.Member?) {
    guard let member else { return }
    guard case .object(let members) = member.value else {
      unknown = [.shown]
      return
    }
    for member in members where member.value != .null { read(member) }
    if reported.price != nil, reported.currency == nil {
      reported.price = nil
      if !unknown.contains(.currency) { unknown.append(.currency) }
    }
  }

  private mutating func read(_ member: JSONValue.Member) {
    let value = member.value
    switch member.name {
    case "paywall": reported.paywall = use(Self.id(value), or: .paywall)
    case "content": reported.content = use(Self.digest(value), or: .content)
    case "products": reported.products = use(Self.digest(value), or: .products)
    case "product": reported.product = use(Self.id(value), or: .product)
    case "price": reported.price = use(Self.price(value), or: .price)
    case "currency": reported.currency = use(Self.currency(value), or: .currency)
    case "introductoryEligible":
      reported.introductoryEligible = use(Self.boolean(value), or: .introductoryEligible)
    default: unknown.append(.shown)
    }
  }

  private mutating func use<Value>(_ value: Value?, or cause: UnknownDetail) -> Value? {
    if value == nil { unknown.append(cause) }
    return value
  }

  private static func id(_ value: JSONValue) -> String? {
    guard case .text(let text) = value, (1...255).contains(text.utf8.count) else { return nil }
    return text
  }

  /// 32 lower-case hexadecimal digits.
  private static func digest(_ value: JSONValue) -> String? {
    guard case .text(let text) = value, text.utf8.count == 32 else { return nil }
    let isDigest = text.utf8.allSatisfy { hexValue(of: $0).map(hexDigit) == $0 }
    return isDigest ? text : nil
  }

  /// Milliunits, below a billion units of the currency.
  private static func price(_ value: JSONValue) -> Int64? {
    value.whole.flatMap { (0..<1_000_000_000_000).contains($0) ? $0 : nil }
  }

  /// The form of ISO 4217.
  private static func currency(_ value: JSONValue) -> String? {
    guard case .text(let text) = value, text.utf8.count == 3 else { return nil }
    let isCode = text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    return isCode ? text : nil
  }

  private static func boolean(_ value: JSONValue) -> Bool? {
    guard case .boolean(let value) = value else { return nil }
    return value
  }
}
