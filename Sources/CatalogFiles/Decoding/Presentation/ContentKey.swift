internal import YAMLText

/// A key in the content of a paywall.
struct ContentKey: Sendable {
  /// The keys around it, from the outside.
  let path: [String]
  let key: String
  let place: Place
  /// The value of the key: one text, or one for each language.
  let values: [TypedValue]

  struct TypedValue: Sendable {
    let type: ContentType
    let place: Place
  }

  /// All keys but the locales of texts, as deep as paywalls share them.
  static func all(
    in node: Node, locales: Set<String>, _ context: DecodingContext, below path: [String] = []
  ) -> [ContentKey] {
    guard let entries = node.entries, path.count < deepest,
      !entries.contains(where: { locales.contains($0.key) })
    else { return [] }
    return entries.flatMap { entry in
      [
        ContentKey(
          path: path, key: entry.key, place: context.place(entry.keyRange),
          values: values(of: entry.value, locales: locales, context))
      ]
        + all(in: entry.value, locales: locales, context, below: path + [entry.key])
    }
  }

  private static func values(
    of node: Node, locales: Set<String>, _ context: DecodingContext
  ) -> [TypedValue] {
    let entries = node.entries ?? []
    let isLocalised =
      entries.contains { locales.contains($0.key) } && !entries.contains { $0.key == "plain" }
    let nodes = isLocalised ? entries.map(\.value) : [node]
    return nodes.compactMap { node in
      ContentType(of: node).map { TypedValue(type: $0, place: context.place(node.range)) }
    }
  }

  private static let deepest = 4
}
