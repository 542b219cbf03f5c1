internal import PaywallCatalog
internal import YAMLText

extension ValidationRule {
  /// Names of rules are distinct: reports add up by name.
  static let refundRuleNames = ValidationRule { draft, sink in
    for (rule, earlier) in draft.refunds?.rules.repeated(by: \.value.name) ?? [] {
      let line = earlier.places[.name].range?.start.line ?? 0
      sink.error(
        .duplicate, at: rule.places[.name],
        "another rule is called '\(rule.value.name)', on line \(line)",
        help: "give it another name; reports show the rules by name")
    }
  }

  /// A rule after one that matches everything that it matches is never reached.
  static let shadowedRefundRules = ValidationRule { draft, sink in
    var earlier: [RefundRule] = []
    for rule in draft.refunds?.rules ?? [] {
      if let covering = earlier.first(where: { $0.covers(rule.value) }) {
        sink.warning(
          .unreachable, at: rule.places[.name],
          "this rule is never reached: '\(covering.name)' "
            + (covering.tests.isEmpty
              ? "takes every request" : "takes every request that it would match"),
          help: "move it up, or remove it")
        continue
      }
      earlier.append(rule.value)
    }
  }

  /// Without a last rule for the rest, some requests are not answered.
  static let lastRefundRule = ValidationRule { draft, sink in
    guard let file = draft.refunds, file.isWhole,
      !file.rules.contains(where: { $0.value.tests.isEmpty })
    else {
      return
    }
    sink.warning(
      .missingLastRule, at: file.rules.last?.places[.name] ?? file.place,
      "requests that match no rule are not answered",
      help: "add a last rule without 'when', like '- { name: others, prefer: none }'")
  }

  /// Tests that contradict each other, or the products that are for sale.
  static let refundContradictions = ValidationRule { draft, sink in
    for rule in draft.refunds?.rules ?? [] {
      guard let places = rule.tests else { continue }
      let types = rule.value.possibleTypes(in: draft)
      if types.isEmpty {
        sink.error(
          .neverMatches, at: places[.type], "none of these products is of this type",
          help: "remove 'type', or name other products")
        continue
      }
      let isRenewing = types == [.autoRenewable]
      if isRenewing, places.range(ofKey: .consumptionPercentage) != nil {
        sink.error(
          .contradiction, at: places.key(.consumptionPercentage),
          "Apple computes the used share of auto-renewable subscriptions itself",
          help: "remove it, or test another type")
      }
      if !types.contains(.autoRenewable), rule.value.tests.contains(.inTrial(true)) {
        sink.error(
          .neverMatches, at: places.key(.inTrial),
          "only an auto-renewable subscription can be a trial",
          help: "remove it, or test another type")
      }
      if rule.value.testsUseOfWhatWasNotDelivered {
        sink.error(
          .neverMatches, at: places.key(.consumptionPercentage),
          "Apple takes a used share only of what was delivered",
          help: "remove it, or write 'deliveryStatus: delivered'")
      }
    }
  }
}

extension RefundRule {
  /// Whether this rule matches every request that another one matches.
  fileprivate func covers(_ other: RefundRule) -> Bool {
    tests.allSatisfy { own in other.tests.contains { own.covers($0) } }
  }

  /// The types of the products that it can match; all of them if it does not say.
  fileprivate func possibleTypes(in draft: Draft) -> Set<ProductType> {
    var types = Set(ProductType.allCases)
    for test in tests {
      switch test {
      case .type(let tested): types.formIntersection(tested)
      case .product(let ids):
        let known = ids.map { draft.productsById[$0]?.value.type }
        // An unknown product is reported elsewhere.
        guard !known.contains(nil) else { continue }
        types.formIntersection(known.compactMap(\.self))
      default: continue
      }
    }
    return types
  }

  fileprivate var testsUseOfWhatWasNotDelivered: Bool {
    tests.contains { test in
      if case .deliveryStatus(let statuses) = test { return !statuses.contains(.delivered) }
      return false
    }
      && tests.contains { test in
        if case .consumptionPercentage(let bounds) = test { return !bounds.contains(0) }
        return false
      }
  }
}

extension RefundTest {
  /// Whether this test holds whenever another one does.
  fileprivate func covers(_ other: RefundTest) -> Bool {
    switch (self, other) {
    case (.reason(let own), .reason(let other)): own.isSuperset(of: other)
    case (.product(let own), .product(let other)): own.isSuperset(of: other)
    case (.type(let own), .type(let other)): own.isSuperset(of: other)
    case (.refunds(let own), .refunds(let other)): own.covers(other)
    case (.refunded(let own), .refunded(let other)): own.covers(other)
    case (.paidDays(let own), .paidDays(let other)): own.covers(other)
    case (.inTrial(let own), .inTrial(let other)): own == other
    case (.age(let own), .age(let other)): own.surelyCovers(other)
    case (.price(let own), .price(let other)): own.covers(other)
    case (.deliveryStatus(let own), .deliveryStatus(let other)): own.isSuperset(of: other)
    case (.consumptionPercentage(let own), .consumptionPercentage(let other)): own.covers(other)
    case (.sampleContentProvided(let own), .sampleContentProvided(let other)): own == other
    default: false
    }
  }
}

extension PeriodBounds {
  /// Compares only durations of one kind: whether P1M is longer than P30D depends on the month.
  fileprivate func surelyCovers(_ other: PeriodBounds) -> Bool {
    let all = [atLeast, atMost, other.atLeast, other.atMost].compactMap(\.self)
    guard all.allSatisfy({ $0.months == 0 }) || all.allSatisfy({ $0.days + $0.seconds == 0 })
    else { return self == other }
    return approximate.covers(other.approximate)
  }
}
