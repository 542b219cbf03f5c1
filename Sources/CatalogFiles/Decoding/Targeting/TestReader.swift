internal import PaywallCatalog
internal import YAMLText

enum OperatorKey: String, FileKey {
  case atLeast, atMost, moreThan, lessThan, before, after, contains, startsWith, endsWith, exists
}

/// Reads what one attribute must satisfy: a value, a list of values, or operators.
struct TestReader {
  let attribute: Attribute
  let context: DecodingContext

  func operators(_ node: Node) -> [AttributeTest.Operator]? {
    switch node.value {
    case .mapping:
      return operatorsByName(node)
    case .sequence:
      guard refuseTimes(node) else { return nil }
      guard attribute.type != .boolean else {
        return context.refuse(
          .wrongType, at: node.range, "a list of true and false tests nothing",
          help: "write true or false, or { exists: true } for either")
      }
      return NodeDecoder.some(of: value, help: "name the values that match").decode(node, context)
        .map { [.oneOf($0)] }
    case .scalar(let scalar):
      guard refuseTimes(node) else { return nil }
      if let comparison = Comparison(scalar.text), isOrdered { return compare(comparison, node) }
      return value.decode(node, context).map { [.equals($0)] }
    }
  }

  private var value: NodeDecoder<AttributeValue> { .value(of: attribute) }

  private var isOrdered: Bool { [.integer, .number, .version].contains(attribute.type) }

  private func refuseTimes(_ node: Node) -> Bool {
    guard attribute.type == .time else { return true }
    context.error(
      .wrongType, at: node.range, "'\(attribute.name)' is a time, and no two moments are equal",
      help: "write { after: 2026-01-01T00:00Z } or { before: … }, or both")
    return false
  }

  /// `">=3.2.0"`, on versions.
  private func compare(_ comparison: Comparison, _ node: Node) -> [AttributeTest.Operator]? {
    let inWords = "{ \(comparison.key.rawValue): \(comparison.operand.shortened) }"
    guard attribute.type == .version else {
      return context.refuse(
        .invalidValue, at: node.range, "signs like '>=' are for versions",
        help: "write \(inWords)")
    }
    guard let version = Version(comparison.operand) else {
      return context.refuse(
        .invalidValue, at: node.range, "'\(comparison.operand.shortened)' is not a version",
        help: "write one bound like \">=3.2.0\", or two as { atLeast: 3.2.0, lessThan: 4.0 }")
    }
    return [comparison.bound(.version(version))]
  }

  private func operatorsByName(_ node: Node) -> [AttributeTest.Operator]? {
    guard let keys = MappingReader<OperatorKey>(node, context, as: "a test") else { return nil }
    let fitting = OperatorKey.fitting(attribute.type)
    for key in OperatorKey.allCases where !fitting.contains(key) {
      keys.refuse(
        [key],
        because: "does not fit '\(attribute.name)', which is of type \(attribute.type.rawValue)",
        help: key.instead(on: attribute.type, fitting))
    }
    if keys.places.isEmpty, node.entries?.isEmpty == true {
      context.error(
        .invalidValue, at: node.range, "this tests nothing",
        help: "write a value, or { exists: true }")
    }
    let operators = fitting.compactMap { keys.optional($0, $0.operand(value)) }
    guard operators.count == node.entries?.count else { return nil }
    guard let contradiction = contradiction(in: operators) else { return operators }
    return context.refuse(
      .contradiction, at: node.range, "nothing satisfies this: \(contradiction)",
      help: "change one of the bounds, or remove it")
  }

  private func contradiction(in operators: [AttributeTest.Operator]) -> String? {
    if operators.count > 1, operators.contains(.exists(false)) {
      return "what is not there has no value"
    }
    return ValueRange(operators).isEmpty ? "the bounds leave no value between them" : nil
  }
}

/// `>=3.2.0`: an operator and its operand.
private struct Comparison {
  var key: OperatorKey
  var bound: (AttributeValue) -> AttributeTest.Operator
  var operand: String

  init?(_ text: String) {
    let signs: [(String, OperatorKey, (AttributeValue) -> AttributeTest.Operator)] = [
      (">=", .atLeast, { .atLeast($0) }), ("<=", .atMost, { .atMost($0) }),
      (">", .moreThan, { .moreThan($0) }), ("<", .lessThan, { .lessThan($0) }),
    ]
    guard let (sign, key, bound) = signs.first(where: { text.hasPrefix($0.0) }) else { return nil }
    (self.key, self.bound) = (key, bound)
    operand = String(text.dropFirst(sign.count).drop { $0 == " " })
  }
}

extension OperatorKey {
  /// Returns the decoder of its operand on an attribute with such values.
  func operand(_ value: NodeDecoder<AttributeValue>) -> NodeDecoder<AttributeTest.Operator> {
    switch self {
    case .atLeast: value.map { .atLeast($0) }
    case .atMost: value.map { .atMost($0) }
    case .moreThan: value.map { .moreThan($0) }
    case .lessThan: value.map { .lessThan($0) }
    case .before: NodeDecoder<Timestamp>.time.map { .before($0) }
    case .after: NodeDecoder<Timestamp>.time.map { .after($0) }
    case .contains: NodeDecoder<String>.text.map { .contains($0) }
    case .startsWith: NodeDecoder<String>.text.map { .startsWith($0) }
    case .endsWith: NodeDecoder<String>.text.map { .endsWith($0) }
    case .exists: NodeDecoder<Bool>.boolean.map { .exists($0) }
    }
  }

  /// The operators that a type has, in the order in which they are stored.
  static func fitting(_ type: AttributeType) -> [OperatorKey] {
    switch type {
    case .integer, .number, .version: [.atLeast, .atMost, .moreThan, .lessThan, .exists]
    case .time: [.before, .after, .exists]
    case .string: [.contains, .startsWith, .endsWith, .exists]
    case .boolean, .list: [.exists]
    }
  }

  /// Help on an attribute whose type does not have this operator.
  fileprivate func instead(on type: AttributeType, _ fitting: [OperatorKey]) -> String {
    switch (type, self) {
    case (.time, .atLeast), (.time, .moreThan): "write 'after'; that moment itself is included"
    case (.time, .atMost), (.time, .lessThan): "write 'before'; that moment itself is left out"
    case (.list, .contains): "write the value itself: it matches when the list holds it"
    case (.version, .after): "write 'atLeast' or 'moreThan'"
    case (.version, .before): "write 'lessThan'"
    default: "use a value, a list of values, or \(Nearest.list(fitting.map(\.rawValue)))"
    }
  }
}
