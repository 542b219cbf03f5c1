internal import PaywallCatalog
internal import PaywallPresentation

extension ValidationRule {
  /// Texts fit on a phone, at the usual text size and at the one that pictures call the largest.
  static let fittingTexts = ValidationRule { draft, sink in
    for own in draft.paywalls where !own.look.texts.isEmpty {
      let paywall = draft.paywall(own.id)
      let style = PaywallContent(paywall?.content ?? []).style
      for text in own.look.texts {
        let place = TextPlace(text.word, style, products: paywall?.products.count ?? 1)
        guard let misfit = place.misfit(of: text.text) else { continue }
        sink.warning(.overlongText, at: text.place, misfit.message, help: misfit.help)
      }
    }
  }
}

/// The place of a word of content on a phone of 390 points, by the table of layout.
struct TextPlace {
  private let word: ContentWord
  private let style: PaywallContent.Style
  private let products: Int

  init(_ word: ContentWord, _ style: PaywallContent.Style, products: Int) {
    (self.word, self.style, self.products) = (word, style, products)
  }

  /// The message for a reader, and what to do.
  typealias Misfit = (message: String, help: String)

  /// The first text that does not fit; `nil` if all do.
  func misfit(of text: String) -> Misfit? {
    misfit(of: text, isLargest: false) ?? misfit(of: text, isLargest: true)
  }

  private func misfit(of text: String, isLargest: Bool) -> Misfit? {
    guard let element else { return nil }
    let textStyle = PaywallLayout.textStyle(of: element, in: style)
    let size = Double(isLargest ? textStyle.largest : textStyle.points)
    let lines = BrokenText(
      text, in: width(size, isLargest: isLargest), size: size,
      isBold: [.headline, .badge, .button].contains(element))
    let place = isLargest ? " at the largest text size" : ""
    if let broken = lines.broken {
      return (
        "'\(broken)' is wider than its line on a phone\(place), so it is broken inside",
        "use a shorter word, or let it break by a soft hyphen, \"\\u00AD\""
      )
    }
    let most = mostLines(isLargest: isLargest)
    guard lines.lines > most else { return nil }
    return (
      "this text takes \(lines.lines) lines on a phone\(place), and there is room for \(most)",
      "shorten it; 'paywall picture' shows how it looks"
    )
  }

  private var element: PaywallLayout.Element? {
    switch word {
    case .headline: .headline
    case .subheadline: .subheadline
    case .points: .point
    case .badge: .badge
    case .button: .button
    case .footnote: .footnote
    case .hero, .close, .style: nil
    }
  }

  /// The width of a line, in points.
  private func width(_ size: Double, isLargest: Bool) -> Double {
    let layout = PaywallLayout.of(style)
    let whole = Double(PaywallLayout.narrowest - 2 * PaywallLayout.margin)
    switch word {
    case .points: return whole - 12 - 1.3 * size
    case .button: return whole - 2 * 18
    case .badge where layout.isRow && !isLargest:
      let count = Double(max(1, min(products, 3)))
      let card = (whole - Double(layout.spacing) * (count - 1)) / count
      return card - Double(2 * layout.inline) - 2 * 11
    case .badge: return whole * 0.75 - 2 * 11
    default: return whole
    }
  }

  private func mostLines(isLargest: Bool) -> Int {
    switch word {
    case .headline, .points: isLargest ? 6 : 3
    case .subheadline: isLargest ? 8 : 4
    case .footnote: isLargest ? 12 : 6
    case .button: isLargest ? 3 : 2
    case .badge: PaywallLayout.of(style).isRow && !isLargest ? 2 : 1
    case .hero, .close, .style: .max
    }
  }
}
