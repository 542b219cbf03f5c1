import Foundation
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

@testable import Ledger

/// The purchases that do not renew, as a back end follows them.
@Suite struct OneTimePurchaseTests {
  @Test("Each purchase comes once, and again when it is refunded and given back", .everyLedger)
  func followed() async throws {
    var backEnd = BackEnd()
    for (number, id) in ["101", "102", "103"].enumerated() {
      try await ledger.append(Sample.notification("n\(number)", Sample.coins(id)), at: 2)
    }
    try await ledger.append(Sample.notification("s", Sample.purchase("900", bought: 1)), at: 2)
    try await backEnd.follow(ledger)
    #expect(backEnd.heard == ["101", "102", "103"])
    #expect(backEnd.credited == ["101": 3, "102": 3, "103": 3])
    try await backEnd.follow(ledger)
    #expect(backEnd.heard.count == 3)

    let refund = Sample.refund(of: Sample.coins("102"), at: 5, type: .refundFull)
    try await ledger.append(Sample.notification("r", type: "REFUND", refund), at: 5)
    try await backEnd.follow(ledger)
    #expect(backEnd.heard.suffix(1) == ["102"] && backEnd.heard.count == 4)
    #expect(backEnd.credited == ["101": 3, "103": 3])

    var again = Sample.coins("102")
    again.signedDate = Sample.day(6)
    try await ledger.append(Sample.notification("v", type: "REFUND_REVERSED", again), at: 6)
    try await backEnd.follow(ledger)
    #expect(backEnd.credited == ["101": 3, "102": 3, "103": 3])
    #expect(backEnd.heard.count == 5)
  }

  @Test("A text that changes nothing about a purchase brings nothing", .everyLedger)
  func signedAgain() async throws {
    var backEnd = BackEnd()
    for number in 0..<3 {
      var coins = Sample.coins("101")
      coins.signedDate = Sample.day(Double(1 + number))
      try await ledger.append(Sample.notification("n\(number)", coins), at: 9)
      try await backEnd.follow(ledger)
    }
    #expect(backEnd.heard == ["101"])
  }

  @Test(
    "A lifetime purchase keeps its id, whichever of its copies came first",
    arguments: LedgerKind.allCases)
  func copies(kind: LedgerKind) async throws {
    let first = Sample.lifetime("101", bought: 1)
    let restored = Sample.copy(of: first, "205", signed: 4)
    for order in [[first, restored], [restored, first]] {
      try await kind.withLedger { ledger async throws in
        var backEnd = BackEnd()
        for (number, fact) in order.enumerated() {
          try await ledger.append(Sample.notification("n\(number)", fact), at: 5)
          try await backEnd.follow(ledger)
        }
        #expect(backEnd.heard == ["101"])
        try await ledger.append(
          Sample.notification(
            "r", type: "REFUND", Sample.refund(of: restored, at: 7, type: .refundFull)),
          at: 7)
        try await backEnd.follow(ledger)
        #expect(backEnd.heard == ["101", "101"])
        #expect(backEnd.credited.isEmpty)
      }
    }
  }

  @Test(
    "Purchases of a customer whom Apple names later come to readers of that customer", .everyLedger)
  func named() async throws {
    try await ledger.append(Sample.notification("a", Sample.coins("101", customer: nil)), at: 1)
    try await ledger.append(Sample.notification("b", Sample.coins("102")), at: 2)
    var backEnd = BackEnd()
    try await backEnd.follow(ledger)
    #expect(backEnd.heard == ["102"])
    var known = Sample.coins("101")
    known.signedDate = Sample.day(3)
    try await ledger.append(Sample.notification("c", known), at: 3)
    try await backEnd.follow(ledger)
    #expect(backEnd.heard == ["102", "101"])
  }

  @Test("A user who is linked to another customer later gets its older purchases too", .everyLedger)
  func linked() async throws {
    try await ledger.append(Sample.notification("a", Sample.coins("201", customer: "8000")), at: 1)
    try await ledger.append(Sample.notification("b", Sample.coins("101")), at: 2)
    try await ledger.link("ada", to: .appTransactionId("7040"), at: 3)
    var backEnd = BackEnd(.user("ada"))
    try await backEnd.follow(ledger)
    #expect(backEnd.heard == ["101"])
    try await ledger.link("ada", to: .appTransactionId("8000"), at: 4)
    try await backEnd.follow(ledger)
    #expect(backEnd.heard == ["101", "201"])
  }

