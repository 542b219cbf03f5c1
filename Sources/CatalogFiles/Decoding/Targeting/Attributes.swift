internal import PaywallCatalog
internal import YAMLText

enum AttributesFileKey: String, FileKey { case attributes }

enum AttributeKey: String, FileKey { case type, values }

extension Attribute {
  /// Reads `targeting/attributes.yaml`.
  static func all(_ file: MappingReader<AttributesFileKey>) -> NamedValues<Attribute> {
    file.named(
      .attributes, "attributes", name: freeName,
      "Attributes that the app may send about a visitor, besides the built-in ones.",
      help: "write 'attributes: {}' for none", of: attribute)
  }

  private static func attribute(_ name: EntityName) -> NodeDecoder<Attribute> {
    let mapping = NodeDecoder.mapping("an attribute", named: name.range, rules: rules) {
      Attribute(name.text, $0)
    }
    return NodeDecoder(in: mapping.schema) { node, context in
      checkName(name, context)
      return mapping.decode(node, context)
    }
  }

  private init?(_ name: String, _ keys: MappingReader<AttributeKey>) {
    let type: AttributeType? = keys.required(
      .type, .choice, "The type by which its values are read and compared.",
      help: "write 'type: string', integer, number, boolean, version, time or list")
    let values: [String]? = keys.optional(
      .values, .some(of: .text, help: "name the values, or remove the key: then any is allowed"),
      "The only values that it may have.")
    keys.context.refuseMore(than: 500, "values", in: keys.node(.values))
    guard let type else { return nil }
    if !Self.withValues.contains(type) {
      keys.refuse(
        [.values], because: "is for attributes of type string or list, not \(type.rawValue)",
        help: "remove it; audiences compare with atLeast and atMost")
    }
    self.init(name: name, type: type, values: values ?? [], origin: .declared)
  }

  private static let withValues: Set<AttributeType> = [.string, .list]

  private static func rules(_ schema: JSONSchema) -> JSONSchema {
    let others = AttributeType.allCases.filter { !withValues.contains($0) }
    return schema.holding([
      .when(AttributeKey.type, is: others.map(\.rawValue), refuses: [.values])
    ])
  }

  private static let known = AttributeSchema(declared: [], groups: [])

  private static func checkName(_ name: EntityName, _ context: DecodingContext) {
    guard let range = name.range else { return }
    let name = name.text
    if let attribute = known[name] {
      let who = attribute.origin == .computed ? "computed by the server" : "sent by every app"
      context.error(
        .reservedName, at: range, "'\(name)' is built in: it is \(who)",
        help: "remove it; audiences may test it without a declaration")
    } else if name == "subscription" || name.hasPrefix("subscription.") {
      context.error(
        .reservedName, at: range,
        "names that begin with 'subscription' are computed by the server",
        help: "give the attribute another name")
    } else if ConditionReader.words.contains(name) {
      context.error(
        .reservedName, at: range, "'\(name)' is a word of the audiences",
        help: "give the attribute another name")
    }
  }

  /// A name that is no built-in attribute and no keyword of conditions.
  private static func freeName(in folder: Folder) -> JSONSchema {
    let builtIn = folder.attributes.filter { $0.origin != .declared }.map(\.name)
    let taken = builtIn.filter { !$0.hasPrefix("subscription.") } + ConditionReader.words.sorted()
    return JSONSchema.name.with(
      "not",
      JSONSchema.anyOf([
        ["enum": .texts(taken)], ["pattern": .text("^subscription(\\.|$)")],
      ]).content)
  }
}
