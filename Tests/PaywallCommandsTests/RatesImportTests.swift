import Foundation
import TestSupport
import Testing

@testable import CommandSupport
@testable import PaywallCommands

@Suite struct ReferenceRateTests {
  static let daily = """
    Date, USD, JPY, BGN, GBP, 
    25 November 2026, 1.1543, 177.74, 1.9558, 0.8779, 
    """
  static let history = """
    Date,USD,JPY,CYP,GBP,
    2026-11-25,1.1543,177.74,N/A,0.8779,
    2026-11-24,1.1500,177.00,N/A,0.8800,
    """
  static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01">
      <Cube><Cube time='2026-11-25'>
        <Cube currency='USD' rate='1.1543'/><Cube currency="JPY" rate="177.74"/>
      </Cube></Cube>
    </gesmes:Envelope>
    """

  private func words(_ text: String, _ date: String, _ base: String) throws -> [String] {
    try ReferenceRates(text).rates(on: date, base: base).map {
      "\($0.currency) \(ReferenceRates.text($0.micros))"
    }
  }

  @Test func `a file of the bank says what a euro cost`() throws {
    #expect(
      try words(Self.daily, "2026-11-25", "EUR")
        == ["BGN 1.9558", "GBP 0.8779", "JPY 177.74", "USD 1.1543"])
    #expect(try words(Self.history, "2026-11-24", "EUR") == ["GBP 0.88", "JPY 177", "USD 1.15"])
    #expect(try words(Self.xml, "2026-11-25", "EUR") == ["JPY 177.74", "USD 1.1543"])
  }

  /// 1 / 1.1543 = 0.866325…, 0.8779 / 1.1543 = 0.760547…, 177.74 / 1.1543 = 153.980767….
  @Test func `rates are converted to another base, rounded to a millionth`() throws {
    #expect(
      try words(Self.history, "2026-11-25", "USD")
        == ["EUR 0.866326", "GBP 0.760548", "JPY 153.980768"])
  }

  @Test func `what the file does not have is said`() throws {
    let rates = try ReferenceRates(Self.history)
    #expect(throws: ReferenceRates.Refusal.self) { try rates.rates(on: "2026-11-25", base: "NGN") }
    let weekend = #expect(throws: ReferenceRates.Refusal.self) {
      try rates.rates(on: "2026-11-28", base: "EUR")
    }
    #expect(weekend?.help.contains("2026-11-25") == true)
    #expect(throws: ReferenceRates.Refusal.self) { try ReferenceRates("hello") }
    #expect(throws: ReferenceRates.Refusal.self) {
      try ReferenceRates("Date,USD\nyesterday,1.1")
    }
  }
}

@Suite struct RatesImportTests {
  private let path = "Paywalls/store/rates.yaml"

  @Test(.inExample)
  func `rates of a day are added once, and the file keeps its comments`() async throws {
    let file = folder.appending(path: path)
    let before = try String(contentsOf: file, encoding: .utf8)
    let bank = folder.appending(path: "eurofxref.csv")
    try Data(ReferenceRateTests.daily.utf8).write(to: bank)
    func run(_ arguments: String...) async throws -> Run {
      try await paywall(["rates", "import", bank.path(), "--yes"] + arguments, in: folder)
    }
    try await run().expect(0)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.hasPrefix(before.trimmingCharacters(in: .newlines)))
    let line = try #require(text.split(separator: "\n").last)
    #expect(
      line
        == "  2026-11-25: { BGN: 1.694360, EUR: 0.866326, GBP: 0.760548, JPY: 153.980768 }"
        .replacing("1.694360", with: "1.69436"))
    try await paywall("check", in: folder).expect(0)
    try await run().expect(1, complains: "has rates of 2026-11-25 already")
    try await run("--date", "2026-11-24").expect(1, complains: "no rates of 2026-11-24")
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
