import AppStoreFixtures
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Testing

@Suite("Offers inside the paywall's answer")
struct CustomerOffersTests {
  private let monthly = time("2026-12-01T00:00:02Z").milliseconds

  private func ask(
    _ testServer: TestServer, _ shopper: Shopper, _ members: [String: JSON] = [:]
  ) async throws -> TestServer.Reply {
    var body: [String: JSON] = ["transactions": [try shopper.transaction()]]
    body.merge(members) { $1 }
    return try await testServer.post("/v1/placements/onboarding", body)
  }

  @Test("the eligible offer arrives signed in the same round trip, and nobody may keep it")
  func signed() async throws {
    let testServer = try TestServer.ofStore()
    let shopper = try Shopper()
    let reply = try await ask(testServer, shopper, ["sign": ["jws"]])
    #expect(reply.status == 200 && reply.description.contains("cache-control: no-store"))
    #expect(!reply.description.contains("etag"))
    #expect(reply.offers.count == 1 && reply.offers[0]["id"]?.string == "loyalty_20", "\(reply)")
    #expect(reply.offers[0]["eligibility"]?.string == "eligible")
    #expect(reply.offers[0]["grantedUntil"]?.string == "2026-12-06T12:00:00Z")
    let claims = try claims(of: reply)
    #expect(claims["aud"]?.string == "promotional-offer")
    #expect(claims["offerIdentifier"]?.string == "loyalty_20")
    #expect(claims["transactionId"]?.string == shopper.originalTransactionId)
  }

