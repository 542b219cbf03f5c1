import AppStoreFixtures
import Ledger
import PaywallCatalog
import PaywallServer
import Testing

@Suite("Attempts over HTTP")
struct AttemptLimitTests {
  private func request(_ shopper: Shopper, form: String = "jws") throws -> [String: JSON] {
    [
      "placement": "onboarding", "product": "pro_yearly", "offer": "loyalty", "form": .text(form),
      "transactions": [try shopper.transaction()],
    ]
  }

  @Test(
    "a grant allows an app twelve signatures in either form; then 429 says until when",
    arguments: ["jws", "legacy"])
  func client(form: String) async throws {
    let testServer = try TestServer.ofStore { $0.offers["loyalty"]?.limit = nil }
    let shopper = try Shopper(account: "7e3fb20b-4cdb-47cc-936d-99d65f608138")
    let body = try request(shopper, form: form)
    for attempt in 1...12 {
      let reply = try await testServer.post("/v1/offers/sign", body)
      #expect(reply.status == 200, "\(attempt): \(reply)")
    }
    let refused = try await testServer.post("/v1/offers/sign", body)
    #expect(refused.status == 429 && refused.code == "attemptsExhausted", "\(refused)")
    // Granted at noon of 5 December, for 24 hours.
    #expect(refused.body["grantedUntil"]?.string == "2026-12-06T12:00:00Z")
    #expect(refused.description.contains("\nretry-after: 86400\n"))
    #expect(refused.body["field"]?.string == "offer")
    #expect(testServer.lines.all.contains { $0.contains("attempts of a grant are used up") })
    #expect(refused.body["signature"] == nil)

    // A server has a count of its own, also outside of the placement; what shows it is its key.
    var own = body
    own["placement"] = nil
    try await testServer.post("/v1/offers/sign", own, as: "server").expect(200)

    // The last second is said as one; when the grant has lapsed, a new one begins at zero.
    var later = testServer
    later.now = time("2026-12-06T11:59:59Z")
    let last = try await later.post("/v1/offers/sign", body)
    #expect(last.status == 429 && last.description.contains("\nretry-after: 1\n"), "\(last)")
    later.now = time("2026-12-06T12:00:00Z")
    #expect(try await later.post("/v1/offers/sign", body).status == 200)
  }

  @Test("servers have the offer's own number, for a customer and on their word")
  func server() async throws {
    let limit = OfferLimit(attempts: AttemptLimit(client: 1, server: 2))
    let testServer = try TestServer.ofStore { $0.offers["loyalty"]?.limit = limit }
    var named = try request(Shopper())
    named["placement"] = nil
    var asserted: [String: JSON] = [
      "product": "pro_yearly", "offer": "loyalty", "form": "legacy", "assertSubscriber": true,
      "appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138",
    ]
    for body in [named, asserted] {
      var statuses: [Int] = []
      for _ in 1...3 {
        statuses.append(try await testServer.post("/v1/offers/sign", body, as: "server").status)
      }
      #expect(statuses == [200, 200, 429])
    }
    // The token in upper case is the same; another is somebody else.
    asserted["appAccountToken"] = "7E3FB20B-4CDB-47CC-936D-99D65F608138"
    #expect(try await testServer.post("/v1/offers/sign", asserted, as: "server").status == 429)
    asserted["appAccountToken"] = "8e3fb20b-4cdb-47cc-936d-99d65f608138"
    #expect(try await testServer.post("/v1/offers/sign", asserted, as: "server").status == 200)
  }

  @Test("in a placement they are counted apart; used up, the paywall comes all the same")
  func placement() async throws {
    let testServer = try TestServer.ofStore {
      $0.offers["loyalty"]?.limit = OfferLimit(attempts: AttemptLimit(client: 2))
    }
    let shopper = try Shopper()
    let (parts, application) = try testServer.running()
    let jws = try #require(shopper.transaction().string)
    let question = """
      POST /v1/placements/onboarding
      X-API-Key: client-key

      {"transactions":["\(jws)"],"sign":["jws"]}
      """
    for number in 1...4 {
      let reply = try TestServer.Reply(await TestServer.send(question, to: application))
      #expect(reply.status == 200 && reply.offers.count == 1, "\(reply)")
      #expect(reply.offers.first?["eligibility"]?.string == "eligible")
      #expect((reply.offers.first?["signature"] != nil) == (number <= 2), "\(number): \(reply)")
      #expect((reply.offers.first?["sign"]?.string == "atPurchase") == (number > 2))
    }
    // The tap has its own.
    var statuses: [Int] = []
    for _ in 1...3 {
      statuses.append(try await testServer.post("/v1/offers/sign", request(shopper)).status)
    }
    #expect(statuses == [200, 200, 429])
    let metrics = try Exposition(await parts.report.text())
    #expect(metrics.value("paywall_grants_total", ["outcome": "attemptsExhausted"]) == 2)
    #expect(
      metrics.value(
        "paywall_signatures_total", ["kind": "promotional", "outcome": "attemptsExhausted"]) == 2)
  }

  @Test("a second introductory offer is bounded too")
  func introductory() async throws {
    let testServer = try TestServer.ofStore { snapshot in
      var offer = snapshot.offers["trial"]
      offer?.again = true
      offer?.limit = OfferLimit(perCustomer: 5, attempts: AttemptLimit(client: 1))
      snapshot.offers["trial"] = offer
      snapshot.paywalls["standard"]?.products = [
        PaywallProduct(product: "pro_yearly_trial", offers: ["trial"])
      ]
    }
    let shopper = try Shopper()
    let ended: [String: JSON] = [
      "offerType": 1, "offerDiscountType": "FREE_TRIAL",
      "expiresDate": .integer(time("2026-12-03T00:00:00Z").milliseconds),
    ]
    let body: [String: JSON] = [
      "placement": "onboarding", "product": "pro_yearly_trial", "offer": "trial", "form": "jws",
      "transactions": [try shopper.transaction(ended)],
    ]
    let statuses = try await [
      testServer.post("/v1/offers/sign", body), testServer.post("/v1/offers/sign", body),
    ]
    #expect(statuses.map(\.status) == [200, 429], "\(statuses)")
  }
}
