import CatalogFiles
import Foundation
import PaywallCatalog
import PaywallPresentation
import Testing

@testable import PaywallPictures

/// The lines of a file of vectors that Node's `Intl` made.
func vectors(_ name: String) throws -> [[String]] {
  let file = try #require(Bundle.module.url(forResource: "Vectors/\(name)", withExtension: "tsv"))
  return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    .filter { !$0.hasPrefix("#") }
    .map { $0.split(separator: "\t").map(String.init) }
}

@Suite struct MoneyTests {
  @Test func `a price is written as Intl of Node writes it`() throws {
    let lines = try vectors("money")
    #expect(lines.count == 588)
    for line in lines {
      let money = Money(milliunits: try #require(Int64(line[2])), currency: line[1])
      #expect(money.text(in: line[0]) == line[3], "\(line[0]) \(line[1])")
    }
  }

  @Test func `prices and lengths are written as Intl of Node writes them in twelve locales`() throws
  {
    let table = try vectors("words")
    let locales = try #require(table.first).dropFirst()
    #expect(locales.count == 12)
    #expect(table.count == 1 + 35)
    for line in table.dropFirst() {
      #expect(line.count == 13)
      for (locale, text) in zip(locales, line.dropFirst()) {
        #expect(try shown(line[0], in: locale) == [text], "\(line[0]) in \(locale)")
      }
    }
  }

  /// Writes a price or a length of the table, as pictures and phones do.
  ///
  /// - Parameter word: `own 3999`, in the storefront's smallest unit, `USD 3999` or `week 2`.
  private func shown(_ word: String, in locale: String) throws -> Set<String> {
    let (language, country) = (String(locale.prefix(2)), String(locale.suffix(2)))
    let parts = word.split(separator: " ").map(String.init)
    let count = try #require(Int(parts[1]))
    let words = PaywallWords(for: language, country: country)
    if let period = period(of: count, parts[0]) {
      let price = Money(milliunits: 39_990, currency: nil).text(in: words.locale)
      let onPhone = PaywallWords(for: locale, digitsOf: price)
      return [words.length(period), onPhone.length(period)]
    }
    let currency = try #require(parts[0] == "own" ? StoreCurrency.of(country: country) : parts[0])
    let digits = try #require(StoreCurrency.digits(of: currency))
    let unit = (digits..<3).reduce(1) { unit, _ in unit * 10 }
    return [
      Money(milliunits: Int64(count * unit), currency: currency).text(in: words.locale)
    ]
  }

  private func period(of count: Int, _ unit: String) -> Period? {
    switch unit {
    case "day": Period(days: count)
    case "week": Period(days: count * 7)
    case "month": Period(months: count)
    case "year": Period(months: count * 12)
    default: nil
    }
  }

  @Test func `no currency's digits are guessed, and no price is rounded`() {
    #expect(Money(milliunits: 4_800_000, currency: "JPY").text(in: "ja-JP") == "￥4,800")
    #expect(Money(milliunits: 12_345, currency: "KWD").text(in: "en") == "KWD\u{A0}12.345")
    #expect(Money(milliunits: 12_345, currency: "USD").text(in: "en") == "$12.345")
    #expect(Money(milliunits: 1_500, currency: "JPY").text(in: "en") == "¥1.5")
    // A currency that no table knows has the decimals that the price has.
    #expect(Money(milliunits: 1_500, currency: "XTS").text(in: "en") == "XTS\u{A0}1.5")
    #expect(Money(milliunits: 9_990, currency: nil).text(in: "de") == "9,99")
    #expect(Money(milliunits: .max, currency: "USD").text(in: "en").hasPrefix("$9,223,372,036,"))
  }

  @Test func `a locale without a line is written as its nearest one`() {
    let price = Money(milliunits: 1_234_500, currency: "EUR")
    #expect(price.text(in: "de-LU") == "1.234,50\u{A0}€")
    #expect(price.text(in: "en-NZ") == "€1,234.50")
    #expect(price.text(in: "not a locale") == "€1,234.50")
  }

  @Test(arguments: [
    ("US", "USD"), ("DE", "EUR"), ("JP", "JPY"), ("GB", "GBP"), ("HR", "EUR"), ("KW", "USD"),
    ("CH", "CHF"), ("SE", "SEK"),
  ])
  func `a storefront has its currency`(country: String, currency: String) {
    #expect(StoreCurrency.of(country: country) == currency)
  }
}