  @Test(
    "Pages, however small, bring every purchase of several customers once",
    .everyLedger, arguments: [1, 3, 50])
  func pages(limit: Int) async throws {
    var random = SplitMix(state: 9)
    for number in 0..<12 {
      let customer = Bool.random(using: &random) ? "7040" : "8000"
      try await ledger.append(
        Sample.notification("n\(number)", Sample.coins("\(100 + number)", customer: customer)),
        at: 1)
    }
    for customer in ["7040", "8000"] {
      try await ledger.link("ada", to: .appTransactionId(customer), at: 2)
    }
    var backEnd = BackEnd(.user("ada"), limit: limit)
    try await backEnd.follow(ledger)
    #expect(backEnd.heard == (0..<12).map { "\(100 + $0)" })
  }

  @Test("Writers at once cost no reader a purchase", .everyLedger)
  func concurrent() async throws {
    var backEnd = BackEnd(limit: 5)
    for round in 0..<6 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          let id = "\(1000 + round * 8 + number)"
          group.addTask {
            try await ledger.append(Sample.notification("n\(id)", Sample.coins(id)), at: 1)
          }
        }
        try await backEnd.follow(ledger)
        try await group.waitForAll()
      }
    }
    try await backEnd.follow(ledger)
    #expect(backEnd.heard.sorted() == (1000..<1048).map(String.init))
  }

  @Test("A cursor of another ledger, or of a later state, begins at the first purchase", .inFolder)
  func otherLedger() async throws {
    let ledger = try openFile()
    try await ledger.append(Sample.notification("a", Sample.coins("101")), at: 1)
    var backEnd = BackEnd()
    try await backEnd.follow(ledger)
    await ledger.close()
    // The cursor stays valid after a restart.
    let again = try openFile()
    try await backEnd.follow(again)
    #expect(backEnd.heard == ["101"])
    await again.close()
    let other = try openFile("other.sqlite")
    for id in ["101", "102"] {
      try await other.append(Sample.notification(id, Sample.coins(id)), at: 1)
    }
    try await backEnd.follow(other)
    #expect(backEnd.heard == ["101", "101", "102"])
    #expect(backEnd.credited == ["101": 3, "102": 3])
    var later = try #require(backEnd.cursor)
    for (customer, number) in later.numbers { later.numbers[customer] = number + 50 }
    let page = try await other.oneTimePurchases(
      of: .appTransactionId("7040"), in: .production, after: later, limit: 10)
    #expect(page.purchases.map(\.id) == ["101", "102"])
  }

  @Test("Quantities that make no sense are no quantity; none is one", .everyLedger)
  func quantities() async throws {
    for (number, quantity) in [nil, 0, -3, 7].enumerated() {
      try await ledger.append(
        Sample.notification("n\(number)", Sample.coins("\(100 + number)", quantity: quantity)),
        at: 1)
    }
    let page = try await ledger.oneTimePurchases(
      of: .appTransactionId("7040"), in: .production, after: nil, limit: 10)
    #expect(page.purchases.map(\.quantity) == [1, nil, nil, 7])
  }

  @Test("Who is erased has no purchases; who comes back has them anew", .everyLedger)
  func erased() async throws {
    try await ledger.append(Sample.notification("a", Sample.coins("101")), at: 1)
    var backEnd = BackEnd()
    try await backEnd.follow(ledger)
    try await ledger.forget(.appTransactionId("7040"), at: 2)
    try await backEnd.follow(ledger)
    try await ledger.append(Sample.notification("b", Sample.coins("102")), at: 3)
    try await backEnd.follow(ledger)
    #expect(backEnd.heard == ["101", "102"])
  }

  @Test(
    "A cursor is read only as it was written",
    arguments: [
      "", "x", "LEDGER.1", "LEDGER.1-", "LEDGER.-1-2", "LEDGER.1-2.1-3", "00FF00FF00FF00FF",
      "LEDGER.1-2-3", "LEDGER.1-99999999999999999999", "LEDGER..1-2", "abc", "LEDGERa",
    ])
  func malformed(text: String) {
    #expect(PurchaseCursor(text.replacing("LEDGER", with: "00ff00ff00ff00ff")) == nil)
  }

  @Test("A cursor comes back from its text")
  func roundTrip() {
    let ledger = "00ff00ff00ff00ff"
    let cursor = PurchaseCursor(ledger: ledger, numbers: [7: 12, 3: 0])
    #expect(cursor.text == ledger + ".3-0.7-12")
    #expect(PurchaseCursor(cursor.text) == cursor)
    #expect(PurchaseCursor(ledger) == PurchaseCursor(ledger: ledger))
  }
}
