internal import PaywallCatalog
internal import YAMLText

/// The values of a mapping of names.
struct NamedValues<Value> {
  /// The values without mistakes.
  var values: [Value] = []
  /// Names, including those of values with mistakes.
  var names: Set<String> = []

  /// Whether each value could be read.
  var isWhole: Bool { values.count == names.count }
}

/// A name and its place.
struct EntityName {
  var text: String
  /// `nil` where values are only described.
  var range: SourceRange?
}

extension MappingReader {
  /// Reads a mapping of names to values. Wrong names are reported, and their values are decoded all the
  /// same.
  ///
  /// - Parameters:
  ///   - what: describes the values in messages: `offers`.
  ///   - kind: of the entities that use the names in the values.
  ///   - name: describes the names, and `isName` tests them.
  ///   - help: what to write if the key is missing; `nil` if it is optional.
  ///   - rules: adds to the schema of the mapping, given that of its values.
  func named<Value>(
    _ key: Key, _ what: String, usedBy kind: EntityKind? = nil,
    name: @escaping (Folder) -> JSONSchema = { _ in .name },
    isName: @escaping (String) -> Bool = Names.isName, _ sentence: @autoclosure () -> String,
    help: String? = nil,
    rules: @escaping (JSONSchema, _ value: JSONSchema) -> JSONSchema = { map, _ in map },
    of value: @escaping (EntityName) -> NodeDecoder<Value>
  ) -> NamedValues<Value> {
    let values = NodeDecoder<NamedValues<Value>>(
      in: { folder in
        let value = value(EntityName(text: "")).schema(folder)
        return rules(.map(named: name(folder), to: value), value)
      }
    ) { node, context in
      guard let entries = node.entries else {
        return context.refuse(
          .wrongType, at: node.range,
          "expected a mapping of names to \(what), found \(node.kind)",
          help: node.isNull ? "write {} for none, or remove the key" : "write each as 'name: …'")
      }
      for entry in entries where !isName(entry.key) { context.refuseName(entry) }
      let values = entries.compactMap { entry in
        let context = kind.map { context.used(by: Entity($0, entry.key)) } ?? context
        return value(EntityName(text: entry.key, range: entry.keyRange))
          .decode(entry.value, context)
      }
      return NamedValues(values: values, names: Set(entries.map(\.key)))
    }
    guard let help else { return optional(key, values, sentence()) ?? NamedValues() }
    return required(key, values, sentence(), help: help) ?? NamedValues()
  }
}

extension DecodingContext {
  fileprivate func refuseName(_ entry: Node.Entry) {
    error(
      .invalidName, at: entry.keyRange, "'\(entry.key.shortened)' cannot be a name here",
      help: "use at most 64 letters, digits, '.', '_' and '-', the first a letter or a digit: "
        + "'\(Names.suggestion(for: entry.key))'")
  }
}