  @Test("unasked, or with a budget a day, it is signed at the tap")
  func atPurchase() async throws {
    let shopper = try Shopper()
    let unasked = try await ask(TestServer.ofStore(), shopper)
    #expect(unasked.offers.first?["sign"]?.string == "atPurchase", "\(unasked)")
    let limited = try TestServer.ofStore { $0.offers["loyalty"]?.limit = OfferLimit(perDay: 5) }
    let reply = try await ask(limited, shopper, ["sign": ["jws"]])
    #expect(reply.offers.first?["sign"]?.string == "atPurchase", "\(reply)")
    #expect(
      try await limited.ledger.dayCounts(of: ["loyalty"], in: .production, at: limited.now)
        == ["loyalty": 0])
  }

  @Test(
    "a budget that may be spent on impressions is, and the list goes on without it when it is used up"
  )
  func signInPaywall() async throws {
    let testServer = try TestServer.ofStore {
      $0.offers["loyalty"]?.limit = OfferLimit(perDay: 1, signInPaywall: true)
    }
    let first = try await ask(testServer, Shopper(1), ["sign": ["jws"]])
    #expect(first.offers.first?["signature"] != nil, "\(first)")
    let second = try await ask(testServer, Shopper(2), ["sign": ["jws"]])
    #expect(second.status == 200 && second.offers.isEmpty, "\(second)")
  }

  @Test("a year that is sold monthly says so, and has the offers of that plan only")
  func billingPlan() async throws {
    let testServer = try TestServer.ofStore {
      $0.offers["loyalty"]?.billingPlan = .monthly
      $0.placements["onboarding"]?.rules = []
      $0.placements["onboarding"]?.default = .paywall("byTheMonth")
      $0.paywalls["byTheMonth"] = Paywall(
        id: "byTheMonth",
        products: [
          PaywallProduct(
            product: "pro_yearly", billingPlan: .monthly, offers: ["comeBack", "loyalty"]),
          PaywallProduct(product: "pro_monthly"),
        ])
    }
    let reply = try await ask(testServer, Shopper(), ["sign": ["jws"]])
    let products = reply.body["paywall"]?["products"]?.elements ?? []
    #expect(products.map { $0["billingPlan"]?.string } == ["monthly", nil], "\(reply)")
    #expect(reply.offers.map { $0["id"]?.string } == ["loyalty_20"], "\(reply)")
    #expect(try claims(of: reply)["offerIdentifier"]?.string == "loyalty_20")
  }

  @Test("the legacy form for an account that nobody vouches for is left to a server")
  func needsServer() async throws {
    let reply = try await ask(TestServer.ofStore(), Shopper(), ["sign": ["legacy"]])
    #expect(reply.offers.first?["sign"]?.string == "serverKeyRequired", "\(reply)")
  }

  @Test(
    "an introductory offer that the paywall leaves out is withheld, signed for who brings evidence")
  func withheld() async throws {
    let testServer = try TestServer.ofStore {
      $0.placements["onboarding"]?.rules = []
      $0.placements["onboarding"]?.default = .paywall("bare")
      $0.paywalls["bare"] = Paywall(
        id: "bare", products: [PaywallProduct(product: "pro_yearly_trial")])
    }
    let shopper = try Shopper()
    let reply = try await ask(testServer, shopper)
    #expect(reply.product?["introductory"]?["withhold"] == .flag(true), "\(reply)")
    let claims = try claims(of: reply)
    #expect(claims["aud"]?.string == "introductory-offer-eligibility")
    #expect(claims["allowIntroductoryOffer"] == .flag(false))
    #expect(claims["productId"]?.string == "pro_yearly_trial")
    #expect(claims["transactionId"]?.string == shopper.originalTransactionId)

    let stranger = try await testServer.post("/v1/placements/onboarding", [:])
    #expect(stranger.product?["introductory"]?["needsEvidence"] == .flag(true), "\(stranger)")
    #expect(stranger.product?["introductory"]?["jws"] == nil)
  }

  @Test("a second introductory offer is granted within its limit, and signed")
  func again() async throws {
    let testServer = try TestServer.ofStore {
      $0.offers["trial"]?.again = true
      $0.offers["trial"]?.limit = OfferLimit(perCustomer: 1)
      $0.placements["onboarding"]?.rules = []
      $0.placements["onboarding"]?.default = .paywall("standard-trial")
    }
    let shopper = try Shopper()
    let lapsed = try shopper.transaction([
      "productId": "pro_yearly_trial", "offerType": 1, "offerDiscountType": "FREE_TRIAL",
      "expiresDate": .integer(time("2026-12-03T00:00:00Z").milliseconds),
    ])
    let reply = try await testServer.post(
      "/v1/placements/onboarding", ["transactions": [lapsed], "sign": ["jws"]])
    #expect(reply.offers.first?["reason"]?.string == "grantedAgain", "\(reply)")
    let claims = try claims(of: reply)
    #expect(claims["allowIntroductoryOffer"] == .flag(true))
    try await testServer.post(
      "/v1/offers/sign",
      [
        "placement": "onboarding", "product": "pro_yearly_trial", "offer": "trial", "form": "jws",
        "transactions": [lapsed],
      ]
    ).expect(200)
  }

  @Test("without its ledger the service answers paywalls, degraded, and signs nothing")
  func unavailable() async throws {
    let ledger = SQLiteLedger.inMemory()
    await ledger.close()
    let testServer = try TestServer.ofStore(ledger: ledger)
    let shopper = try Shopper()
    let reply = try await ask(testServer, shopper, ["sign": ["jws"]])
    #expect(reply.status == 200 && reply.description.contains("cache-control: no-store"))
    #expect(reply.body["paywall"] != nil && !reply.description.contains("signature"), "\(reply)")
    #expect(reply.body["degraded"] == .flag(true), "\(reply)")
    for path in ["/v1/customer", "/v1/transactions", "/v1/offers/eligibility"] {
      try await testServer.post(path, ["transactions": [try shopper.transaction()]]).expect(
        503, "ledgerUnavailable")
    }
    let ready = try await testServer.exchange("GET /health/ready")
    ready.expect(has: #""status":"degraded""#, "ledgerUnavailable")
  }
}
