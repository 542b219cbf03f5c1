internal import PaywallCatalog
internal import YAMLText

enum AttributesFileKey: String, FileKey { case attributes }

enum AttributeKey: String, FileKey { case type, values }

extension Attribute {
  /// Reads `targeting/attributes.yaml`. The second value is false if an attribute could not be read.
  static func all(in root: Node, _ context: DecodingContext) -> ([Attribute], isComplete: Bool) {
    guard let file = MappingReader<AttributesFileKey>(root, context, as: "attributes.yaml") else {
      return ([], false)
    }
    if !file.has(.attributes) {
      file.reportMissing(.attributes, help: "write 'attributes: {}' for none")
    }
    let entries = file.members(.attributes, what: "attributes")
    let attributes = entries.compactMap { Attribute($0, context) }
    return (attributes, attributes.count == entries.count && file.has(.attributes))
  }

  private init?(_ entry: NamedNode, _ context: DecodingContext) {
    Self.checkName(entry, context)
    guard
      let keys = MappingReader<AttributeKey>(
        entry.node, context, as: "an attribute", named: entry.range)
    else { return nil }
    let type: AttributeType? = keys.required(
      .type, .choice,
      help: "write 'type: string', integer, number, boolean, version, time or list")
    let values: [String]? = keys.optional(
      .values, .some(of: .text, help: "name the values, or remove the key: then any is allowed"))
    context.refuseMore(than: 500, "values", in: keys.node(.values))
    guard let type else { return nil }
    if type != .string, type != .list {
      keys.refuse(
        [.values], because: "is for attributes of type string or list, not \(type.rawValue)",
        help: "remove it; audiences compare with atLeast and atMost")
    }
    self.init(name: entry.name, type: type, values: values ?? [], origin: .declared)
  }

  private static let known = AttributeSchema(declared: [], groups: [])

  private static func checkName(_ entry: NamedNode, _ context: DecodingContext) {
    if let attribute = known[entry.name] {
      let who = attribute.origin == .computed ? "computed by the server" : "sent by every app"
      context.error(
        .reservedName, at: entry.range, "'\(entry.name)' is built in: it is \(who)",
        help: "remove it; audiences may test it without a declaration")
    } else if entry.name == "subscription" || entry.name.hasPrefix("subscription.") {
      context.error(
        .reservedName, at: entry.range,
        "names that begin with 'subscription' are computed by the server",
        help: "give the attribute another name")
    } else if ConditionReader.words.contains(entry.name) {
      context.error(
        .reservedName, at: entry.range, "'\(entry.name)' is a word of the audiences",
        help: "give the attribute another name")
    }
  }
}
