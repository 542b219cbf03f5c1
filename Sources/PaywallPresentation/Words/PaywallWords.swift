package import PaywallCatalog

/// The words of StoreKit and the app around prices, in one language, from `PaywallWords.tables`.
package struct PaywallWords: Sendable {
  /// The language of the words.
  package let language: String
  /// The locale that prices are written in.
  package let locale: String
  /// The digits from 0 to 9, as numbers in sentences are written.
  package var digits: [Character]
  private let phrases: [String: String]

  package enum Phrase: String, CaseIterable, Sendable {
    case day, week, month, year
    case aDay, aWeek, aMonth, aYear, every
    case free, paid, total, fixed, code
    case renews, tryFree, subscribe, buy
    case restore, terms, privacy, close
    case redeem, manage, retry, ok
    case unavailable, pending, refused, failed, notRestored, billing, payment
  }

  /// The words for a locale; English where there are none.
  ///
  /// - country: the storefront's country, which decides how prices are written: `de-AT`.
  ///   - price: a price in the digits that numbers should have; those of ASCII if it has others.
  package init(for locale: String, country: String? = nil, digitsOf price: String) {
    let tag = LanguageTag(locale)?.text ?? locale
    let place = Self.languages.place(for: PreferredLanguages(locale)) ?? 0
    language = Self.languages.locales[place]
    phrases = Self.all[place]
    let hasRegion = tag.split(separator: "-").dropFirst().contains { $0.utf8.count == 2 }
    self.locale = hasRegion || country == nil ? tag : "\(tag)-\(country ?? "")"
    let sets = ["0123456789", "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹"].map(Array.init)
    digits = sets.first { !Set($0).isDisjoint(with: price) } ?? sets[0]
  }

  private static let languages = AppLanguages(tables.map(\.language))
  private static let all = tables.map { table in
    Dictionary(
      table.phrases.split(separator: "\n").compactMap { line in
        line.firstIndex(of: ":").map { colon in
          (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
        }
      }
    ) { first, _ in first }
  }

  package func callAsFunction(_ phrase: Phrase, _ values: [String: String] = [:]) -> String {
    filled(phrases[phrase.rawValue] ?? "", values)
  }

  private func filled(_ text: String, _ values: [String: String]) -> String {
    values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}

// Lengths and prices.
extension PaywallWords {
  /// Writes `3 months`; by ISO 8601 if Apple sells no such period.
  package func length(_ period: Period) -> String {
    guard let (count, unit) = period.counted else { return period.description }
    let forms = self(unit).split(separator: "|").map(String.init)
    let form = Plural(language).form(of: count, among: forms.count)
    let number = String(String(count).map { $0.wholeNumberValue.map { digits[$0] } ?? $0 })
    return filled(forms[form].trimmingSpaces, ["n": number])
  }

  /// Writes `$39.99 a year`, `39,99 € alle 3 Monate`.
  package func rate(_ price: String, each period: Period) -> String {
    guard let (count, unit) = period.counted else {
      return self(.every, ["price": price, "length": length(period)])
    }
    let one: [Phrase: Phrase] = [.day: .aDay, .week: .aWeek, .month: .aMonth, .year: .aYear]
    guard count == 1, let phrase = one[unit] else {
      return self(.every, ["price": price, "length": length(period)])
    }
    return self(phrase, ["price": price])
  }
}

extension Period {
  /// The period in its largest unit: 12 months are a year, 7 days a week.
  fileprivate var counted: (Int, PaywallWords.Phrase)? {
    switch (months, days, seconds) {
    case (let months, 0, 0) where months > 0 && months % 12 == 0: (months / 12, .year)
    case (let months, 0, 0) where months > 0: (months, .month)
    case (0, let days, 0) where days > 0 && days % 7 == 0: (days / 7, .week)
    case (0, let days, 0) where days > 0: (days, .day)
    default: nil
    }
  }
}

/// The plural category of a number, by CLDR's rules for whole numbers.
private struct Plural {
  private let language: String

  init(_ language: String) { self.language = language }

  /// The index of the form, among as many as the language has.
  func form(of count: Int, among forms: Int) -> Int {
    let form =
      switch language {
      case "ja", "ko", "zh": 0
      case "fr", "pt": count < 2 ? 0 : 1
      case "he": count == 1 ? 0 : count == 2 ? 1 : 2
      case "ar":
        count == 1
          ? 0
          : count == 2
            ? 1 : (3...10).contains(count % 100) ? 2 : count % 100 >= 11 ? 3 : 4
      default: count == 1 ? 0 : 1
      }
    return min(form, forms - 1)
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
