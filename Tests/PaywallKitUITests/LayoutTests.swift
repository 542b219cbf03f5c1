import HTTPDocuments
import PaywallPresentation
import Testing

@testable import PaywallPictures

/// The table that the view draws by, beside the style of the pictures.
@Suite struct LayoutTests {
  private let css = PictureStyle.style(of: []).text

  /// The value of a property in the rule of a selector, which holds unless a more specific one says
  /// more.
  private func value(_ property: String, _ selector: String) -> String? {
    for rule in css.split(separator: "}") {
      let parts = rule.split(separator: "{")
      guard parts.count == 2 else { continue }
      let selectors = parts[0].split(separator: "\n").joined(separator: " ").split(separator: ",")
      guard selectors.contains(where: { $0.trimmed == selector }) else { continue }
      for declaration in parts[1].split(separator: ";") {
        let words = declaration.split(separator: ":", maxSplits: 1)
        if words.count == 2, words[0].trimmed == property { return words[1].trimmed }
      }
    }
    return nil
  }

  private func value(
    _ property: String, _ selector: String, in style: PaywallContent.Style
  ) -> String? {
    value(property, ".\(style.rawValue) \(selector)") ?? value(property, selector)
  }

  @Test(arguments: PaywallContent.Style.allCases)
  func `spaces, corners and the image are as on the picture`(style: PaywallContent.Style) {
    let layout = PaywallLayout.of(style)
    #expect(value("gap", ".products", in: style) == "\(layout.spacing)px")
    let padding = value("padding", ".product", in: style)?.split(separator: " ")
    #expect(padding?[0] == "\(layout.block)px" && padding?[1] == "\(layout.inline)px")
    #expect(value("border-radius", ".product", in: style) == "\(layout.radius)px")
    #expect(value("height", ".hero", in: style) == "\(layout.hero)px")
    #expect((value("display", ".\(style.rawValue) .radio") != "none") == layout.hasRadio)
    #expect((value("grid-template-columns", ".products", in: style) != nil) == layout.isRow)
    let isOne = value("display", ".\(style.rawValue) .product:not(.selected)") == "none"
    #expect(isOne == layout.hasSegments)
  }

  @Test func `margins and the button that closes are as on the picture`() {
    #expect(value("padding", ".scroll")?.contains(" \(PaywallLayout.margin)px ") == true)
    #expect(value("width", ".close b") == "\(PaywallLayout.close)px")
  }

  @Test(arguments: PaywallContent.Style.allCases)
  func `texts have the sizes of the picture, within a point and a half`(style: PaywallContent.Style)
    throws
  {
    let selectors: [PaywallLayout.Element: String] = [
      .headline: ".headline", .subheadline: ".subheadline", .point: ".points li", .name: ".name",
      .price: ".price", .offer: ".offer", .commitment: ".commitment", .badge: ".badge",
      .footnote: ".footnote", .segment: ".segments span", .button: ".button", .terms: ".terms",
      .links: ".links",
    ]
    #expect(selectors.count == PaywallLayout.Element.allCases.count)
    for (element, selector) in selectors {
      // The phone's text has 17 points.
      let scale = Double(value("font-size", selector, in: style)?.dropLast(2) ?? "1") ?? 0
      let points = PaywallLayout.textStyle(of: element, in: style).points
      #expect(abs(scale * 17 - Double(points)) < 1.5, "\(selector): \(scale * 17), \(points)")
    }
  }

  @Test(arguments: PaywallContent.Style.allCases)
  func `the largest headline and the largest text have the sizes of the picture`(
    style: PaywallContent.Style
  ) {
    let large = ":root:has(#large:checked)"
    let headline =
      value("font-size", "\(large) .\(style.rawValue) .headline")
      ?? value("font-size", "\(large) .headline")
    let points = PaywallLayout.textStyle(of: .headline, in: style).largest
    #expect(headline == "\(points)px")
    let body = Double(value("font-size", "\(large) .phone")?.dropLast(2) ?? "")
    #expect(abs((body ?? 0) - Double(PaywallLayout.TextStyle.body.largest)) < 1.5)
  }

  @Test(arguments: PaywallContent.Style.allCases)
  func `no amount is larger than what is billed`(style: PaywallContent.Style) {
    let billed = PaywallLayout.textStyle(of: .price, in: style).points
    for element in [PaywallLayout.Element.offer, .commitment, .badge, .terms, .name] {
      #expect(PaywallLayout.textStyle(of: element, in: style).points <= billed)
    }
  }

  @Test func `every language has every phrase`() {
    for language in [
      "en", "de", "fr", "es", "it", "pt", "nl", "ja", "ko", "zh", "ar", "he",
    ] {
      let words = PaywallWords(for: language, digitsOf: "")
      #expect(words.language == language)
      for phrase in PaywallWords.Phrase.allCases {
        #expect(!words(phrase).isEmpty, "\(language): \(phrase)")
      }
    }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let spaces: Set<Character> = [" ", "\n"]
    return String(drop { spaces.contains($0) }.reversed().drop { spaces.contains($0) }.reversed())
  }
}
