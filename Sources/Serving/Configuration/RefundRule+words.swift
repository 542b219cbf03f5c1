import PaywallCatalog

extension RefundRule {
  /// `refunds at least 3 and type consumable`; `every request` without tests.
  package var condition: String {
    tests.isEmpty ? "every request" : tests.map(\.words).joined(separator: " and ")
  }
}

extension RefundTest {
  /// `refunds at least 3`.
  package var words: String { "\(fact.rawValue) \(value)" }

  private var value: String {
    switch self {
    case .reason(let reasons): Self.list(reasons.map(\.rawValue))
    case .product(let products): Self.list(Array(products))
    case .type(let types): Self.list(types.map(\.rawValue))
    case .refunds(let bounds), .paidDays(let bounds):
      Self.bounds(bounds.atLeast.map { "\($0)" }, bounds.atMost.map { "\($0)" })
    case .refunded(let bounds), .price(let bounds):
      bounds.byCurrency.sorted { $0.key < $1.key }.map { currency, bounds in
        Self.bounds(Self.amount(bounds.atLeast, currency), Self.amount(bounds.atMost, currency))
      }.joined(separator: " or ")
    case .age(let bounds):
      Self.bounds(bounds.atLeast?.description, bounds.atMost?.description)
    case .inTrial(let flag), .sampleContentProvided(let flag): "\(flag)"
    case .deliveryStatus(let statuses): Self.list(statuses.map(\.rawValue))
    case .consumptionPercentage(let bounds):
      Self.bounds(Self.share(bounds.atLeast), Self.share(bounds.atMost))
    }
  }

  private static func list(_ words: [String]) -> String {
    words.sorted().joined(separator: " or ")
  }

  private static func bounds(_ least: String?, _ most: String?) -> String {
    if let least, least == most { return least }
    return [least.map { "at least \($0)" }, most.map { "at most \($0)" }].compactMap(\.self)
      .joined(separator: " and ")
  }

  private static func amount(_ milliunits: Int64?, _ currency: String) -> String? {
    milliunits.map { MoneyAmount(milliunits: $0, currency: currency).description }
  }

  private static func share(_ thousandths: Int?) -> String? {
    thousandths.flatMap { BasisPoints($0 / 10)?.description }
  }
}
