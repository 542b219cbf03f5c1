import Ledger
import LedgerStorage
import PaywallCatalog
import Testing

@testable import LedgerSQLite

@Suite struct FactArrivalTests {
  private func arrival(_ ledger: any Ledger) async throws -> FactArrival? {
    try await ledger.persons(of: .price, until: Sample.day(99), reducing: PhaseColumns()).arrival
  }

  @Test(
    "notifications arrive as often as the last ones did, whatever is fetched",
    .everyLedger)
  func pace() async throws {
    #expect(try await arrival(ledger) == nil)
    // Four a day: the fifth comes a day after the first.
    for number in 0..<5 {
      try await ledger.append(
        Sample.notification("n\(number)", Sample.purchase("10\(number)", bought: 1)),
        at: 2 + 0.25 * Double(number))
    }
    let found = try #require(try await arrival(ledger))
    #expect(found.newest == Sample.day(3))
    #expect(abs(found.perDay - 4) < 1e-9)
  }

  @Test("notifications beyond the newest 200,000 texts are not looked for", .inFolder)
  func bound() async throws {
    let ledger = try openFile()
    for number in 0..<3 {
      try await ledger.append(
        Sample.notification("n\(number)", Sample.purchase("10\(number)", bought: 1)),
        at: 2 + Double(number))
    }
    let newest = try await ledger.readTables {
      try $0.first("SELECT max(number) FROM facts") { $0.int64(0) }
    }
    let last = try #require(newest)
    // Moves the last number, as if many texts had been fetched between the second and third
    // notification.
    try await ledger.writer.write {
      try $0.run(
        "UPDATE facts SET number = ? WHERE number = ?", .integer(last + 199_998), .integer(last))
    }
    #expect(try await arrival(ledger)?.perDay == 1)
    try await ledger.writer.write {
      try $0.run("UPDATE facts SET number = number + 1 WHERE number = ?", .integer(last + 199_998))
    }
    let found = try #require(try await arrival(ledger))
    #expect(found.newest == Sample.day(4))
    #expect(found.perDay == 0)
  }
}
