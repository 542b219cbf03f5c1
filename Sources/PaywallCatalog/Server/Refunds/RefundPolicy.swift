#if Server
/// How requests for refunds are answered: `store/refunds.yaml`.
package struct RefundPolicy: Hashable, Sendable {
  /// The first rule that matches decides.
  package var rules: [RefundRule]

  package init(rules: [RefundRule]) { self.rules = rules }
}

/// One rule: a condition on what is known of a request, and what is preferred then.
package struct RefundRule: Hashable, Sendable {
  /// Names the rule in answers, explanations and reports.
  package var name: String
  /// The tests that all must hold, at most one for each fact; empty matches every request.
  package var tests: [RefundTest]
  package var preference: Preference

  /// The decision that the team prefers.
  package enum Preference: String, CaseIterable, Codable, Sendable {
    case decline, grantFull, grantProrated
    /// Apple is told of the consumption and of no wish.
    case noPreference = "none"
  }

  package init(name: String, tests: [RefundTest] = [], preference: Preference) {
    self.name = name
    self.tests = tests
    self.preference = preference
  }
}

/// A test of one fact of a request for a refund.
package enum RefundTest: Hashable, Sendable {
  case reason(Set<RefundRequestReason>)
  case product(Set<String>)
  case type(Set<ProductType>)
  /// Refunds of the customer's other purchases before the request, in the number of purchases.
  case refunds(InclusiveBounds<Int>)
  /// The money that those refunds gave back, by currency.
  case refunded(MoneyBounds)
  /// Whole days that the customer has paid for until the request.
  case paidDays(InclusiveBounds<Int>)
  /// The purchase is a free trial that had not ended at the request.
  case inTrial(Bool)
  /// The time from the purchase to the request.
  case age(PeriodBounds)
  /// The price of the purchase.
  case price(MoneyBounds)
  case deliveryStatus(Set<DeliveryStatus>)
  /// Thousandths of a percent; never of auto-renewable subscriptions.
  case consumptionPercentage(InclusiveBounds<Int>)
  case sampleContentProvided(Bool)

  /// The fact that is tested, by its key in the file.
  package enum Fact: String, CaseIterable, Hashable, Sendable {
    case reason, product, type, refunds, refunded, paidDays, inTrial, age, price, deliveryStatus
    case consumptionPercentage, sampleContentProvided
  }

  package var fact: Fact {
    switch self {
    case .reason: .reason
    case .product: .product
    case .type: .type
    case .refunds: .refunds
    case .refunded: .refunded
    case .paidDays: .paidDays
    case .inTrial: .inTrial
    case .age: .age
    case .price: .price
    case .deliveryStatus: .deliveryStatus
    case .consumptionPercentage: .consumptionPercentage
    case .sampleContentProvided: .sampleContentProvided
    }
  }
}

/// InclusiveBounds that are included; at least one of them is present.
package struct InclusiveBounds<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
  package var atLeast: Value?
  package var atMost: Value?

  package init(atLeast: Value? = nil, atMost: Value? = nil) {
    self.atLeast = atLeast
    self.atMost = atMost
  }

  package func contains(_ value: Value) -> Bool {
    (atLeast.map { $0 <= value } ?? true) && (atMost.map { value <= $0 } ?? true)
  }

  package var isEmpty: Bool {
    guard let atLeast, let atMost else { return false }
    return atLeast > atMost
  }

  /// Whether every value of other bounds is in these.
  package func covers(_ other: InclusiveBounds) -> Bool {
    let least = atLeast.map { own in other.atLeast.map { own <= $0 } ?? false } ?? true
    let most = atMost.map { own in other.atMost.map { $0 <= own } ?? false } ?? true
    return least && most
  }
}

/// InclusiveBounds of an amount, by currency (ISO 4217), in milliunits. An amount in a currency without
/// bounds is not in them: rates of exchange would make the answer depend on the day.
package struct MoneyBounds: Hashable, Sendable {
  package var byCurrency: [String: InclusiveBounds<Int64>]

  package init(byCurrency: [String: InclusiveBounds<Int64>]) { self.byCurrency = byCurrency }

  package func contains(_ money: MoneyAmount) -> Bool {
    byCurrency[money.currency]?.contains(money.milliunits) ?? false
  }

  package func covers(_ other: MoneyBounds) -> Bool {
    other.byCurrency.allSatisfy { byCurrency[$0.key]?.covers($0.value) ?? false }
  }
}

/// InclusiveBounds of the time between two moments, counted by the calendar (`Timestamp.adding`).
package struct PeriodBounds: Hashable, Sendable {
  package var atLeast: Period?
  package var atMost: Period?

  package init(atLeast: Period? = nil, atMost: Period? = nil) {
    self.atLeast = atLeast
    self.atMost = atMost
  }

  package func contains(from start: Timestamp, to end: Timestamp) -> Bool {
    (atLeast.map { start.adding($0) <= end } ?? true)
      && (atMost.map { end <= start.adding($0) } ?? true)
  }

  /// By approximate lengths: a month may be longer than 30 days, and is taken for 30.44.
  package var approximate: InclusiveBounds<Int> {
    InclusiveBounds(atLeast: atLeast?.approximateSeconds, atMost: atMost?.approximateSeconds)
  }
}
#endif
