import AppStore
import AppStoreFixtures
import PaywallCatalog
import Subscribers
import Testing

/// Members that are missing, odd or at the end of their range.
@Suite struct PayloadTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  private func fact(_ members: [String: JSON]) throws -> TransactionFact? {
    try store.transaction(members).payload.fact
  }

  @Test(
    arguments: [
      ["productId": "p"], ["transactionId": "1"], [:],
      ["transactionId": "", "productId": "p"], ["transactionId": 1, "productId": "p"],
    ] as [[String: JSON]])
  func `Without transaction or product id there is evidence and no fact`(
    _ members: [String: JSON]
  ) throws {
    #expect(try fact(members) == nil)
  }

  @Test func `What is missing has its stated default`() throws {
    let fact = try #require(
      try fact(["transactionId": "1", "productId": "p", "signedDate": nil]))
    #expect(
      fact
        == TransactionFact(
          environment: .production, transactionId: "1", originalTransactionId: "1",
          productId: "p", signedDate: Timestamp(milliseconds: 0)))
  }

  @Test(
    arguments: [
      ("1700000000000", 1_700_000_000_000), ("0", 0), ("253402300799999", 253_402_300_799_999),
      ("253402300800000", nil), ("-1", nil), ("9223372036854775807", nil), ("null", nil),
    ] as [(String, Int64?)])
  func `A date up to the year 9999 is read, and another counts as missing`(
    _ written: String, _ expected: Int64?
  ) throws {
    let text = """
      {"transactionId":"1","productId":"p","bundleId":"com.example.paywall",
       "environment":"Production","expiresDate":\(written)}
      """
    let verdict = try store.verifier.transaction(
      store.jws(ofBytes: text.utf8Data), at: TestStore.clock)
    #expect(try verdict.get().payload.fact?.expiresDate?.milliseconds == expected)
  }

  @Test func `Wrong types of optional members leave the others alone`() throws {
    let odd: JSON = ["a": [1, 2]]
    let fact = try #require(
      try fact([
        "transactionId": "1", "productId": "p", "type": 7, "inAppOwnershipType": odd,
        "offerType": "1", "price": "9990", "quantity": 1.5, "isUpgraded": "yes",
        "revocationReason": odd, "appAccountToken": 5, "currency": "EUR", "commitmentInfo": "x",
      ]))
    #expect(
      fact
        == TransactionFact(
          environment: .production, transactionId: "1", originalTransactionId: "1",
          productId: "p", signedDate: TestStore.moment, currency: "EUR"))
  }

  @Test func `An account token is lower-cased, and an empty one is none`() throws {
    let token = "7E3FB20B-4CDB-47CC-936D-99D65F608138"
    let upper = try fact(["transactionId": "1", "productId": "p", "appAccountToken": .text(token)])
    #expect(upper?.appAccountToken == "7e3fb20b-4cdb-47cc-936d-99d65f608138")
    let empty = try fact(["transactionId": "1", "productId": "p", "appAccountToken": ""])
    #expect(empty?.appAccountToken == nil)
  }

  @Test(arguments: [(0, false), (1, true), (2, nil), ("1", nil)] as [(JSON, Bool?)])
  func `Renewal is on, off or not known`(_ status: JSON, _ expected: Bool?) throws {
    let info = try store.renewalInfo(["originalTransactionId": "1", "autoRenewStatus": status])
    #expect(info.payload.fact?.autoRenews == expected)
  }

  @Test func `No list of win-back offers is not an empty list`() throws {
    let absent = try store.renewalInfo(["originalTransactionId": "1"])
    let empty = try store.renewalInfo([
      "originalTransactionId": "1", "eligibleWinBackOfferIds": [],
    ])
    let mixed = try store.renewalInfo([
      "originalTransactionId": "1", "eligibleWinBackOfferIds": ["b", 1, "a"],
    ])
    #expect(absent.payload.fact?.eligibleWinBackOfferIds == nil)
    #expect(empty.payload.fact?.eligibleWinBackOfferIds == [])
    #expect(mixed.payload.fact?.eligibleWinBackOfferIds == ["b", "a"])
  }

  @Test func `Renewal info without its subscription is evidence and no fact`() throws {
    #expect(try store.renewalInfo(["productId": "p"]).payload.fact == nil)
  }

  @Test func `Escapes and other scripts in a value come out as they were meant`() throws {
    let text = #"""
      {"transactionId":"1","productId":"a\/b\u00e9\uD83D\uDE00\n\"","bundleId":"com.example.paywall",
       "environment":"Production","storefront":"日本","currency":"\ud800"}
      """#
    let fact = try store.verifier.transaction(
      store.jws(ofBytes: text.utf8Data), at: TestStore.clock
    ).get().payload.fact
    #expect(fact?.productId == "a/bé😀\n\"")
    #expect(fact?.storefront == "日本")
    #expect(fact?.currency == "\u{FFFD}")
  }
}
