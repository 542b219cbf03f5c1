import PaywallCatalog

/// How prices are written in a locale, from `MoneyFormat.table`.
struct MoneyFormat: Sendable {
  /// The pattern, in which `¤` is the currency and `#` the number.
  let pattern: String
  let decimal: String
  private let group: String
  /// The number of digits from which a number is grouped: 4, or 5 as in Spanish.
  private let least: Int
  /// The size of groups above the last three digits: 3, or 2 as in India.
  private let size: Int
  /// The digits of the locale by those of ASCII, and its separators; `nil` for ASCII.
  private let digits: [Character: Character]?
  private let symbols: [String: String]

  /// The format of the nearest locale in CLDR's order.
  static func nearest(to locale: String) -> MoneyFormat {
    all[locales.place(for: PreferredLanguages(locale)) ?? 0]
  }

  private static let lines = table.split(separator: "\n").map { line in
    line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
  }
  private static let locales = AppLanguages(lines.map { $0[0] })
  private static let all = lines.map { MoneyFormat(fields: $0) }

  /// The fields of a line of the table: locale, pattern, separators, kind, symbols.
  private init(fields: [String]) {
    pattern = fields[1]
    decimal = String(fields[2].prefix(1))
    group = String(fields[2].dropFirst())
    least = fields[3].contains("5") ? 5 : 4
    size = fields[3].contains("2") ? 2 : 3
    let digits = ["a": "٠١٢٣٤٥٦٧٨٩", "f": "۰۱۲۳۴۵۶۷۸۹"][fields[3]]
    self.digits = digits.map { Dictionary(zip("0123456789", $0)) { first, _ in first } }
    var symbols = Self.usual
    for word in fields[4].split(separator: " ") {
      let parts = word.split(separator: "=").map(String.init)
      // A code alone stands for itself.
      symbols[parts[0]] = (parts.last ?? "").replacing("_", with: "\u{A0}")
    }
    self.symbols = symbols
  }

  /// CLDR puts a space between a number and a symbol that ends in a letter.
  func symbol(of currency: String, besideNumberIn pattern: String) -> String {
    let symbol = symbols[currency] ?? currency
    guard pattern.hasSuffix("¤#"), let last = symbol.unicodeScalars.last,
      last.properties.generalCategory != .currencySymbol
    else { return symbol }
    return symbol + "\u{A0}"
  }

  /// The number in the digits of the locale.
  func localised(_ number: String) -> String {
    digits.map { digits in String(number.map { digits[$0] ?? $0 }) } ?? number
  }

  /// The digits with separators.
  func grouped(_ number: String) -> String {
    guard number.count >= least else { return number }
    var rest = Array(number)
    var groups = [String(rest.suffix(3))]
    rest.removeLast(3)
    while !rest.isEmpty {
      groups.insert(String(rest.suffix(size)), at: 0)
      rest.removeLast(min(size, rest.count))
    }
    return groups.joined(separator: group)
  }
}
