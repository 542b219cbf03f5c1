@testable import Subscribers
import AppStoreFixtures
@testable import AppStoreServerAPI
import OfferSigning
import PaywallCatalog
import Synchronization
import Testing

@testable import PaywallServer

@Suite("Telling Apple of the use of a purchase")
struct ConsumptionSenderTests {
  private static let answer = RefundAnswer(
    deliveryStatus: .delivered, sampleContentProvided: false, consumptionPercentage: 30_000,
    refundPreference: .grantProrated)

  private func client(
    _ status: Int, _ body: String = "", _ headers: [String: String] = [:],
    asked: @escaping @Sendable (AppStoreRequest) -> Void = { _ in }
  ) throws -> AppStoreClient {
    let verifier = try TestStore().verifier
    return AppStoreClient(
      AppStoreAPISettings(key: try TestOfferKey.made()),
      transport: AppStoreTransport { request in
        asked(request)
        return AppStoreResponse(
          status: status, headers: headers.map { .init(name: $0.key, value: $0.value) },
          body: Array(body.utf8))
      }, verifier: { verifier }, now: { TestStore.moment },
      sleep: { duration in
        // The patience of an urgent call and pauses between calls end at once, a pause of the budget never.
        guard duration > .seconds(30) else { return }
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
      })
  }

  @Test("what is sent is what is recorded, to the environment of the purchase")
  func sent() async throws {
    let requests = Mutex<[AppStoreRequest]>([])
    let outcome = try await client(202) { request in requests.withLock { $0.append(request) } }
      .consumptionSender(Self.answer, "7", .sandbox)
    #expect(outcome == .accepted)
    let only = try #require(requests.withLock(\.self).first)
    #expect(only.method == .put)
    #expect(only.url.hasSuffix("sandbox.apple.com/inApps/v2/transactions/consumption/7"))
    #expect(
      only.body.map { String(decoding: $0, as: UTF8.self) }
        == String(decoding: Self.answer.json, as: UTF8.self))
  }

  @Test(
    "what Apple says decides whether it is told again",
    arguments: [
      (404, 4_040_010, "rejected"), (400, 4_000_035, "rejected"), (400, 4_000_209, "rejected"),
      (404, 4_040_002, "failed"), (500, 5_000_001, "failed"), (500, 5_000_000, "failed"),
      (401, nil, "failed"), (429, 4_290_000, "failed at the moment"),
    ] as [(Int, Int?, String)])
  func failures(status: Int, code: Int?, expected: String) async throws {
    let moment = TestStore.moment.adding(milliseconds: 600_000)
    let body = code.map { #"{"errorCode":\#($0),"errorMessage":"no"}"# } ?? ""
    let outcome = try await client(
      status, body,
      ["Content-Type": "application/json", "Retry-After": "\(moment.milliseconds)"]
    ).consumptionSender(Self.answer, "7", .production)
    switch outcome {
    case .rejected(let words):
      #expect(expected == "rejected")
      #expect(words.hasPrefix("\(code ?? 0) no"))
    case .failed(_, let retryAt):
      #expect(expected.hasPrefix("failed"))
      #expect(expected == "failed" || retryAt == moment)
    default: Issue.record("\(outcome)")
    }
  }

  @Test(
    "a page of a proxy neither counts as told nor as refused, whatever its status",
    arguments: [200, 202, 302, 400, 401, 403, 404, 407, 500, 502, 503])
  func proxy(status: Int) async throws {
    let outcome = try await client(
      status, "<!doctype html><title>Sign in to the network</title>",
      ["Content-Type": "text/html"]
    ).consumptionSender(Self.answer, "7", .production)
    guard case .failed = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test("an environment that the app does not serve is not asked")
  func notServed() async throws {
    #expect(
      try await client(202).consumptionSender(Self.answer, "7", .xcode) == .notConfigured)
  }
}
