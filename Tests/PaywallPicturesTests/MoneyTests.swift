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

  @Test func `a length is written as Intl of Node writes it`() throws {
    for line in try vectors("lengths") {
      let count = try #require(Int(line[2]))
      let period =
        switch line[1] {
        case "day": Period(days: count)
        case "week": Period(days: count * 7)
        case "month": Period(months: count)
        default: Period(months: count * 12)
        }
      #expect(PaywallWords(for: line[0], country: nil).length(period) == line[3], "\(line)")
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
