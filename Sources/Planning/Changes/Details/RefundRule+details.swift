import PaywallCatalog
import Serving

/// A rule for requests for refunds, at its place among the rules.
struct PlacedRefundRule: Equatable {
  var rule: RefundRule
  /// The place of the rule, from 1.
  var place: Int
}

extension PlacedRefundRule: Described {
  var summary: [String] { ["\(rule.condition): \(rule.preference.rawValue)"] }

  static let aspects = Aspects<PlacedRefundRule> {
    $0.value("place") { "\($0.place)" }
    $0.phrase("for") { $0.rule.condition }
    $0.phrase("prefers") { $0.rule.preference.rawValue }
  }
}

extension Snapshot {
  /// The rules by name.
  var refundRules: [String: PlacedRefundRule] {
    Dictionary(
      (refunds?.rules ?? []).enumerated().map {
        ($0.element.name, PlacedRefundRule(rule: $0.element, place: $0.offset + 1))
      }, uniquingKeysWith: { first, _ in first })
  }
}
