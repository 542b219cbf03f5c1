import HTTPDocuments
import PaywallPresentation

/// A phone that shows a picture, without a style of its own: `PictureStyle` has it.
struct PhoneMarkup {
  private let picture: Picture
  /// The class that ties the phone to the colours and images of its picture.
  private let name: Markup
  /// The attribute that lets people without a mouse scroll; none in a sheet, where nothing scrolls.
  private let scrolls: Markup

  /// - Parameter isSmall: true if the phone is in a sheet.
  init(_ picture: Picture, named name: Markup, isSmall: Bool = false) {
    (self.picture, self.name) = (picture, name)
    scrolls = isSmall ? "" : " tabindex=\"0\""
  }

  var markup: Markup {
    guard let screen = picture.screen else {
      return """
        <div class="phone \(name)" dir="ltr"><div class="glass">\(Self.bar)
        <div class="nothing"><p>No paywall</p><p>The app goes on.</p></div></div></div>

        """
    }
    return """
      <div class="phone \(name)" lang="\(text: picture.locale)" dir="\(screen.isRightToLeft ? "rtl" : "ltr")">
      <div class="glass \(text: screen.content.style.rawValue)">\(Self.bar)\(close(screen))
      <div class="scroll"\(scrolls)>
      \(hero(screen))<div class="words">
      \(.element("h2", "headline", screen.content.headline))\
      \(.element("p", "subheadline", screen.content.subheadline))\(points(screen.content))</div>
      \(products(screen))\(.element("p", "footnote", screen.content.footnote))</div>
      \(foot(screen))</div></div>

      """
  }

  private static let bar: Markup = """
    <div class="bar" aria-hidden="true"><b>9:41</b><i class="island"></i><i class="battery"></i></div>

    """

  private func close(_ screen: Picture.Screen) -> Markup {
    let wait: Markup =
      if case .after(let seconds) = screen.content.close { "<small>\(seconds) s</small>" } else {
        ""
      }
    return
      "<div class=\"close\" role=\"img\" aria-label=\"\(text: screen.words(.close))\">\(wait)<b>×</b></div>\n"
  }

  private func hero(_ screen: Picture.Screen) -> Markup {
    guard let hero = screen.content.hero, let image = screen.hero else { return "" }
    if case .placeholder = image {
      return """
        <div class="hero placeholder"><span><b>\(.foreign(hero.alternativeText ?? "Image"))</b>
        <code>\(.foreign(hero.image))</code></span></div>

        """
    }
    let label: Markup = hero.alternativeText.map { " aria-label=\"\(text: $0)\"" } ?? ""
    return "<div class=\"hero\" role=\"img\"\(label)></div>\n"
  }

  private func points(_ content: PaywallContent) -> Markup {
    guard !content.points.isEmpty else { return "" }
    let items = content.points.map { point -> Markup in
      """
      <li><span class="symbol" aria-hidden="true">\(.foreign(Self.glyph(of: point)))</span>\
      <span>\(.foreign(point.text))</span></li>

      """
    }
    return "<ul class=\"points\">\n\(items)</ul>\n"
  }

  /// An emoji as it is; a character like an SF Symbol, of those that every font has, else a tick.
  private static func glyph(of point: PaywallContent.Point) -> String {
    point.emoji ?? point.symbol.flatMap { glyphs[String($0.prefix { $0 != "." })] } ?? "✓"
  }

  private static let glyphs = [
    "star": "★", "heart": "♥", "sparkles": "✦", "sparkle": "✦", "infinity": "∞", "plus": "+",
    "wand": "✦", "bolt": "↯", "arrow": "→", "square": "■", "circle": "●", "music": "♪",
  ]
}

// Products.
extension PhoneMarkup {
  private func products(_ screen: Picture.Screen) -> Markup {
    guard !screen.products.isEmpty else { return "" }
    let names = screen.products.map { product -> Markup in
      "<span\(mark(product))>\(.foreign(product.name))</span>\n"
    }
    let segments: Markup =
      screen.content.style == .toggle ? "<div class=\"segments\">\n\(names)</div>\n" : ""
    return """
      \(segments)<div class="products">
      \(screen.products.map { card($0) })</div>

      """
  }

  private func mark(_ product: Picture.Product) -> Markup {
    product.isSelected ? " class=\"selected\"" : ""
  }

  private func card(_ product: Picture.Product) -> Markup {
    let billed: Markup =
      product.billed.map { .foreign($0) } ?? "<span class=\"missing\">\(text: "– –")</span>"
    return """
      <div class="product\(product.isSelected ? " selected" : "")">
      \(.element("span", "badge", product.badge))<i class="radio" aria-hidden="true"></i>
      <div class="name">\(.foreign(product.name))</div>
      <div class="price">\(billed)</div>
      \(.element("div", "commitment", product.commitment))\(.element("div", "offer", product.offer))</div>

      """
  }

  private func foot(_ screen: Picture.Screen) -> Markup {
    let selected = screen.products.first(where: \.isSelected) ?? screen.products.first
    let terms = selected?.terms.joined(separator: " · ")
    let links = [PaywallWords.Phrase.restore, .terms, .privacy].map { phrase -> Markup in
      "<span>\(text: screen.words(phrase))</span>"
    }
    return """
      <div class="foot"\(scrolls)>
      \(.element("div", "button", selected?.button))\(.element("p", "terms", terms))\
      <p class="links">\(links)</p>
      </div>

      """
  }
}
