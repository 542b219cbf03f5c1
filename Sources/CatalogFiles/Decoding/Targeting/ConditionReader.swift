internal import PaywallCatalog
internal import YAMLText

extension NodeDecoder where Value == Condition {
  /// The name of an audience, or a condition.
  static var condition: NodeDecoder {
    NodeDecoder(.ref("condition")) { ConditionReader(context: $1).condition($0) }
  }
}

/// Reads conditions: tests of attributes joined by "and", and `all`, `any`, `not`.
struct ConditionReader {
  let context: DecodingContext

  private var vocabulary: Vocabulary { context.vocabulary }

  /// Keys of a condition that are no attributes.
  static let words: Set<String> = ["all", "any", "not", "visibility"]

  func condition(_ node: Node) -> Condition? {
    switch node.value {
    case .scalar:
      return NodeDecoder.reference(.audience).decode(node, context).map { .audience($0) }
    case .sequence:
      return context.refuse(
        .wrongType, at: node.range, "expected an audience or a condition, found a list",
        help: "write { any: […] } if one of them is enough, { all: […] } if all must hold")
    case .mapping(let entries, _):
      return condition(entries, at: node.range)
    }
  }

  func condition(_ entries: [Node.Entry], at range: SourceRange) -> Condition? {
    guard !entries.isEmpty else {
      return context.refuse(
        .invalidValue, at: range, "this condition tests nothing",
        help: "write 'everyone' for all visitors")
    }
    for index in entries.indices where vocabulary.attribute(entries[index].key) == nil {
      guard let cut = CutValue(entries, before: index) else { continue }
      cut.report(in: context, isList: true)
      return nil
    }
    let parts = entries.map { part($0) }
    let known = parts.compactMap(\.self)
    guard known.count == parts.count else { return nil }
    return known.count == 1 ? known.first : .all(known)
  }

  private func part(_ entry: Node.Entry) -> Condition? {
    switch entry.key {
    case "all": conditions(entry).map { .all($0) }
    case "any": conditions(entry).map { .any($0) }
    case "not": condition(entry.value).map { .not($0) }
    default: test(entry)
    }
  }

  private func conditions(_ entry: Node.Entry) -> [Condition]? {
    guard let items = entry.value.items else {
      return context.refuse(
        .wrongType, at: entry.value.range,
        "'\(entry.key)' takes a list of audiences and conditions, found \(entry.value.kind)",
        help: "write \(entry.key): [newcomers, { country: GB }]")
    }
    guard !items.isEmpty else {
      return context.refuse(
        .invalidValue, at: entry.value.range, "'\(entry.key)' of nothing",
        help: "name the audiences, or remove the key")
    }
    let conditions = items.map { condition($0) }
    let known = conditions.compactMap(\.self)
    guard known.count == items.count else { return nil }
    context.refuseDuplicates(in: known, items)
    return known
  }

  private func test(_ entry: Node.Entry) -> Condition? {
    guard let attribute = vocabulary.attribute(entry.key) else {
      reportUnknown(entry)
      return nil
    }
    context.sink.add(attribute: entry.key, at: context.place(entry.keyRange))
    let reader = TestReader(attribute: attribute, context: context)
    return reader.operators(entry.value).map { .test(AttributeTest(attribute.name, $0)) }
  }

  private func reportUnknown(_ entry: Node.Entry) {
    let name = entry.key
    if name == "visibility" {
      return context.error(
        .misplacedKey, at: entry.keyRange, "only a named audience has a visibility",
        help: "remove it; an inline condition is as visible as the rule or experiment it is in")
    }
    if OperatorKey(rawValue: name) != nil {
      return context.error(
        .misplacedKey, at: entry.keyRange, "'\(name)' needs an attribute to test",
        help: "write it below one, like 'sessions: { \(name): … }'")
    }
    // An attribute or a group that could not be read has been reported where it is declared.
    guard vocabulary.isComplete else { return }
    context.error(
      .unknownName, at: entry.keyRange, "there is no attribute '\(name.shortened)'",
      help: Nearest.match(for: name, among: vocabulary.attributeNames + Self.words).map {
        "did you mean '\($0)'?"
      }
        ?? "declare it in Paywalls/targeting/attributes.yaml, or name a subscription group "
        + "of products.yaml as 'subscription.GROUP.state'")
  }
}
