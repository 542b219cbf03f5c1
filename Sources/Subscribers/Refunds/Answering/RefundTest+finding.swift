import PaywallCatalog

extension RefundTest {
  /// Whether it holds, and the value that it met.
  func finding(
    _ facts: RefundFacts, _ report: ConsumptionReport
  ) -> (holds: Bool, text: String) {
    let (holds, value) = met(facts, report)
    return (holds, "\(fact.rawValue): \(value)\(holds ? "" : ", does not match")")
  }

  private func met(
    _ facts: RefundFacts, _ report: ConsumptionReport
  ) -> (Bool, String) {
    switch self {
    case .reason(let reasons): (reasons.contains(facts.reason), facts.reason.rawValue)
    case .product(let products): (products.contains(facts.product), facts.product)
    case .type(let types):
      (facts.type.map { types.contains($0) } ?? false, facts.type?.rawValue ?? "unknown")
    case .refunds(let bounds): (bounds.contains(facts.refunds), "\(facts.refunds)")
    case .refunded(let bounds):
      (
        bounds.byCurrency.keys.contains {
          bounds.contains(MoneyAmount(milliunits: facts.refunded[$0] ?? 0, currency: $0))
        }, facts.refunded.words
      )
    case .paidDays(let bounds): (bounds.contains(facts.paidDays), "\(facts.paidDays)")
    case .inTrial(let flag): (facts.inTrial == flag, "\(facts.inTrial)")
    case .age(let bounds):
      (
        facts.purchasedAt.map { bounds.contains(from: $0, to: facts.requestedAt) } ?? false,
        facts.purchasedAt.map { "bought at \($0.rfc3339)" } ?? "unknown"
      )
    case .price(let bounds):
      (facts.price.map { bounds.contains($0) } ?? false, facts.price?.description ?? "unknown")
    case .deliveryStatus(let statuses):
      (
        report.deliveryStatus.map { statuses.contains($0) } ?? false,
        report.deliveryStatus?.rawValue ?? "not reported"
      )
    case .consumptionPercentage(let bounds):
      (
        facts.type != .autoRenewable
          && (report.consumptionPercentage.map { bounds.contains($0) } ?? false),
        report.consumptionPercentage.map { "\(Double($0) / 1000)%" } ?? "not reported"
      )
    case .sampleContentProvided(let flag):
      (
        report.sampleContentProvided == flag,
        report.sampleContentProvided.map { "\($0)" } ?? "not reported"
      )
    }
  }
}

extension [String: Int64] {
  /// `9.99 EUR, 12 USD`; `nothing` without any.
  package var words: String {
    isEmpty
      ? "nothing"
      : sorted { $0.key < $1.key }.map {
        MoneyAmount(milliunits: $0.value, currency: $0.key).description
      }.joined(separator: ", ")
  }
}
