import Foundation
import PaywallCatalog
import TestSupport
import Testing

@testable import PaywallKit

@Suite("The answer about purchases")
struct ReportAnswerTests {
  private func read(_ answer: String) -> ReportAnswer? {
    ReportAnswer(Data(answer.utf8), of: "me", at: moment("2026-12-05T12:00:00Z"))
  }

  @Test("all that the server says of a customer is read, and what it left out")
  func whole() throws {
    let answer = try #require(
      read(
        """
        {"environment":"sandbox","entitlements":[
        {"id":"pro","product":"monthly","expires":"2027-01-05T12:00:00Z"},
        {"id":"archive","product":"lifetime","expires":null}],
        "groups":[{"id":"21504291","key":"plans","state":"inGracePeriod","product":"monthly",
        "expires":"2027-01-05T12:00:00Z","offer":"loyalty","autoRenew":true,"inTrial":false,
        "familyShared":true,"billingIssue":{"since":"2026-12-01T00:00:00Z",
        "graceUntil":"2027-01-05T12:00:00Z","retryUntil":"2027-02-01T00:00:00Z"},
        "renewal":{"pendingChange":true,"product":"yearly","date":"2027-01-05T12:00:00Z"}},
        {"state":"of a later version"}],
        "purchases":[{"product":"coins_100","type":"Consumable","quantity":3},{"product":"lifetime"},
        {"quantity":1}],
        "leftOut":[{"field":"transactions[3]","code":"notTrusted","reason":"root","detail":"Another."}],
        "later":[1]}
        """))
    let end = moment("2027-01-05T12:00:00Z").date
    #expect(
      answer.customer
        == PaywallCustomer(
          id: "me", environment: "sandbox",
          entitlements: [
            .init(id: "pro", product: "monthly", expires: end),
            .init(id: "archive", product: "lifetime"),
          ],
          subscriptions: [
            .init(
              id: "21504291", key: "plans", state: .inGracePeriod, product: "monthly",
              expires: end, offer: "loyalty", autoRenews: true, isInTrial: false,
              isFamilyShared: true,
              billingIssue: .init(
                since: moment("2026-12-01T00:00:00Z").date, graceUntil: end,
                retryUntil: moment("2027-02-01T00:00:00Z").date),
              renewal: .init(isChange: true, product: "yearly", date: end)),
            .init(id: "", state: .none),
          ],
          purchases: [
            .init(product: "coins_100", quantity: 3), .init(product: "lifetime", quantity: nil),
          ], asOf: moment("2026-12-05T12:00:00Z").date))
    #expect(answer.leftOut.map(\.field) == ["transactions[3]"])
    #expect(
      answer.leftOut.map(\.problem) == [
        ServerProblem(
          code: "notTrusted", status: 422, detail: "Another.", reason: "root",
          field: "transactions[3]")
      ])
  }

  @Test("an end that cannot be read unlocks nothing for ever", arguments: ["\"soon\"", "5", "{}"])
  func unreadableEnd(end: String) {
    let answer = #"{"entitlements":[{"id":"pro","product":"monthly","expires":\#(end)}]"#
    #expect(read(answer + "}") == nil)
    #expect(read(answer + #","kept":1}"#)?.customer == nil)
  }

  @Test(
    "half an answer is none",
    arguments: [
      "", "[]", "{}", #"{"entitlements":{}}"#, #"{"entitlements":["pro"]}"#,
      #"{"entitlements":[{"id":"pro"}]}"#, #"{"kept":"all"}"#,
    ])
  func half(answer: String) { #expect(read(answer) == nil) }
}
