internal import YAMLText

/// The kind of a value in content, which an app decodes.
enum ContentType: String, CaseIterable, Sendable {
  case text, number, boolean, list, mapping

  /// The type of a value; `nil` for null and a text that is empty.
  init?(of node: Node) {
    guard let scalar = node.scalar else {
      self = node.items == nil ? .mapping : .list
      return
    }
    switch CoreSchema.resolve(scalar) {
    case .null: return nil
    case .boolean: self = .boolean
    case .integer, .number, .tooLarge, .notFinite: self = .number
    case .text(let text):
      guard !text.utf8.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
      self = .text
    }
  }

  /// `a text`.
  var words: String { "a \(rawValue)" }
}

/// A type that `contentTypes` in app.yaml declares.
struct DeclaredContentType: Sendable {
  /// The keys from the outside: `hero.image` is two.
  let path: [String]
  let type: ContentType
  let place: Place

  /// As in the file.
  var name: String { path.joined(separator: ".") }

  /// Reads `contentTypes` of `store/app.yaml`.
  static func all(in root: Node, _ context: DecodingContext) -> [DeclaredContentType] {
    let key = AppKey.contentTypes.rawValue
    guard let node = root.entries?.first(where: { $0.key == key })?.value else { return [] }
    guard let entries = node.entries else {
      context.error(
        .wrongType, at: node.range,
        "expected a mapping of keys of content to types, found \(node.kind)",
        help: node.isNull ? "remove the key" : "write each as 'headline: text'")
      return []
    }
    return entries.compactMap { entry in
      NodeDecoder<ContentType>.choice.decode(entry.value, context).map {
        DeclaredContentType(
          path: entry.key.split(separator: ".").map(String.init), type: $0,
          place: context.place(entry.keyRange))
      }
    }
  }
}
