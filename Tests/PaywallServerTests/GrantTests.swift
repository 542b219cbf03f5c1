import AppStoreFixtures
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Serving
import Subscribers
import Testing

@Suite("Grants over HTTP")
struct GrantTests {
  private let ledger = SQLiteLedger.inMemory()

  /// The nonces of every server of one test: the servers stand for one server at different times.
  private let nonces = Nonces()

  private func testServer(
    _ limit: OfferLimit?, ledger: any Ledger = SQLiteLedger.inMemory(),
    now: String = "2026-12-05T12:00:00Z"
  ) throws -> TestServer {
    var testServer = try TestServer.ofStore(ledger: ledger) { $0.offers["loyalty"]?.limit = limit }
    testServer.nonces = nonces
    testServer.now = time(now)
    return testServer
  }

  private func request(_ shopper: Shopper, product: String = "pro_yearly") throws -> [String: JSON]
  {
    [
      "placement": "onboarding", "product": .text(product), "offer": "loyalty", "form": "jws",
      "transactions": [try shopper.transaction()],
    ]
  }

  @Test("two hundred taps at once, and a budget of fifty a day: exactly fifty are signed")
  func budget() async throws {
    try await withLedgers { ledger in
      let testServer = try testServer(OfferLimit(perDay: 50), ledger: ledger)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
        for number in 1...200 {
          let body = try request(Shopper(number))
          tasks.addTask { try await testServer.post("/v1/offers/sign", body).status }
        }
        return try await tasks.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses == [200: 50, 409: 150])
    }
  }

  @Test("a retried tap signs again with a fresh nonce, and takes no second place")
  func retry() async throws {
    let testServer = try testServer(OfferLimit(perCustomer: 1, perDay: 1))
    let body = try request(Shopper())
    let first = try await testServer.post("/v1/offers/sign", body)
    let second = try await testServer.post("/v1/offers/sign", body)
    #expect(first.status == 200 && second.status == 200, "\(second)")
    #expect(try claims(of: first)["nonce"] != claims(of: second)["nonce"])
    try await testServer.post("/v1/offers/sign", request(Shopper(2))).expect(
      409, reason: "dayLimitReached")
  }

  @Test("an unused place is free after 24 hours, a redeemed one is not")
  func lapse() async throws {
    let shopper = try Shopper()
    let limit = OfferLimit(perCustomer: 1)
    let friday = try testServer(limit, ledger: ledger)
    #expect(try await friday.post("/v1/offers/sign", request(shopper)).status == 200)
    let saturday = try testServer(limit, ledger: ledger, now: "2026-12-06T12:00:00Z")
    #expect(try await saturday.post("/v1/offers/sign", request(shopper)).status == 200)

    let redemption = try shopper.transaction([
      "transactionId": "450000000000000777", "productId": "pro_yearly",
      "purchaseDate": .integer(time("2026-12-06T12:05:00Z").milliseconds),
      "expiresDate": .integer(time("2027-12-06T12:05:00Z").milliseconds),
      "signedDate": .integer(time("2026-12-06T12:05:02Z").milliseconds), "offerType": 2,
      "offerIdentifier": "loyalty_20", "offerDiscountType": "PAY_AS_YOU_GO",
    ])
    try await saturday.post("/v1/transactions", ["transactions": [redemption]]).expect(200)
    let monday = try testServer(limit, ledger: ledger, now: "2026-12-08T12:00:00Z")
    try await monday.post("/v1/offers/sign", request(shopper)).expect(
      409, reason: "customerLimitReached")
  }

  @Test("one place for two products: the second is refused while the first is held")
  func products() async throws {
    let testServer = try TestServer.ofStore {
      $0.offers["loyalty"]?.limit = OfferLimit(perCustomer: 1)
      $0.paywalls["standard"]?.products = [
        PaywallProduct(product: "pro_yearly", offers: ["loyalty"]),
        PaywallProduct(product: "pro_monthly", offers: ["loyalty"]),
      ]
    }
    let reply = try await testServer.post(
      "/v1/placements/onboarding",
      ["transactions": [try Shopper().transaction()], "sign": ["jws"]])
    let offers = reply.body["paywall"]?["products"]?.elements?.map { $0["offers"]?.elements ?? [] }
    #expect(offers?.first?.first?["signature"]?["jws"]?.string != nil, "\(reply)")
    #expect(offers?.last?.isEmpty == true, "\(reply)")
  }

  @Test("from whom Apple took the app back gets nothing signed, and takes no place")
  func revokedApp() async throws {
    let (testServer, shopper) = (
      try testServer(OfferLimit(perCustomer: 1), ledger: ledger), try Shopper()
    )
    var body = try request(shopper)
    body["appTransaction"] = try shopper.appTransaction([
      "revocationDate": .integer(time("2026-12-04T00:00:00Z").milliseconds)
    ])
    for role in ["client", "server"] {
      try await testServer.post("/v1/offers/sign", body, as: role).expect(
        409, "offerNotEligible", reason: "acquisitionRevoked")
    }
    // The evidence of the request is kept, so that leaving it out opens nothing.
    let silent = try await testServer.post("/v1/offers/sign", request(shopper))
    #expect(silent.reason == "acquisitionRevoked", "\(silent)")
    body["product"] = nil
    body["offer"] = nil
    body["form"] = nil
    body["placement"] = nil
    body["sign"] = ["jws"]
    let shown = try await testServer.post("/v1/placements/onboarding", body)
    #expect(shown.status == 200 && !"\(shown)".contains("signature"), "\(shown)")
    let histories = try await ledger.histories(
      of: .appTransactionId(shopper.appTransactionId), in: .production)
    #expect(histories.map(\.grants.count) == [0])
  }

  @Test("who never subscribed, and who is unknown, get nothing signed")
  func neverSubscribed() async throws {
    let testServer = try testServer(nil)
    let shopper = try Shopper()
    var body = try request(shopper)
    body["transactions"] = nil
    body["appTransaction"] = try shopper.appTransaction
    try await testServer.post("/v1/offers/sign", body).expect(409, reason: "neverSubscribed")
    body["appTransaction"] = nil
    body["customer"] = ["appTransactionId": "704000000000000404"]
    try await testServer.post("/v1/offers/sign", body, as: "server").expect(
      403, "noVerifiedHistory")
  }

  @Test("an app names the placement; a server may leave it out, and the log says so")
  func outsidePlacement() async throws {
    let testServer = try testServer(nil)
    var body = try request(Shopper())
    body["placement"] = nil
    try await testServer.post("/v1/offers/sign", body).expect(400, "missingMember")
    try await testServer.post("/v1/offers/sign", body, as: "server").expect(200)
    let line = try #require(testServer.lines.all.first { $0.contains("offer signed") })
    line.expect(has: "outsidePlacement=true", "basis=verified")
  }

  @Test("a price that was shown under an experiment stays with who was granted it")
  func recorded() async throws {
    func testServer(traffic: Int) throws -> TestServer {
      try TestServer.ofStore(ledger: ledger) { snapshot in
        var experiment = Snapshot.lumen.experiments["annual-trial"]
        experiment?.traffic = Traffic(BasisPoints(traffic) ?? .all)
        experiment?.variants[1].shows = .everywhere(.paywall("standard"))
        snapshot.experiments["annual-trial"] = experiment
      }
    }
    // user-7: variant bucket 7271, in the open part of `trial` (design, "Buckets").
    var body = try request(Shopper())
    body["attributes"] = ["userId": "user-7", "country": "GB"]
    #expect(try await testServer(traffic: 5000).post("/v1/offers/sign", body).status == 200)
    #expect(ledger.mayHaveAssignments(of: "user-7", in: .production))

    // No visitor is enrolled any more; the record stays, also for a plain query.
    try TestServer.Reply(
      await testServer(traffic: 1).exchange(
        "GET /v1/placements/onboarding?userId=user-7&country=GB\nX-API-Key: client-key")
    ).expect(has: ["experiment.variant": "trial", "experiment.recorded": .flag(true)])
  }

  @Test("a grant that contradicts the terms of its phase is given, and enrols nobody")
  func terms() async throws {
    func testServer(seed: String) throws -> TestServer {
      var testServer = try TestServer.withExperiments(ledger: ledger) { snapshot in
        snapshot.experiments["annual-trial"]?.seed = seed
        snapshot.experiments["annual-trial"]?.variants[1].shows = .everywhere(.paywall("standard"))
        snapshot.experiments["annual-trial"]?.traffic = .all
        snapshot.experiments["annual-trial"]?.slice = .whole
        snapshot.holdout = nil
      }
      testServer.nonces = nonces
      return testServer
    }
    var body = try request(Shopper(1))
    body["attributes"] = ["userId": "user-7", "country": "GB"]
    #expect(try await testServer(seed: "7f3a9c21").post("/v1/offers/sign", body).status == 200)
    let kept = try await ledger.frozenTerms()
    #expect(kept.map(\.experiment) == ["annual-trial"] && kept.map(\.phase) == [1])
    #expect(kept.first?.terms[.seed] == "7f3a9c21")

    var other = try request(Shopper(2))
    other["attributes"] = ["userId": "user-15", "country": "GB"]
    try await testServer(seed: "00000001").post("/v1/offers/sign", other).expect(200)
    #expect(
      try await ledger.assignments(
        of: VisitorIdentity(userId: "user-15"), in: .production
      ).isEmpty)
  }
}

/// Runs a body with a ledger in memory and with one in a file.
func withLedgers(_ use: (any Ledger) async throws -> Void) async throws {
  try await use(SQLiteLedger.inMemory())
  let folder = try TemporaryFolder()
  let file = try SQLiteLedger.open(path: folder.path + "/ledger.sqlite")
  try await use(file)
  await file.close()
}
