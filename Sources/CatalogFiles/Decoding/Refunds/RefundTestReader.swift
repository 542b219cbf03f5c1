internal import PaywallCatalog
internal import YAMLText

/// The facts that `when` may test; the keys are `RefundTest.Fact`.
enum RefundFactKey: String, FileKey {
  case reason, product, type, refunds, refunded, paidDays, inTrial, age, price, deliveryStatus
  case consumptionPercentage, sampleContentProvided
}

enum RefundBoundKey: String, FileKey { case atLeast, atMost }

/// Reads the tests of a rule for refunds.
struct RefundTestReader {
  private let keys: MappingReader<RefundFactKey>

  var places: Places<RefundFactKey> { keys.places }

  init?(_ node: Node, _ context: DecodingContext) {
    guard let keys = MappingReader<RefundFactKey>(node, context, as: "a condition on a refund")
    else { return nil }
    self.keys = keys
    guard node.entries?.isEmpty == true else { return }
    context.error(
      .invalidValue, at: node.range, "this tests nothing",
      help: "remove 'when': a rule without it matches every request")
  }

  /// In the order of the facts; `nil` if one of them has a mistake.
  var tests: [RefundTest]? {
    let tests = RefundFactKey.allCases.map { keys.has($0) ? test($0) : nil }
    let expected = RefundFactKey.allCases.filter(keys.has).count
    let read = tests.compactMap(\.self)
    return read.count == expected && !read.isEmpty ? read : nil
  }

  private func test(_ key: RefundFactKey) -> RefundTest? {
    switch key {
    case .reason: words(key).map { .reason($0) }
    case .product: keys.optional(key, .oneOrMore(of: .reference(.product))).map { .product($0) }
    case .type: words(key).map { .type($0) }
    case .refunds: number(key, 0...1_000_000).map { .refunds($0) }
    case .refunded: keys.optional(key, .moneyBounds).map { .refunded($0) }
    case .paidDays: number(key, 0...100_000).map { .paidDays($0) }
    case .inTrial: keys.optional(key, .boolean).map { .inTrial($0) }
    case .age: keys.optional(key, .periodBounds).map { .age($0) }
    case .price: keys.optional(key, .moneyBounds).map { .price($0) }
    case .deliveryStatus: words(key).map { .deliveryStatus($0) }
    case .consumptionPercentage:
      keys.optional(key, .bounds(of: NodeDecoder<BasisPoints>.share.map { $0.value * 10 }, "50%"))
        .map { .consumptionPercentage($0) }
    case .sampleContentProvided: keys.optional(key, .boolean).map { .sampleContentProvided($0) }
    }
  }

  private func words<Word>(_ key: RefundFactKey) -> Set<Word>?
  where Word: RawRepresentable<String> & CaseIterable & Hashable {
    keys.optional(key, .oneOrMore(of: .choice))
  }

  private func number(_ key: RefundFactKey, _ range: ClosedRange<Int>) -> InclusiveBounds<Int>? {
    keys.optional(key, .bounds(of: .integer(range), "2"))
  }
}

extension NodeDecoder {
  /// One value, or a list of values of which one is enough.
  fileprivate static func oneOrMore<Item: Hashable>(of item: NodeDecoder<Item>) -> NodeDecoder
  where Value == Set<Item> {
    NodeDecoder { node, context in
      if node.items != nil {
        return NodeDecoder<[Item]>.some(of: item, help: "name the values that match")
          .decode(node, context).map { Set($0) }
      }
      return item.decode(node, context).map { [$0] }
    }
  }

  /// `{ atLeast: 2, atMost: 5 }`, or one of the two, or a value alone.
  fileprivate static func bounds<Bound: Comparable & Hashable & Sendable>(
    of bound: NodeDecoder<Bound>, _ example: String
  ) -> NodeDecoder where Value == InclusiveBounds<Bound> {
    NodeDecoder { node, context in
      guard node.entries != nil else {
        return bound.decode(node, context).map { InclusiveBounds(atLeast: $0, atMost: $0) }
      }
      guard let keys = BoundsReader(node, context, example: example) else { return nil }
      let bounds = InclusiveBounds(
        atLeast: keys.optional(.atLeast, bound), atMost: keys.optional(.atMost, bound))
      guard bounds.atLeast != nil || bounds.atMost != nil else { return nil }
      guard !bounds.isEmpty else { return context.refuseEmpty(node) }
      return bounds
    }
  }
}

