internal import PaywallCatalog
internal import YAMLText

/// Each value comes with a sentence for editors.
extension MappingReader {
  /// The value of a key; `nil` if the key is missing, or its value is wrong, which is reported.
  func optional<Value>(
    _ key: Key, _ decoder: NodeDecoder<Value>, _ sentence: @autoclosure () -> String = ""
  ) -> Value? {
    if let description { description.add(key, decoder.schema, sentence()) }
    return node(key).flatMap { decoder.decode($0, context) }
  }

  /// The value of a required key; `help` says what to write.
  func required<Value>(
    _ key: Key, _ decoder: NodeDecoder<Value>, _ sentence: @autoclosure () -> String = "",
    help: @autoclosure () -> String
  ) -> Value? {
    if let description {
      description.add(key, decoder.schema, sentence(), isRequired: true)
    } else if !has(key) {
      reportMissing(key, help: help())
    }
    return node(key).flatMap { decoder.decode($0, context) }
  }

  /// The value of a key, or the one that counts without it, which editors show.
  func optional<Value>(
    _ key: Key, _ decoder: NodeDecoder<Value>, default value: Value,
    shown text: @autoclosure () -> Content, _ sentence: @autoclosure () -> String
  ) -> Value {
    if let description {
      let text = text()
      description.add(key, { decoder.schema($0).byDefault(text) }, sentence())
    }
    return node(key).flatMap { decoder.decode($0, context) } ?? value
  }

  func optional<Value: RawRepresentable<String>>(
    _ key: Key, _ decoder: NodeDecoder<Value>, default value: Value,
    _ sentence: @autoclosure () -> String
  ) -> Value {
    optional(key, decoder, default: value, shown: .text(value.rawValue), sentence())
  }

  func optional(
    _ key: Key, _ decoder: NodeDecoder<Int>, default value: Int,
    _ sentence: @autoclosure () -> String
  ) -> Int {
    optional(key, decoder, default: value, shown: .integer(Int64(value)), sentence())
  }

  func optional(
    _ key: Key, _ decoder: NodeDecoder<Bool> = .boolean, default value: Bool,
    _ sentence: @autoclosure () -> String
  ) -> Bool {
    optional(key, decoder, default: value, shown: .boolean(value), sentence())
  }
}

/// The keys of a mapping, noted while its code asks for them.
final class MappingDescription<Key: FileKey> {
  private let folder: Folder
  private var properties: [Key: JSONSchema] = [:]
  private var required: Set<Key> = []

  init(in folder: Folder) { self.folder = folder }

  func add(
    _ key: Key, _ schema: (Folder) -> JSONSchema, _ sentence: String, isRequired: Bool = false
  ) {
    properties[key] = schema(folder).described(sentence)
    if isRequired { required.insert(key) }
  }

  /// All keys in the order in which they are declared, also those that were not asked for.
  var schema: JSONSchema {
    .object(
      Key.allCases.map { ($0.rawValue, properties[$0] ?? .anything) },
      required: Key.allCases.filter(required.contains).map(\.rawValue))
  }
}

extension JSONSchema {
  /// The schema of the mapping that some code reads.
  static func object<Key: FileKey, Value>(
    in folder: Folder, _ read: (MappingReader<Key>) -> Value?
  ) -> JSONSchema {
    let description = MappingDescription<Key>(in: folder)
    _ = read(MappingReader(describing: description))
    return description.schema
  }
}

extension NodeDecoder {
  /// A mapping with a fixed set of keys.
  ///
  /// - Parameters:
  ///   - what: describes the mapping in messages: `an offer`.
  ///   - name: its key, where missing keys are reported.
  ///   - rules: adds to the schema what the keys ask of each other.
  static func mapping<Key: FileKey>(
    _ what: String, named name: SourceRange? = nil,
    rules: @escaping (JSONSchema) -> JSONSchema = { $0 },
    _ read: @escaping (MappingReader<Key>) -> Value?
  ) -> NodeDecoder {
    NodeDecoder(in: { rules(.object(in: $0, read)) }) { node, context in
      MappingReader<Key>(node, context, as: what, named: name).flatMap(read)
    }
  }

  /// A value that is written alone, or as a mapping.
  static func alone(_ value: NodeDecoder, or mapping: NodeDecoder) -> NodeDecoder {
    NodeDecoder(in: { .anyOf([value.schema($0), mapping.schema($0)]) }) { node, context in
      (node.entries == nil ? value : mapping).decode(node, context)
    }
  }
}
