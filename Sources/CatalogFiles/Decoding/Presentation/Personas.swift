internal import PaywallCatalog
internal import YAMLText

enum PersonaKey: String, FileKey { case title, attributes, subscription, at, expect }

/// A persona with the places that rules report.
struct DeclaredPersona {
  var value: Persona
  /// The expectations of the persona, in the order of the file.
  var expectations: [DeclaredExpectation]
}

extension DeclaredPersona {
  /// Reads a file of a persona; its name is the id.
  init(id: String, _ keys: MappingReader<PersonaKey>) {
    let context = keys.context
    value = Persona(
      id: id, title: keys.optional(.title, .text, "A description of the persona in a few words."),
      attributes: keys.optional(
        .attributes, .attributes, "The attributes that the app sends for this visitor.") ?? [:],
      subscription: keys.optional(
        .subscription, .subscription, "The App Store's facts about this customer."),
      at: keys.optional(.at, .time, "The moment they ask at; now by default."))
    expectations =
      keys.optional(.expect, .expectations, "The expected results, by placement.") ?? []
    value.expect = Dictionary(
      expectations.map { ($0.placement, $0.value) }, uniquingKeysWith: { first, _ in first })
    if !keys.has(.expect) || keys.node(.expect)?.entries?.isEmpty == true {
      context.warning(
        .noEffect, at: keys.places.range(ofKey: .expect) ?? keys.places.head,
        "this persona expects nothing, so it tests nothing",
        help: "add 'expect: { PLACEMENT: PAYWALL }' with what it has to see")
    }
  }
}

extension NodeDecoder where Value == [String: Content] {
  fileprivate static var attributes: NodeDecoder {
    NodeDecoder(in: PersonaFacts.attributes) { PersonaFacts(context: $1).attributes($0) }
  }

  fileprivate static var subscription: NodeDecoder {
    NodeDecoder(in: PersonaFacts.subscription) { PersonaFacts(context: $1).subscription($0) }
  }
}

/// Decodes the facts of a persona: attributes as an app sends them, and facts of the ledger.
struct PersonaFacts {
  let context: DecodingContext
  private var vocabulary: Vocabulary { context.vocabulary }

  private static let prefix = "subscription."

  /// The schema of `attributes`.
  static func attributes(in folder: Folder) -> JSONSchema {
    let schema = ConditionSchema(folder: folder)
    let attributes = folder.attributes.filter { $0.origin != .computed }
    return .object(
      attributes.map { attribute in
        let value = schema.value(of: attribute)
        let decoder = attribute.type == .list ? .list(of: value) : value
        return (attribute.name, decoder.described(attribute.explanation))
      }, isOpen: !folder.knowsAllAttributes)
  }

  /// The schema of `subscription`.
  static func subscription(in folder: Folder) -> JSONSchema {
    let schema = ConditionSchema(folder: folder)
    let attributes = folder.attributes.filter {
      $0.origin == .computed && $0.name.hasPrefix(prefix)
    }
    return JSONSchema.object(
      attributes.map { attribute in
        (
          String(attribute.name.dropFirst(prefix.count)),
          schema.value(of: attribute).described(attribute.explanation)
        )
      }, isOpen: !folder.knowsAllAttributes
    ).with("minProperties", .integer(1))
  }

  func attributes(_ node: Node) -> [String: Content] {
    var contents: [String: Content] = [:]
    for entry in entries(node, example: "{ country: GB, appVersion: 3.2.0 }") {
      guard let attribute = vocabulary.attribute(entry.key) else {
        reportUnknown(entry, among: sent, word: "attribute")
        continue
      }
      guard attribute.origin != .computed else {
        reportComputed(entry)
        continue
      }
      context.sink.add(attribute: entry.key, at: context.place(entry.keyRange))
      contents[entry.key] = content(of: attribute, entry.value)
    }
    return contents
  }

  /// `nil` for a visitor without a verified identity; empty for one who never bought anything.
  func subscription(_ node: Node) -> [String: Content]? {
    let entries = entries(node, example: "{ state: expired, lapsedDays: 40 }")
    guard !entries.isEmpty else {
      if node.entries != nil {
        context.error(
          .invalidValue, at: node.range, "this says nothing of a subscription",
          help: "write { known: true } for a customer who never bought anything, or remove the key")
      }
      return nil
    }
    var facts: [String: Content] = [:]
    for entry in entries {
      guard let attribute = vocabulary.attribute(Self.prefix + entry.key) else {
        reportUnknown(entry, among: factNames(), word: "fact")
        continue
      }
      if attribute.name.hasSuffix(".product") {
        facts[entry.key] = NodeDecoder.reference(.product).decode(entry.value, context).map {
          .text($0)
        }
      } else {
        facts[entry.key] = content(of: attribute, entry.value)
      }
    }
    return known(facts, entries)
  }

  private func factNames() -> [String] {
    vocabulary.attributeNames.filter { $0.hasPrefix(Self.prefix) }
      .map { String($0.dropFirst(Self.prefix.count)) }
  }

  /// `known: false` excludes all other facts.
  private func known(
    _ facts: [String: Content], _ entries: [Node.Entry]
  ) -> [String: Content]? {
    var facts = facts
    guard facts.removeValue(forKey: "known") == .boolean(false) else { return facts }
    if let other = entries.first(where: { $0.key != "known" }) {
      context.error(
        .contradiction, at: other.keyRange, "nothing else is known with 'known: false'",
        help: "remove '\(other.key)', or remove 'known'")
    }
    return nil
  }

  private func entries(_ node: Node, example: String) -> [Node.Entry] {
    if let entries = node.entries { return entries }
    context.error(
      .wrongType, at: node.range, "expected a mapping of names to values, found \(node.kind)",
      help: node.isNull ? "write \(example), or remove the key" : "write \(example)")
    return []
  }

  private var sent: [String] {
    vocabulary.schema.attributes.filter { $0.origin != .computed }.map(\.name)
  }

  private func reportUnknown(
    _ entry: Node.Entry, among names: @autoclosure () -> [String], word: String
  ) {
    // An attribute or a group that could not be read has been reported where it is declared.
    guard vocabulary.isComplete else { return }
    context.error(
      .unknownName, at: entry.keyRange, "there is no \(word) '\(entry.key.shortened)'",
      help: Nearest.help(for: entry.key, among: names())
        ?? (word == "fact"
          ? "use the names of 'subscription' attributes, like state, ever or GROUP.state"
          : "declare it in Paywalls/targeting/attributes.yaml"))
  }

  private func reportComputed(_ entry: Node.Entry) {
    let help =
      entry.key.hasPrefix(Self.prefix)
      ? "write it as '\(entry.key.dropFirst(Self.prefix.count)): …' below 'subscription'"
      : "write 'firstSeen', and the moment of the visit as 'at'"
    context.error(
      .misplacedKey, at: entry.keyRange, "no app sends '\(entry.key)': the server computes it",
      help: help)
  }

  private func content(of attribute: Attribute, _ node: Node) -> Content? {
    guard attribute.type != .list else {
      return NodeDecoder.list(of: NodeDecoder<AttributeValue>.value(of: attribute)).decode(
        node, context
      ).map {
        .list($0.map(\.content))
      }
    }
    return NodeDecoder<AttributeValue>.value(of: attribute).decode(node, context)?.content
  }
}

extension AttributeValue {
  /// The value as an app sends it.
  fileprivate var content: Content {
    switch self {
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .boolean(let value): .boolean(value)
    case .list(let items): .list(items.map { .text($0) })
    case .string, .version, .time: .text(description)
    }
  }
}
