import AppStoreFixtures
import AppStoreServerAPI
import PaywallCatalog
import Subscribers
import Testing

/// The client's reaction to each of Apple's refusals.
struct ErrorTests {
  /// Apple's "errors to retry", three times each, and the general error twice; the rest never.
  private static let repeated: [AppleErrorCode: Int] = [
    .accountNotFoundRetryable: 3, .appNotFoundRetryable: 3,
    .originalTransactionIdNotFoundRetryable: 3, .internalErrorRetryable: 3, .internalError: 2,
    // At the instant that Apple names.
    .rateLimitExceeded: 3,
  ]

  @Test("Every code is acted on as Apple says", arguments: AppleErrorCode.allCases)
  func act(code: AppleErrorCode) async throws {
    let status = code.rawValue / 10_000
    let stub = StubTransport(status, #"{"errorCode":\#(code.rawValue),"errorMessage":"why"}"#)
    let client = try TestClient(stub).client
    let error = try #require(
      await failure { try await client.transaction("1", in: .sandbox) })
    #expect(stub.requests.count == 1 + (Self.repeated[code] ?? 0))
    #expect(error.requestId == "r-1")
    #expect(error.status == status)
    if code == .rateLimitExceeded {
      #expect(error.reason == .limited)
    } else {
      #expect(error.reason == .refused(OpenEnum(code), message: "why"))
    }
    #expect(error.isRetryable == (Self.repeated[code] != nil))
  }

  /// Apple's documented codes: how often a call is made, and whether the refusal is an answer,
  /// which ends a command with 1; a refusal that may change within a minute ends it with 3.
  private static let documented: [(codes: [Int], calls: Int, isAnswer: Bool)] = [
    ([4_290_000], 4, false),
    ([4_040_002, 4_040_004, 4_040_006, 5_000_001], 4, false),
    ([5_000_000], 3, false),
    ([4_040_001, 4_040_003, 4_040_005, 4_040_010, 4_040_019], 1, true),
    ([4_000_004, 4_000_005, 4_000_006, 4_000_008, 4_000_014, 4_000_017], 1, true),
    ([4_000_012, 4_000_013, 4_000_015, 4_000_016, 4_000_018, 4_000_019], 1, true),
    ([4_000_035, 4_000_044, 4_000_047, 4_000_048, 4_000_209], 1, true),
    ([4_000_183, 4_000_185, 4_000_187, 4_030_004, 4_030_005, 4_030_007], 1, true),
    ([4_040_007, 4_040_008, 4_040_009], 1, true),
    // This client never makes this call: consumption of version 1.
    ([4_000_037, 4_000_038, 4_000_039, 4_000_040, 4_000_042], 1, true),
    // Retention messages.
    ([4_000_161, 4_000_162, 4_000_163, 4_000_164, 4_000_175], 1, true),
    ([4_000_211, 4_000_212, 4_000_213, 4_000_215, 4_000_216, 4_000_218], 1, true),
    ([4_000_219, 4_000_224, 4_030_014, 4_030_016, 4_030_017, 4_030_018], 1, true),
    ([4_030_019, 4_030_026, 4_040_014, 4_040_015, 4_040_018, 4_040_020], 1, true),
    ([4_040_021, 4_090_000, 4_090_001], 1, true),
  ]

