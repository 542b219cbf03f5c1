@testable import Subscribers
import AppStoreFixtures
import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Testing

/// Requests for refunds from the command line: one that was answered, one refused, one open.
@Suite struct RefundCommandTests {
  @Test func `A request is explained by what was recorded, and an open one as it would be`()
    async throws
  {
    try await withRequests { folder in
      let answered = try await refund("explain", "101", in: folder)
      answered.expect(
        0, prints: "answered at 2026-01-05T11:00:00Z by rule frequentRefunds",
        "delivered, preference decline", "granted at 2026-01-07T10:00:00Z, 40% of the price",
        "no  rule notDelivered: deliveryStatus: delivered, does not match",
        "yes  rule frequentRefunds: refunds: 4", "rules         those of this folder")
      let refused = try await refund("explain", "ask-102", in: folder)
      #expect(refused.output.contains("the customer's consent was not reported in time"))
      let open = try await refund("explain", "103", "--at", "2026-01-05T12:00:00Z", in: folder)
      #expect(open.output.contains("open until 2026-01-05T22:00:00Z"), "\(open.output)")
      #expect(open.output.contains("no  check: consent: nothing is reported"))
      let unknown = try await refund("explain", "9", in: folder)
      unknown.expect(1, complains: "the ledger has no request for a refund '9'")
    }
  }

  @Test func `Past requests are judged by other rules, which are checked first`() async throws {
    try await withRequests { folder in
      let same = try await refund("simulate", in: folder)
      #expect(
        same.output == "2 requests judged again, 2 as before; 1 left out.\n", "\(same.complaints)")
      let rules = folder.appending(path: "next.yaml")
      try Data("rules:\n  - { name: all, prefer: grantFull }\n".utf8).write(to: rules)
      let other = try await refund("simulate", "--rules", rules.path(), in: folder)
      #expect(
        other.output == """
          2 requests judged again, 1 as before; 1 left out.

          FROM     TO         REQUESTS  PRICES
          decline  grantFull  1         9.99 EUR

          """, "\(other.complaints)")
      try Data("rules:\n  - { name: all, prefer: yes }\n".utf8).write(to: rules)
      let wrong = try await refund("simulate", "--rules", rules.path(), in: folder)
      wrong.expect(1, complains: "Paywalls/store/refunds.yaml:2:26: error: 'yes' is none of")
    }
  }

  @Test func `A report adds up by rule, with money`() async throws {
    try await withRequests { folder in
      let report = try await refund("report", in: folder)
      #expect(
        report.output == """
          ANSWER                   ASKED  GRANTED  DECLINED  REVERSED  UNDECIDED  PRICES     GIVEN BACK
          rule frequentRefunds     1      1        0         0         0          9.99 EUR   3.996 EUR
          not answered: noConsent  1      0        1         0         0          9.99 EUR   \("")
          open                     1      0        0         0         1          9.99 EUR   \("")
          total                    3      1        1         0         1          29.97 EUR  3.996 EUR

          """, "\(report.complaints)")
      let none = try await refund("report", "--since", "2026-02-01T00:00Z", in: folder)
      #expect(none.output == "There are no requests for refunds.\n")
    }
  }

  private func refund(_ arguments: String..., in folder: URL) async throws -> Run {
    let ledger = folder.appending(path: "ledger.sqlite").path()
    let root = folder.appending(path: "root.cer").path()
    let line =
      ["refund"] + arguments + ["--config", example, "--ledger", ledger, "--apple-root", root]
    // Each answer must match its schema.
    let card = try await paywall(line + ["--json"])
    #expect(card.output.isEmpty || card.status == 0)
    return try await paywall(line)
  }

  private func withRequests(_ body: (URL) async throws -> Void) async throws {
    try await withFolder { folder in
      try Vectors.pki().root.write(to: folder.appending(path: "root.cer"))
      let ledger = try SQLiteLedger.open(path: folder.appending(path: "ledger.sqlite").path())
      let store = try TestStore()
      for id in ["101", "102", "103"] {
        _ = try await ledger.append(
          store.notification(
            "CONSUMPTION_REQUEST", transaction: Self.bought(id),
            members: ["notificationUUID": .text("ask-\(id)")],
            data: ["consumptionRequestReason": "OTHER"]), at: TestStore.moment)
      }
      let facts = RefundFacts(
        transactionId: "101", product: "coins_100", type: .consumable,
        requestedAt: TestStore.moment, price: MoneyAmount(milliunits: 9990, currency: "EUR"),
        refunds: 4)
      let report = ConsumptionReport(
        customerConsented: true, deliveryStatus: .delivered, sampleContentProvided: false,
        reportedAt: TestStore.moment)
      #expect(
        try await ledger.settle(
          "ask-101",
          as: .answered(
            RefundAnswer(
              deliveryStatus: .delivered, sampleContentProvided: false, refundPreference: .decline),
            rule: "frequentRefunds", at: Self.hours(1)),
          on: RefundBasis(facts: facts, report: report, release: "r1"), failure: nil))
      var other = facts
      other.transactionId = "102"
      #expect(
        try await ledger.settle(
          "ask-102", as: .refused(.noConsent, at: Self.hours(11)),
          on: RefundBasis(facts: other, report: nil, release: "r1"), failure: nil))
      var refunded = Self.bought("101")
      refunded["revocationDate"] = .integer(Self.hours(48).milliseconds)
      refunded["revocationReason"] = 0
      refunded["revocationType"] = "REFUND_PRORATED"
      refunded["revocationPercentage"] = 40_000
      for (type, transaction) in [("REFUND", refunded), ("REFUND_DECLINED", Self.bought("102"))] {
        _ = try await ledger.append(
          store.notification(
            type, transaction: transaction,
            members: [
              "notificationUUID": .text(type),
              "signedDate": .integer(Self.hours(48).milliseconds),
            ]), at: Self.hours(48))
      }
      await ledger.close()
      try await body(folder)
    }
  }

  private static func hours(_ count: Int64) -> Timestamp {
    TestStore.moment.adding(milliseconds: count * 3_600_000)
  }

  private static func bought(_ id: String) -> [String: JSON] {
    [
      "transactionId": .text(id), "originalTransactionId": .text(id), "productId": "coins_100",
      "type": "Consumable", "appTransactionId": "7040", "price": 9990, "currency": "EUR",
      "purchaseDate": .integer(TestStore.moment.milliseconds),
    ]
  }
}
