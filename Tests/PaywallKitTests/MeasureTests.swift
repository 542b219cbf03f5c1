import Foundation
import PaywallKitTesting
import Testing

@testable import PaywallKit

private let isMeasured = ProcessInfo.processInfo.environment["PAYWALL_MEASURE"] != nil

/// Prints how long what an app waits for takes; judges nothing.
///   PAYWALL_MEASURE=1 swift test --filter MeasureTests
@Suite("How long it takes", .enabled(if: isMeasured))
struct MeasureTests {
  @Test("to ask what is unlocked, to answer again, and to start from disk")
  func measured() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FakeStore(Shop.products)
    let server = FakeServer(entitlements: Shop.entitlements, now: { store.now })
    server.show(FakePaywall("wall", products: [.init("yearly")]), at: "settings")
    var configuration = Paywalls.Configuration(
      server: nowhere, clientKey: nil, store: store)
    configuration.transport = server.transport
    configuration.storageDirectory = folder
    configuration.evidenceUse = .whenSigning
    let client = Paywalls.configure(configuration)
    _ = await client.buy("yearly", on: await client.placement("settings"))
    let clock = ContinuousClock()
    let asked = clock.measure { for _ in 0..<100_000 { _ = client.isEntitled("pro") } }
    print("isEntitled: \(asked / 100_000)")
    _ = await client.placement("settings")
    let warm = await clock.measure {
      for _ in 0..<1000 { _ = await client.placement("settings") }
    }
    print("a warm placement: \(warm / 1000)")
    await client.storage.start { _ in }.value
    var starts: [Duration] = []
    for _ in 0..<20 {
      let begun = clock.now
      let next = Paywalls.configure(configuration)
      #expect(next.isEntitled("pro"))
      starts.append(clock.now - begun)
    }
    print("isEntitled after a cold start: \(starts.sorted()[10]), at most \(starts.max() ?? .zero)")
  }
}
