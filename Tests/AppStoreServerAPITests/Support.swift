import AppStore
import AppStoreFixtures
@testable import AppStoreServerAPI
import Foundation
import OfferSigning
import PaywallCatalog
import Synchronization
import Testing

/// A clock that only a test moves, and sleep by it.
final class TestClock: Sendable {
  private let state: Mutex<Timestamp>
  /// Whether a sleep ends at once, with the clock moved to its end; otherwise it never ends.
  private let jumps: Bool

  /// How long calls wait for the budget: a clock that jumps would end each wait at once.
  private static let patience: Set<Duration> = [.seconds(30), .seconds(120), .seconds(600)]

  init(at now: Timestamp = TestStore.clock, jumps: Bool = true) {
    state = Mutex(now)
    self.jumps = jumps
  }

  var now: Timestamp { state.withLock(\.self) }

  func advance(_ milliseconds: Int64) {
    state.withLock { $0 = $0.adding(milliseconds: milliseconds) }
  }

  func sleep(_ duration: Duration) async throws {
    guard jumps, !Self.patience.contains(duration) else {
      // Ends when the task is cancelled.
      for await _ in AsyncStream<Never>.makeStream().stream {}
      throw CancellationError()
    }
    let (seconds, attoseconds) = duration.components
    advance(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
  }
}

/// Gives the prepared answers, and keeps the requests.
final class StubTransport: Sendable {
  typealias Answer = Result<AppStoreResponse, TransportFailure>

  private let asked = Mutex<[AppStoreRequest]>([])
  private let answers: Mutex<[Answer]>

  /// - Parameter answers: the calls' answers in their order; the last one answers all others too.
  init(_ answers: [Answer]) { self.answers = Mutex(answers) }

  convenience init(_ status: Int, _ body: String = "", _ headers: [String: String] = [:]) {
    self.init([.success(.of(status, body, headers))])
  }

  var requests: [AppStoreRequest] { asked.withLock(\.self) }

  var transport: AppStoreTransport {
    AppStoreTransport { [self] request async throws(TransportFailure) in
      asked.withLock { $0.append(request) }
      let answer = answers.withLock { answers -> Answer? in
        answers.count > 1 ? answers.removeFirst() : answers.first
      }
      guard let answer else { throw .unreachable("no answer") }
      return try answer.get()
    }
  }
}

extension AppStoreResponse {
  static func of(_ status: Int, _ body: String = "", _ headers: [String: String] = [:])
    -> AppStoreResponse
  {
    AppStoreResponse(
      status: status,
      headers: (["x-apple-request-uuid": "r-1"].merging(headers) { $1 }).map {
        .init(name: $0.key, value: $0.value)
      }, body: Array(body.utf8))
  }
}

/// A client of a test store's app.
struct TestClient {
  let store: TestStore
  let client: AppStoreClient
  let clock: TestClock

  init(
    _ stub: StubTransport, serving environments: Set<AppStoreEnvironment> = [.sandbox],
    budgets: CallBudgets = CallBudgets(), storage: BudgetStorage = .none,
    clock: TestClock = TestClock()
  ) throws {
    store = try TestStore(environment: .sandbox, serving: environments)
    self.clock = clock
    // Made for this test; Apple knows it as little as anyone.
    let key = try SigningKey.throwAway(id: "keyId00001", issuerId: "issuerId")
    let verifier = store.verifier
    client = AppStoreClient(
      AppStoreAPISettings(key: key, budgets: budgets), transport: stub.transport,
      storage: storage, verifier: { verifier }, now: { clock.now },
      sleep: { try await clock.sleep($0) })
  }
}

/// Apple's test data, by the names of Apple's files.
func model(_ name: String) throws -> String {
  let url = try #require(
    Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors/models"))
  return try String(contentsOf: url, encoding: .utf8)
}

/// Returns the error of a failing call.
func failure<Value>(_ call: () async throws -> Value) async -> AppStoreAPIError? {
  do {
    _ = try await call()
    return nil
  } catch {
    return error as? AppStoreAPIError
  }
}
