import PaywallCatalog

/// A rule for requests for refunds, at its place among the rules.
struct PlacedRefundRule: Equatable {
  var rule: RefundRule
  /// From 1.
  var place: Int
}

extension PlacedRefundRule: Described {
  var summary: [String] { ["\(rule.condition): \(rule.preference.rawValue)"] }

  func details(since before: PlacedRefundRule) -> [String] {
    Details.of { details in
      details.compare("place", "\(before.place)", "\(place)")
      details.compare("for", before.rule.condition, to: rule.condition)
      details.compare("prefers", before.rule.preference.rawValue, to: rule.preference.rawValue)
    }
  }
}

extension Snapshot {
  /// By name.
  var refundRules: [String: PlacedRefundRule] {
    Dictionary(
      (refunds?.rules ?? []).enumerated().map {
        ($0.element.name, PlacedRefundRule(rule: $0.element, place: $0.offset + 1))
      }, uniquingKeysWith: { first, _ in first })
  }
}
