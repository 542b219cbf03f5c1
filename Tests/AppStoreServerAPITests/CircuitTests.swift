import AppStoreFixtures
import OfferSigning
import PaywallCatalog
import Testing

@testable import AppStoreServerAPI

/// The circuit with several calls under way.
struct CircuitTests {
  private static func at(_ offset: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_800_000_000_000 + offset)
  }

  @Test("Calls that were under way when it opened do not make its pause longer")
  func opensOnce() {
    var circuit = CircuitBreaker()
    for _ in 0..<16 { circuit.fail(.silent, at: Self.at(0)) }
    #expect(circuit.wait(at: Self.at(14_999))?.until == Self.at(15_000))
    // The first call after the pause is the try; the others wait for its result.
    #expect(circuit.wait(at: Self.at(15_000)) == nil)
    #expect(circuit.wait(at: Self.at(15_001)) != nil)
    // Doubled once, by the try.
    for offset in [15_500, 15_600, 15_700] as [Int64] {
      circuit.fail(.silent, at: Self.at(offset))
    }
    #expect(circuit.wait(at: Self.at(16_000))?.until == Self.at(15_500 + 30_000))
    #expect(circuit.wait(at: Self.at(45_500)) == nil)
    circuit.succeed()
    #expect(circuit.open == nil)
    // It counts from the beginning again.
    for _ in 0..<4 { circuit.fail(.silent, at: Self.at(50_000)) }
    #expect(circuit.wait(at: Self.at(50_001)) == nil)
    circuit.fail(.silent, at: Self.at(50_002))
    #expect(circuit.wait(at: Self.at(50_003))?.until == Self.at(50_002 + 15_000))
  }

  /// Lets calls go on when all have come.
  private actor Gate {
    private var left: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { left = count }

    func pass() async {
      left -= 1
      guard left > 0 else {
        for continuation in waiting { continuation.resume() }
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  @Test("Sixteen calls that fail at once open it for fifteen seconds")
  func client() async throws {
    let (clock, gate) = (TestClock(), Gate(16))
    let verifier = try TestStore(environment: .sandbox, serving: [.sandbox]).verifier
    let client = AppStoreClient(
      AppStoreAPISettings(key: try SigningKey.throwAway(id: "keyId00001", issuerId: "issuerId")),
      transport: AppStoreTransport { _ async throws(TransportFailure) -> AppStoreResponse in
        await gate.pass()
        throw .timedOut
      }, verifier: { verifier }, now: { clock.now }, sleep: { try await clock.sleep($0) })
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          _ = await failure {
            try await client.requestTestNotification(in: .sandbox, priority: .urgent)
          }
        }
      }
    }
    let health = client.health.first { $0.environment == .sandbox }
    #expect(health?.condition == .silent(until: clock.now.adding(milliseconds: 15_000)))
  }
}
