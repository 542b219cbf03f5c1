/// The table of layout: how each style is drawn, in points and text styles. A test compares it with the
/// style of the pictures.
package struct PaywallLayout: Equatable, Sendable {
  /// True if products stand side by side.
  package var isRow = false
  /// True if a circle shows which product is selected.
  package var hasRadio = true
  /// True if product names stand above, and only the selected product is drawn.
  package var hasSegments = false
  /// The space between two products.
  package var spacing = 12
  /// The space inside a product, above and below.
  package var block = 13
  /// The space inside a product, at its sides.
  package var inline = 16
  /// The radius of a product's corners.
  package var radius = 18
  /// The height of the image.
  package var hero = 208

  /// The screen that texts must fit on, in points.
  package static let narrowest = 390
  /// The space at the sides of the screen.
  package static let margin = 22
  /// The size of the button that closes the paywall.
  package static let close = 30

  /// The layout of a style.
  package static func of(_ style: PaywallContent.Style) -> PaywallLayout {
    switch style {
    case .list: PaywallLayout()
    case .columns: PaywallLayout(isRow: true, hasRadio: false, spacing: 10, block: 20, inline: 10)
    case .toggle: PaywallLayout(hasSegments: true)
    case .compact:
      PaywallLayout(hasRadio: false, spacing: 8, block: 12, inline: 14, radius: 14, hero: 168)
    }
  }

  /// A text on a paywall.
  package enum Element: CaseIterable, Sendable {
    case headline, subheadline, point, name, price, offer, commitment, badge, footnote, segment
    case button, terms, links
  }

  /// Apple's text styles, which grow with the text size of the person, by their usual size in points (Human
  /// Interface Guidelines, Typography).
  package enum TextStyle: CaseIterable, Sendable {
    case largeTitle, title, headline, body, subheadline, footnote, caption

    package var points: Int {
      switch self {
      case .largeTitle: 34
      case .title: 28
      case .headline, .body: 17
      case .subheadline: 15
      case .footnote: 13
      case .caption: 12
      }
    }

    /// The size at the largest text size that pictures show, which doubles the text of the body
    /// (AX2, ibid.).
    package var largest: Int {
      switch self {
      case .largeTitle: 48
      case .title: 43
      case .headline, .body: 33
      case .subheadline: 30
      case .footnote: 27
      case .caption: 26
      }
    }
  }

  /// The text style of an element. No amount is larger than what is billed.
  package static func textStyle(of element: Element, in style: PaywallContent.Style) -> TextStyle {
    switch element {
    case .headline: style == .compact ? .title : .largeTitle
    case .subheadline, .point: .body
    case .name: style == .columns ? .subheadline : .headline
    case .price, .button: .headline
    case .segment: .subheadline
    case .offer, .commitment, .footnote, .links: .footnote
    case .badge, .terms: .caption
    }
  }
}
