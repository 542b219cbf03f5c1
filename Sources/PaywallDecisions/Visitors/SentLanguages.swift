import PaywallCatalog

/// The languages of a visitor as the request sent them.
struct SentLanguages {
  /// `locale`: a tag, or a list.
  var locale: RawLanguages?
  /// `locales`: what is read if `locale` has nothing of the app.
  var list: RawLanguages?
  /// `language`, for apps that send no locale.
  var language: RawLanguages?

  /// The text of `locale`, if no other was sent.
  var only: String? { list == nil && language == nil ? locale?.only : nil }

  /// Whether an attribute is the list of a phone.
  static func isList(_ name: String) -> Bool { name == "locales" }

  /// The list in order of preference, the language that was sent by itself, and the attributes with
  /// a text that is no language.
  func read() -> (list: PreferredLanguages, language: LanguageTag?, unusable: [String]) {
    var list = PreferredLanguages()
    var unusable: [String] = []
    for (name, part) in [("locale", locale), ("locales", self.list)] {
      guard let part else { continue }
      let before = list.unusable
      part.add(to: &list)
      if list.unusable > before { unusable.append(name) }
    }
    guard let language else { return (list, nil, unusable) }
    var own = PreferredLanguages()
    language.add(to: &own)
    if own.unusable > 0 { unusable.append("language") }
    return (list, own.first, unusable)
  }
}

/// One text with a list, or a list of texts.
struct RawLanguages {
  private let texts: [String]

  init?(_ raw: RawAttribute) {
    switch raw {
    case .text(let text): texts = [text]
    case .list(let texts): self.texts = texts
    default: return nil
    }
  }

  var only: String? { texts.count == 1 ? texts[0] : nil }

  func add(to list: inout PreferredLanguages) { for text in texts { list.add(text) } }
}
