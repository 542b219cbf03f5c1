import AppStoreFixtures
@testable import AppStoreSync
import Ledger
import Logging
import PaywallCatalog
import PaywallServer
import Testing

@Suite("Histories that answers need")
struct HistoryWishTests {
  /// A source that is never asked: the queue is not worked off.
  private static let source = AppStoreSource(
    environments: { [.production] },
    notifications: { _ throws(SourceFailure) in throw SourceFailure(.refused, "not asked") },
    history: { _ throws(SourceFailure) in throw SourceFailure(.refused, "not asked") },
    statuses: { _ throws(SourceFailure) in throw SourceFailure(.refused, "not asked") },
    requestTest: { _ throws(SourceFailure) in throw SourceFailure(.refused, "not asked") },
    testFate: { _, _ throws(SourceFailure) in throw SourceFailure(.refused, "not asked") })

  private func server() throws -> (TestServer, AskedHistories) {
    var testServer = try TestServer.ofStore { snapshot in
      snapshot.offers["trial"]?.again = true
      snapshot.offers["trial"]?.limit = OfferLimit(perCustomer: 5)
      snapshot.paywalls["standard"]?.products = [
        PaywallProduct(product: "pro_yearly_trial", offers: ["trial"])
      ]
    }
    let now = testServer.now
    let jobs = AppStoreJobs(
      Self.source, testServer.ledger, holder: "test",
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      now: { now })
    testServer.appStoreJobs = jobs
    return (testServer, jobs.asked)
  }

  /// A subscription that has ended, and in which no introductory offer is known: that there was none
  /// needs the whole history.
  private static func ended(_ shopper: Shopper, signed: String = "2026-12-03T00:00:00Z") throws
    -> JSON
  {
    try shopper.transaction([
      "expiresDate": .integer(time("2026-12-02T00:00:00Z").milliseconds),
      "signedDate": .integer(time(signed).milliseconds),
    ])
  }

  private static func request(_ transactions: JSON..., offer: String = "trial") -> [String: JSON] {
    [
      "placement": "onboarding", "product": "pro_yearly_trial", "offer": .text(offer),
      "form": "jws", "transactions": .array(transactions),
    ]
  }

  @Test("a signature refused for want of the history has it fetched, once for a newest fact")
  func sign() async throws {
    let (testServer, asked) = try server()
    let shopper = try Shopper()
    for _ in 0..<3 {
      let reply = try await testServer.post(
        "/v1/offers/sign", Self.request(Self.ended(shopper)))
      #expect(reply.code == "offerNotEligible" && reply.reason == "historyIncomplete", "\(reply)")
    }
    #expect(asked.waiting == 1)
    _ = try await testServer.post(
      "/v1/offers/sign", Self.request(Self.ended(shopper, signed: "2026-12-04T00:00:00Z")))
    #expect(asked.waiting == 2)
  }

  @Test("an answer about all offers has it fetched, and one at a placement too")
  func answers() async throws {
    for path in ["/v1/offers/eligibility", "/v1/placements/onboarding"] {
      let (testServer, asked) = try server()
      let body = ["transactions": JSON.array([try Self.ended(Shopper())])]
      for _ in 0..<2 {
        try await testServer.post(path, body).expect(200)
      }
      #expect(asked.waiting == 1, "\(path)")
    }
  }

  @Test("a history that decides nothing is not fetched")
  func notNeeded() async throws {
    let (testServer, asked) = try server()
    // The subscription runs, so the introductory offer is not for them.
    let shopper = try Shopper()
    let running = try await testServer.post(
      "/v1/offers/sign", Self.request(shopper.transaction()))
    #expect(running.reason == "subscribedNow", "\(running)")
    // Nothing is known of them.
    try await testServer.post("/v1/placements/onboarding", ["attributes": .object([:])]).expect(200)
    #expect(asked.waiting == 0)
  }
}
