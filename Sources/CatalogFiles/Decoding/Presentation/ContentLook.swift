internal import PaywallCatalog
internal import PaywallPresentation
internal import YAMLText

/// A text of a paywall's content that customers read, in one language.
struct ContentText: Sendable {
  let word: ContentWord
  /// The product of a badge.
  let product: String?
  let text: String
  let place: Place

  /// The texts below the words that pictures know; not addresses, colours and names of symbols.
  static func all(in content: Node, _ context: DecodingContext) -> [ContentText] {
    (content.entries ?? []).flatMap { entry -> [ContentText] in
      guard let word = ContentWord(rawValue: entry.key) else { return [] }
      return nodes(of: word, in: entry.value).flatMap { product, node in
        let texts = node.scalar == nil ? (node.entries ?? []).map(\.value) : [node]
        return texts.compactMap { text in
          text.scalar.map {
            ContentText(
              word: word, product: product, text: $0.text, place: context.place(text.range))
          }
        }
      }
    }
  }

  /// Each is a text, or has one for each language.
  private static func nodes(of word: ContentWord, in value: Node) -> [(product: String?, Node)] {
    switch word {
    case .headline, .subheadline, .footnote: [(nil, value)]
    case .points: (value.items ?? []).map { (nil, $0.entry("text")?.value ?? $0) }
    case .button: [(nil, value.entry("text")?.value ?? value)]
    case .badge: (value.entries ?? []).map { ($0.key, $0.value) }
    case .hero, .close, .style: []
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
