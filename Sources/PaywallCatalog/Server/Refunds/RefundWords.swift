#if Server
/// Why a customer asks for a refund, as `CONSUMPTION_REQUEST` says it.
package enum RefundRequestReason: String, CaseIterable, Codable, Sendable {
  case unintendedPurchase, fulfillmentIssue, unsatisfiedWithPurchase, legal, other
  /// Apple said none, or one that did not exist when this was written.
  case unknown
}

/// Whether the app delivered a purchase that works, as the team's server reports it.
package enum DeliveryStatus: String, CaseIterable, Codable, Sendable {
  case delivered, undeliveredQualityIssue, undeliveredWrongItem, undeliveredServerOutage
  case undeliveredOther

  /// The App Store's spelling.
  package var appStoreWord: String {
    switch self {
    case .delivered: "DELIVERED"
    case .undeliveredQualityIssue: "UNDELIVERED_QUALITY_ISSUE"
    case .undeliveredWrongItem: "UNDELIVERED_WRONG_ITEM"
    case .undeliveredServerOutage: "UNDELIVERED_SERVER_OUTAGE"
    case .undeliveredOther: "UNDELIVERED_OTHER"
    }
  }
}

/// An amount in one currency, in milliunits: `9.99 EUR` is 9990.
package struct MoneyAmount: Hashable, Sendable {
  package var milliunits: Int64
  /// ISO 4217.
  package var currency: String

  package init(milliunits: Int64, currency: String) {
    self.milliunits = milliunits
    self.currency = currency
  }

  /// Reads `9.99 EUR`: at most three decimals, not negative, three capital letters.
  package init?(_ text: some StringProtocol) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[1].utf8.count == 3,
      words[1].utf8.allSatisfy({ (0x41...0x5A).contains($0) })
    else { return nil }
    let parts = words[0].split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...12).contains(parts[0].utf8.count) else { return nil }
    let fraction = parts.count == 2 ? String(parts[1]) : "0"
    guard (1...3).contains(fraction.utf8.count),
      (String(parts[0]) + fraction).utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let whole = Int64(parts[0]),
      let rest = Int64(fraction + String(repeating: "0", count: 3 - fraction.utf8.count))
    else { return nil }
    self.init(milliunits: whole * 1000 + rest, currency: String(words[1]))
  }
}

extension MoneyAmount: CustomStringConvertible {
  /// `9.99 EUR`, `1500 JPY`, `0.005 BHD`.
  package var description: String {
    let (whole, rest) = milliunits.magnitude.quotientAndRemainder(dividingBy: 1000)
    var digits = String(rest)
    digits = String(repeating: "0", count: 3 - digits.utf8.count) + digits
    if digits.hasSuffix("0") { digits.removeLast() }
    return "\(milliunits < 0 ? "-" : "")\(whole)\(rest == 0 ? "" : ".\(digits)") \(currency)"
  }
}
#endif
