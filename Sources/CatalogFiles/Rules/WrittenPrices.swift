extension ValidationRule {
  /// No text says a price or how long a trial is: the App Store does, and may differ.
  static let writtenPrices = ValidationRule { draft, sink in
    for text in draft.paywalls.flatMap(\.look.texts) {
      switch WrittenPrice(in: text.text) {
      case .price(let words)?:
        sink.warning(
          .writtenPrice, at: text.place,
          "this text says a price, '\(words)', and prices differ by storefront",
          help: "take it out: the price of the App Store is shown at the product")
      case .trial(let words)?:
        sink.warning(
          .writtenPrice, at: text.place,
          "this text says how long something is free, '\(words)', and not every visitor gets that",
          help: "take it out: the offer that the visitor gets is shown at the product")
      case nil: continue
      }
    }
  }
}

/// A price, or the length of a trial, in a text.
enum WrittenPrice: Hashable {
  case price(String)
  case trial(String)

  /// The first one in the text.
  init?(in text: String) {
    let scalars = Array(text.unicodeScalars)
    var start = 0
    while let digit = scalars[start...].firstIndex(where: \.isDigit) {
      let end = scalars[digit...].firstIndex { !$0.isOfNumber } ?? scalars.count
      if let price = Self.price(scalars, digit..<end) {
        self = .price(price)
        return
      }
      if let length = Self.length(scalars, digit..<end), Self.isFree(text) {
        self = .trial(length)
        return
      }
      start = end
    }
    return nil
  }

  private static func price(_ text: [Unicode.Scalar], _ number: Range<Int>) -> String? {
    let before = text[..<number.lowerBound].lastIndex { !$0.properties.isWhitespace }
    if let before, text[before].properties.generalCategory == .currencySymbol {
      return string(text[before..<number.upperBound])
    }
    let rest = text[number.upperBound...].drop { $0.properties.isWhitespace }
    if let symbol = rest.first, symbol.properties.generalCategory == .currencySymbol {
      return string(text[number.lowerBound...rest.startIndex])
    }
    let word = String(String.UnicodeScalarView(rest.prefix { $0.properties.isAlphabetic }))
    guard let unit = moneyWords.first(where: { word == $0 || word.hasPrefix($0) && !$0.isASCII })
    else { return nil }
    return string(text[number]) + " " + unit
  }

  private static func length(_ text: [Unicode.Scalar], _ number: Range<Int>) -> String? {
    let rest = text[number.upperBound...].drop { $0.properties.isWhitespace || $0 == "-" }
    let word = String(String.UnicodeScalarView(rest.prefix { $0.properties.isAlphabetic }))
      .lowercased()
    guard let unit = units.first(where: { word == $0 || word.hasPrefix($0) && !$0.isASCII })
    else { return nil }
    return string(text[number]) + " " + unit
  }

  private static func isFree(_ text: String) -> Bool {
    let text = text.lowercased()
    return freeWords.contains { text.contains($0) }
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  private static let moneyWords = [
    "USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "CNY", "kr", "Fr", "Ft", "zł", "Kč", "円", "元",
    "원",
  ]

  private static let units = words(
    """
    day days week weeks month months year years tag tage tagen woche wochen monat monate monaten \
    jahr jour jours semaine semaines mois an ans día días semana semanas mes meses año giorno giorni \
    settimana settimane mese mesi anno dia dias mês ano dag dagen weken maand maanden jaar \
    日 週 か月 ヶ月 年 일 주 개월 년 天 周 个月
    """)

  private static let freeWords = words(
    """
    free trial kostenlos gratis gratuit essai prueba prova grátis proef 無料 トライアル 무료 체험 免费 \
    试用 مجان חינם
    """)

  private static func words(_ list: String) -> [String] {
    list.split(separator: " ").map(String.init)
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { properties.numericType == .decimal }

  /// A digit, or what stands between digits.
  fileprivate var isOfNumber: Bool {
    isDigit || [".", ",", "\u{A0}", "\u{202F}"].contains(self)
  }
}

extension String {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
