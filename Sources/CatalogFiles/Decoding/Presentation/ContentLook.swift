internal import PaywallCatalog
internal import PaywallPresentation
internal import YAMLText

/// A text of a paywall's content that customers read, in one language.
struct ContentText: Sendable {
  /// The product of a badge.
  let product: String?
  let text: String
  let place: Place

  /// The texts below the words that pictures know; not addresses, colours and names of symbols.
  static func all(in content: Node, _ context: DecodingContext) -> [ContentText] {
    (content.entries ?? []).flatMap { entry -> [ContentText] in
      switch ContentWord(rawValue: entry.key) {
      case .headline, .subheadline, .footnote: texts(in: entry.value, of: nil, context)
      case .points:
        (entry.value.items ?? []).flatMap { item in
          texts(in: item.entry("text")?.value ?? item, of: nil, context)
        }
      case .button:
        texts(in: entry.value.entry("text")?.value ?? entry.value, of: nil, context)
      case .badge:
        (entry.value.entries ?? []).flatMap { badge in
          texts(in: badge.value, of: badge.key, context)
        }
      case .hero, .close, .style, nil: []
      }
    }
  }

  private static func texts(
    in node: Node, of product: String?, _ context: DecodingContext
  ) -> [ContentText] {
    if let scalar = node.scalar {
      return [
        ContentText(product: product, text: scalar.text, place: context.place(node.range))
      ]
    }
    return (node.entries ?? []).compactMap { entry in
      entry.value.scalar.map {
        ContentText(product: product, text: $0.text, place: context.place(entry.value.range))
      }
    }
  }
}

/// The parts of a paywall's content in which `check` looks for mistakes that a picture would show.
struct ContentLook: Sendable {
  var texts: [ContentText] = []
  /// The place of an image that has no alternative text.
  var silentHero: Place?
  var button: (background: Colour, foreground: Colour, place: Place)?

  init(_ content: Node?, _ context: DecodingContext) {
    guard let content else { return }
    texts = ContentText.all(in: content, context)
    if let hero = content.entry("hero"), hero.value.entry("image") != nil,
      hero.value.entry("alt") == nil
    {
      silentHero = context.place(hero.keyRange)
    }
    let button = content.entry("button")?.value
    if let background = button?.entry("background")?.value.scalar.flatMap({ Colour($0.text) }),
      let entry = button?.entry("foreground"),
      let foreground = entry.value.scalar.flatMap({ Colour($0.text) })
    {
      self.button = (background, foreground, context.place(entry.value.range))
    }
  }
}

extension Node {
  fileprivate func entry(_ key: String) -> Entry? { entries?.first { $0.key == key } }
}
