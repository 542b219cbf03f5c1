internal import PaywallCatalog
internal import YAMLText

/// The facts that `when` may test; the keys are `RefundTest.Fact`.
enum RefundFactKey: String, FileKey {
  case reason, product, type, refunds, refunded, paidDays, inTrial, age, price, deliveryStatus
  case consumptionPercentage, sampleContentProvided
}

enum RefundBoundKey: String, FileKey { case atLeast, atMost }

/// The tests of a rule for refunds, and their places.
struct RefundCondition {
  var tests: [RefundTest]
  var places: Places<RefundFactKey>
}

extension NodeDecoder where Value == RefundCondition {
  static var refundCondition: NodeDecoder {
    .mapping("a condition on a refund", rules: rules) { (keys: MappingReader<RefundFactKey>) in
      keys.refuseIfEmpty(help: "remove 'when': a rule without it matches every request")
      return keys.tests.map { RefundCondition(tests: $0, places: keys.places) }
    }
  }

  private static func rules(_ schema: JSONSchema) -> JSONSchema {
    schema.withOne(of: RefundFactKey.allCases).holding([
      .when(
        RefundFactKey.type, is: [ProductType.autoRenewable.rawValue],
        refuses: [.consumptionPercentage])
    ])
  }
}

extension MappingReader<RefundFactKey> {
  /// In the order of the facts; `nil` if one of them has a mistake.
  fileprivate var tests: [RefundTest]? {
    let tests = RefundFactKey.allCases.map { test($0) }
    let expected = RefundFactKey.allCases.filter(has).count
    let read = tests.compactMap(\.self)
    return read.count == expected && !read.isEmpty ? read : nil
  }

  private func test(_ key: RefundFactKey) -> RefundTest? {
    switch key {
    case .reason:
      words(key, "Why the customer asks; unknown if Apple does not say.").map { .reason($0) }
    case .product:
      optional(key, .anyOf(.reference(.product)), "The product that was bought.")
        .map { .product($0) }
    case .type: words(key, "The type of the product.").map { .type($0) }
    case .refunds:
      number(key, to: 1_000_000, "The customer's earlier refunds of other purchases.")
        .map { .refunds($0) }
    case .refunded:
      optional(
        key, .moneyBounds, "The amount of those refunds; other currencies do not match."
      ).map { .refunded($0) }
    case .paidDays:
      number(key, to: 100_000, "Whole days that the customer has paid for.").map { .paidDays($0) }
    case .inTrial:
      flag(key, "Whether the purchase is a free trial that still runs.").map { .inTrial($0) }
    case .age:
      optional(key, .periodBounds, "The time from the purchase to the request.").map { .age($0) }
    case .price:
      optional(key, .moneyBounds, "The price of the purchase; other currencies do not match.")
        .map { .price($0) }
    case .deliveryStatus:
      words(key, "The delivery status, as your server reported it.").map { .deliveryStatus($0) }
    case .consumptionPercentage:
      optional(
        key, .bounds(of: NodeDecoder<BasisPoints>.share.map { $0.value * 10 }, "50%"),
        "The used share, as your server reported it; never of auto-renewables."
      ).map { .consumptionPercentage($0) }
    case .sampleContentProvided:
      flag(key, "Whether there was a sample or a trial, as your server reported it.")
        .map { .sampleContentProvided($0) }
    }
  }

  private func words<Word>(_ key: RefundFactKey, _ sentence: String) -> Set<Word>?
  where Word: RawRepresentable<String> & CaseIterable & Hashable {
    optional(key, .anyOf(.choice), sentence)
  }

  private func number(
    _ key: RefundFactKey, to most: Int, _ sentence: String
  ) -> InclusiveBounds<Int>? {
    let number = NodeDecoder<Int>.integer(0...most).shown(as: .integer(from: 0))
    return optional(key, .bounds(of: number, "2"), sentence)
  }

  private func flag(_ key: RefundFactKey, _ sentence: String) -> Bool? {
    optional(key, .boolean.shown(as: .boolean), sentence)
  }
}

extension NodeDecoder {
  /// One value, or a list of values of which one is enough.
  fileprivate static func anyOf<Item: Hashable>(_ item: NodeDecoder<Item>) -> NodeDecoder
  where Value == Set<Item> {
    NodeDecoder<[Item]>.oneOrSome(of: item, help: "name the values that match").map { Set($0) }
  }

