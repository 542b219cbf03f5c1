package import PaywallCatalog

/// The keys of a paywall's `content` that pictures and `PaywallKitUI` draw. Every other key is the app's own.
package enum ContentWord: String, CaseIterable, Sendable {
  case headline, subheadline, points, hero, badge, button, footnote, close, style
}

/// A paywall's content in one language, as far as pictures know it. Reading never fails: a value that
/// cannot be drawn is left out and named in `problems`.
package struct PaywallContent: Hashable, Sendable {
  package private(set) var headline: String?
  package private(set) var subheadline: String?
  package private(set) var points: [Point] = []
  package private(set) var hero: Hero?
  /// Short texts at products, by product id.
  package private(set) var badges: [String: String] = [:]
  package private(set) var button = Button()
  package private(set) var footnote: String?
  package private(set) var close = Close.always
  package private(set) var style = Style.list
  /// Sentences on the values that are left out.
  package private(set) var problems: [String] = []

  /// An advantage for the customer, in one line.
  package struct Point: Hashable, Sendable {
    package var text: String
    /// The name of an SF Symbol, or an emoji.
    package var symbol: String?

    /// The symbol, if it is no name of ASCII letters: its first character.
    package var emoji: String? {
      symbol?.unicodeScalars.first.flatMap { first in
        first.isASCII ? nil : symbol.map { String($0.prefix(1)) }
      }
    }
  }

  /// The image above everything. Each is an https address, or the path below `Paywalls` of a file that
  /// the app carries.
  package struct Hero: Hashable, Sendable {
    package var image: String
    package var alternativeText: String?
    /// The image in dark mode.
    package var dark: String?
  }

  /// The button that buys; without a text its action is the text.
  package struct Button: Hashable, Sendable {
    package var text: String?
    package var background: Colour?
    package var foreground: Colour?
  }

  /// When the paywall shows the button that closes it.
  package enum Close: Hashable, Sendable {
    case always
    case after(seconds: Int)
  }

  /// How products are laid out.
  package enum Style: String, CaseIterable, Sendable {
    case list, columns, toggle, compact
  }

  /// - Parameter members: the content, localised already.
  package init(_ members: [Content.Member]) {
    for member in members {
      if let word = ContentWord(rawValue: member.key) { read(word, member.value) }
    }
  }
}

extension PaywallContent {
  /// The longest time that `close` may wait, in seconds.
  package static let longestWait = 60

  private mutating func read(_ word: ContentWord, _ value: Content) {
    if case .null = value { return }
    switch word {
    case .headline: headline = text(value, of: word)
    case .subheadline: subheadline = text(value, of: word)
    case .footnote: footnote = text(value, of: word)
    case .points: readPoints(value)
    case .hero: readHero(value)
    case .badge: readBadges(value)
    case .button: readButton(value)
    case .close: readClose(value)
    case .style: readStyle(value)
    }
  }

  private mutating func text(_ value: Content, of word: ContentWord) -> String? {
    if let text = value.plainText { return text }
    expect("a text", of: word)
    return nil
  }

  private mutating func expect(_ form: String, of word: ContentWord) {
    problems.append("'\(word.rawValue)' must be \(form), so it is not drawn.")
  }

  private mutating func readPoints(_ value: Content) {
    let form = "a list of texts, or of '{ text, symbol }'"
    guard case .list(let items) = value else { return expect(form, of: .points) }
    points = items.compactMap { item in
      (item.plainText ?? item.member("text")?.plainText).map {
        Point(text: $0, symbol: item.member("symbol")?.plainText)
      }
    }
    if points.count < items.count { expect(form, of: .points) }
  }

  private mutating func readHero(_ value: Content) {
    guard let image = value.plainText ?? value.member("image")?.plainText else {
      return expect("'{ image, alt, dark }' with at least an image", of: .hero)
    }
    hero = Hero(
      image: image, alternativeText: value.member("alt")?.plainText,
      dark: value.member("dark")?.plainText)
  }

  private mutating func readBadges(_ value: Content) {
    guard case .object(let members) = value else {
      return expect("a mapping of product ids to texts", of: .badge)
    }
    for member in members {
      if let text = member.value.plainText { badges[member.key] = text }
    }
    if badges.count < members.count { expect("a mapping of product ids to texts", of: .badge) }
  }

  private mutating func readButton(_ value: Content) {
    let form = "a text, or '{ text, background, foreground }' with colours such as \"#1D4ED8\""
    button.text = value.plainText ?? value.member("text")?.plainText
    let colours = [value.member("background"), value.member("foreground")].map {
      $0.map { Colour($0) }
    }
    button.background = colours[0] ?? nil
    button.foreground = colours[1] ?? nil
    let isMapping = if case .object = value { true } else { false }
    let isWrong = !isMapping && button.text == nil || colours.contains(.some(nil))
    if isWrong { expect(form, of: .button) }
  }

  private mutating func readClose(_ value: Content) {
    switch value {
    case .text("always"): close = .always
    case .integer(let seconds) where (0...Int64(Self.longestWait)).contains(seconds):
      close = seconds == 0 ? .always : .after(seconds: Int(clamping: seconds))
    default: expect("'always', or whole seconds up to \(Self.longestWait)", of: .close)
    }
  }

  private mutating func readStyle(_ value: Content) {
    guard let style = value.plainText.flatMap({ Style(rawValue: $0) }) else {
      let words = Style.allCases.map(\.rawValue).joined(separator: ", ")
      problems.append(
        "'style' is none of \(words), so it is the app's own, and the picture is a list.")
      return
    }
    self.style = style
  }
}

extension Content {
  /// The text, if it is a plain one.
  package var plainText: String? { if case .text(let text) = self { text } else { nil } }

  /// The value of a key, if this is a mapping that has it.
  fileprivate func member(_ key: String) -> Content? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

extension Colour {
  fileprivate init?(_ content: Content) {
    guard let text = content.plainText else { return nil }
    self.init(text)
  }
}
