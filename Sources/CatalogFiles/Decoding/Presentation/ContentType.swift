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

  /// The name as the file has it.
  var name: String { path.joined(separator: ".") }
}

extension NodeDecoder where Value == [DeclaredContentType] {
  static var contentTypes: NodeDecoder {
    let type = NodeDecoder<ContentType>.choice
    return NodeDecoder(in: { .map(named: .text, to: type.schema($0)) }) { node, context in
      guard let entries = node.entries else {
        return context.refuse(
          .wrongType, at: node.range,
          "expected a mapping of keys of content to types, found \(node.kind)",
          help: node.isNull ? "remove the key" : "write each as 'headline: text'")
      }
      return entries.compactMap { entry in
        type.decode(entry.value, context).map {
          DeclaredContentType(
            path: entry.key.split(separator: ".").map(String.init), type: $0,
            place: context.place(entry.keyRange))
        }
      }
    }
  }
}