  /// `{ atLeast: 2, atMost: 5 }`, or one of the two, or a value alone.
  fileprivate static func bounds<Bound: Comparable & Hashable & Sendable>(
    of bound: NodeDecoder<Bound>, _ example: String
  ) -> NodeDecoder where Value == InclusiveBounds<Bound> {
    .alone(
      bound.map { InclusiveBounds(atLeast: $0, atMost: $0) },
      or: bounds(of: bound, like: example, isEmpty: \.isEmpty) {
        InclusiveBounds(atLeast: $0, atMost: $1)
      })
  }

  /// `{ atLeast: …, atMost: … }`, or one of the two.
  ///
  /// - Parameter isWhole: whether both count for nothing if one has a mistake.
  fileprivate static func bounds<Bound>(
    of bound: NodeDecoder<Bound>, like example: String, isWhole: Bool = false,
    isEmpty: @escaping (Value) -> Bool, _ make: @escaping (Bound?, Bound?) -> Value
  ) -> NodeDecoder {
    .mapping("a bound", rules: { $0.withOne(of: RefundBoundKey.allCases) }) {
      (keys: MappingReader<RefundBoundKey>) in
      keys.refuseIfEmpty(
        help: "write { atLeast: \(example) } or { atMost: \(example) }, or both")
      let least = keys.optional(.atLeast, bound, "The least that matches.")
      let most = keys.optional(.atMost, bound, "The most that matches.")
      let isRead = (least != nil) == keys.has(.atLeast) && (most != nil) == keys.has(.atMost)
      guard least != nil || most != nil, isRead || !isWhole else { return nil }
      let bounds = make(least, most)
      guard !isEmpty(bounds) else {
        return keys.context.refuse(
          .contradiction, at: keys.places.whole, "nothing is at least and at most that",
          help: "swap the two")
      }
      return bounds
    }
  }

  /// The same, for values that are never written alone.
  fileprivate func only(_ what: String, help: String) -> NodeDecoder {
    NodeDecoder(in: schema) { node, context in
      guard node.entries != nil else {
        return context.refuse(
          .wrongType, at: node.range, "expected bounds of \(what), found \(node.kind)", help: help)
      }
      return decode(node, context)
    }
  }
}

extension MappingReader {
  fileprivate func refuseIfEmpty(help: String) {
    guard isEmpty else { return }
    context.error(.invalidValue, at: places.whole, "this tests nothing", help: help)
  }
}

extension NodeDecoder where Value == PeriodBounds {
  fileprivate static var periodBounds: NodeDecoder {
    bounds(of: .period, like: "P2D", isEmpty: \.approximate.isEmpty) {
      PeriodBounds(atLeast: $0, atMost: $1)
    }.only("a duration", help: "write { atMost: P2D } or { atLeast: P1M }, or both")
  }
}

extension NodeDecoder where Value == MoneyBounds {
  /// Each bound is one amount, or a list of amounts in different currencies.
  fileprivate static var moneyBounds: NodeDecoder {
    bounds(of: .amounts, like: "50 EUR", isWhole: true, isEmpty: \.isEmpty) { least, most in
      let (least, most) = (least ?? [:], most ?? [:])
      let currencies = Set(least.keys).union(most.keys)
      return MoneyBounds(
        byCurrency: Dictionary(
          uniqueKeysWithValues: currencies.map {
            ($0, InclusiveBounds(atLeast: least[$0], atMost: most[$0]))
          }))
    }.only(
      "an amount",
      help: "write { atLeast: 50 EUR }, or { atLeast: [50 EUR, 60 USD] } for two currencies")
  }
}

extension MoneyBounds {
  fileprivate var isEmpty: Bool { byCurrency.values.contains(where: \.isEmpty) }
}

extension NodeDecoder where Value == [String: Int64] {
  /// Milliunits by currency.
  fileprivate static var amounts: NodeDecoder {
    let amount = NodeDecoder<MoneyAmount>(
      "an amount", example: "9.99 EUR", .plain(Patterns.money)
    ) { MoneyAmount($0) }
    let amounts = NodeDecoder<[MoneyAmount]>.oneOrSome(of: amount, help: "name an amount")
    return NodeDecoder(in: amounts.schema) { node, context in
      guard let read = amounts.decode(node, context) else { return nil }
      context.refuseDuplicates(in: read.map(\.currency), node.items ?? [])
      return Dictionary(
        read.map { ($0.currency, $0.milliunits) }, uniquingKeysWith: { first, _ in first })
    }
  }
}