extension NodeDecoder where Value == PeriodBounds {
  fileprivate static var periodBounds: NodeDecoder {
    NodeDecoder { node, context in
      guard node.entries != nil else {
        return context.refuse(
          .wrongType, at: node.range, "expected bounds of a duration, found \(node.kind)",
          help: "write { atMost: P2D } or { atLeast: P1M }, or both")
      }
      guard let keys = BoundsReader(node, context, example: "P2D") else { return nil }
      let bounds = PeriodBounds(
        atLeast: keys.optional(.atLeast, .period), atMost: keys.optional(.atMost, .period))
      guard bounds.atLeast != nil || bounds.atMost != nil else { return nil }
      guard !bounds.approximate.isEmpty else { return context.refuseEmpty(node) }
      return bounds
    }
  }
}

extension NodeDecoder where Value == MoneyBounds {
  /// Each bound is one amount, or a list of amounts in different currencies.
  fileprivate static var moneyBounds: NodeDecoder {
    NodeDecoder { node, context in
      guard node.entries != nil else {
        return context.refuse(
          .wrongType, at: node.range, "expected bounds of an amount, found \(node.kind)",
          help: "write { atLeast: 50 EUR }, or { atLeast: [50 EUR, 60 USD] } for two currencies")
      }
      guard let keys = BoundsReader(node, context, example: "50 EUR") else { return nil }
      let least = keys.has(.atLeast) ? keys.optional(.atLeast, .amounts) : [:]
      let most = keys.has(.atMost) ? keys.optional(.atMost, .amounts) : [:]
      guard let least, let most, !(least.isEmpty && most.isEmpty) else { return nil }
      let currencies = Set(least.keys).union(most.keys)
      let bounds = MoneyBounds(
        byCurrency: Dictionary(
          uniqueKeysWithValues: currencies.map {
            ($0, InclusiveBounds(atLeast: least[$0], atMost: most[$0]))
          }))
      guard !bounds.byCurrency.values.contains(where: \.isEmpty) else {
        return context.refuseEmpty(node)
      }
      return bounds
    }
  }
}

extension NodeDecoder where Value == [String: Int64] {
  /// Milliunits by currency.
  fileprivate static var amounts: NodeDecoder {
    NodeDecoder { node, context in
      let amount = NodeDecoder<MoneyAmount>("an amount", example: "9.99 EUR") { MoneyAmount($0) }
      guard let items = node.items else {
        return amount.decode(node, context).map { [$0.currency: $0.milliunits] }
      }
      guard
        let amounts = NodeDecoder<[MoneyAmount]>.some(of: amount, help: "name an amount")
          .decode(node, context)
      else { return nil }
      context.refuseDuplicates(in: amounts.map(\.currency), items)
      return Dictionary(
        amounts.map { ($0.currency, $0.milliunits) }, uniquingKeysWith: { first, _ in first })
    }
  }
}

/// Reads `atLeast` and `atMost`; a mapping without them bounds nothing, which is reported.
private typealias BoundsReader = MappingReader<RefundBoundKey>

extension MappingReader where Key == RefundBoundKey {
  fileprivate init?(_ node: Node, _ context: DecodingContext, example: String) {
    self.init(node, context, as: "a bound")
    guard node.entries?.isEmpty == true else { return }
    context.error(
      .invalidValue, at: node.range, "this tests nothing",
      help: "write { atLeast: \(example) } or { atMost: \(example) }, or both")
  }
}

extension DecodingContext {
  fileprivate func refuseEmpty<Value>(_ node: Node) -> Value? {
    error(
      .contradiction, at: node.range, "nothing is at least and at most that",
      help: "swap the two")
    return nil
  }
}