  @Test("Every documented code is an answer or an outage, and is said in words with its number")
  func documentedCodes() async throws {
    for (codes, calls, isAnswer) in Self.documented {
      for code in codes {
        let stub = StubTransport(code / 10_000, #"{"errorCode":\#(code),"errorMessage":"why"}"#)
        let client = try TestClient(stub).client
        let failed = await failure { try await client.transaction("1", in: .sandbox) }
        let error = try #require(failed)
        #expect(stub.requests.count == calls, "\(code)")
        #expect(error.isRetryable != isAnswer, "\(code)")
        guard isAnswer else { continue }
        #expect(error.code?.raw == code)
        #expect(error.detail.contains("code \(code)"), "\(error.detail)")
        #expect(!error.detail.contains("OpenEnum"))
      }
    }
  }

  @Test(
    "A code that is unknown is kept",
    arguments: [
      ("apiUnknownError", 400, 9_990_000, "Testing error."),
      ("apiException", 500, 5_000_000, "An unknown error occurred."),
    ])
  func unknown(name: String, status: Int, code: Int, message: String) async throws {
    let stub = StubTransport(status, try model(name))
    let client = try TestClient(stub).client
    let error = await failure { try await client.requestTestNotification(in: .sandbox) }
    #expect(error?.reason == .refused(OpenEnum(raw: code), message: message))
  }

  @Test(
    "Apple's own examples of refusals are understood, with any content type",
    arguments: [
      ("invalidAppAccountTokenUUIDError", AppleErrorCode.accountTokenNotUUID),
      ("familyTransactionNotSupportedError", .familyTransactionNotSupported),
      ("transactionIdNotOriginalTransactionId", .notOriginalTransactionId),
      ("transactionIdNotFoundError", .transactionIdNotFound),
      ("appTransactionDoesNotExistError", .appTransactionNotFound),
      ("invalidTransactionIdError", .invalidTransactionId),
    ])
  func models(name: String, code: AppleErrorCode) async throws {
    let stub = StubTransport(
      code.rawValue / 10_000, try model(name),
      ["content-type": "application/json;charset=UTF-8"])
    let client = try TestClient(stub).client
    let error = await failure { try await client.finish("1", in: .sandbox) }
    #expect(error?.code?.known == code)
    #expect(stub.requests.count == 1)
  }

  @Test("Retry-After is an instant in milliseconds: the next call is made then, and not before")
  func retryAfter() async throws {
    let clock = TestClock()
    let start = clock.now
    let instant = start.adding(milliseconds: 90_000)
    let stub = StubTransport([
      .success(
        .of(
          429, #"{"errorCode":4290000,"errorMessage":"Rate limit exceeded."}"#,
          ["Retry-After": String(instant.milliseconds)])),
      .success(.of(200)),
    ])
    let client = try TestClient(stub, clock: clock).client
    _ = try await client.finish("1", in: .sandbox)
    #expect(stub.requests.count == 2)
    #expect(clock.now >= instant)
  }

  @Test("A call that is not known to be without effect is not sent twice when no answer came")
  func noAnswer() async throws {
    let stub = StubTransport([.failure(.timedOut)])
    let client = try TestClient(stub).client
    let test = await failure { try await client.requestTestNotification(in: .sandbox) }
    #expect(test?.reason == .timedOut)
    #expect(stub.requests.count == 1)
    let read = await failure { try await client.transaction("1", in: .sandbox) }
    #expect(read?.reason == .timedOut)
    #expect(stub.requests.count == 1 + 3)
  }

  @Test("Production is asked first, and the sandbox where Apple says so")
  func environments() async throws {
    let notFound = #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#
    for (status, body) in [(404, notFound), (401, "")] {
      let stub = StubTransport([
        .success(.of(status, body)),
        .success(.of(200)),
      ])
      let client = try TestClient(stub, serving: [.production, .sandbox]).client
      let answer = try await client.finish("1")
      #expect(answer.environment == .sandbox)
      #expect(
        stub.requests.map(\.url) == [
          "https://api.storekit.apple.com/inApps/v1/transactions/1/finish",
          "https://api.storekit-sandbox.apple.com/inApps/v1/transactions/1/finish",
        ])
    }
    let stub = StubTransport(400, #"{"errorCode":4000006,"errorMessage":"Invalid"}"#)
    let client = try TestClient(stub, serving: [.production, .sandbox]).client
    let error = await failure { try await client.finish("1") }
    #expect(error?.environment == .production)
    #expect(stub.requests.count == 1)
  }

  @Test("Where production refuses the key, the sandbox not knowing a transaction proves nothing")
  func refusedKeyIsTheCause() async throws {
    let notFound = #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#
    let invalid = #"{"errorCode":4000006,"errorMessage":"Invalid"}"#
    // The sandbox's answers after production's 401, and whose error the caller gets.
    for (status, body, environment) in [
      (404, notFound, AppStoreEnvironment.production), (401, "", .production),
      (400, invalid, .sandbox),
    ] {
      let stub = StubTransport([.success(.of(401)), .success(.of(status, body))])
      let client = try TestClient(stub, serving: [.production, .sandbox]).client
      let error = await failure { try await client.transaction("1") }
      #expect(stub.requests.count == 2)
      #expect(error?.environment == environment)
      #expect((error?.reason == .unauthorized) == (environment == .production))
      #expect(error?.isNotFound == false)
    }
    // A key that production takes: both do not know it.
    let stub = StubTransport(404, notFound)
    let client = try TestClient(stub, serving: [.production, .sandbox]).client
    let error = await failure { try await client.transaction("1") }
    #expect(error?.isNotFound == true)
  }

  @Test("After five calls without an answer Apple is left alone, and tried with one call")
  func circuit() async throws {
    let clock = TestClock()
    let stub = StubTransport([.failure(.unreachable("down"))])
    let client = try TestClient(stub, clock: clock).client
    func ask() async -> AppStoreAPIError? {
      await failure { try await client.requestTestNotification(in: .sandbox) }
    }
    for _ in 0..<5 { #expect(await ask()?.reason == .unreachable("down")) }
    let refused = await ask()
    #expect(refused?.reason == .circuitOpen)
    #expect(stub.requests.count == 5)
    let until = try #require(refused?.retryAt)
    #expect(
      client.health.first { $0.environment == .sandbox }?.condition == .silent(until: until))
    clock.advance(until.milliseconds - clock.now.milliseconds)
    #expect(await ask()?.reason == .unreachable("down"))
    #expect(await ask()?.reason == .circuitOpen)
    #expect(stub.requests.count == 6)
  }
}
