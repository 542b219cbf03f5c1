import Foundation
import TestSupport
import Testing

@testable import PaywallKit

@Suite("What was shown while something did not work", .timeLimit(.minutes(10)))
struct OutageTests {
  private let device = Device(isPinned: false)

  /// A server that can be away; it notes each request, by the end of its path.
  private func flaky(_ isAway: Box<Bool>, _ told: Box<[String]>) -> Transport {
    { request in
      if isAway.value { throw NetworkFailure.unreachable("away") }
      guard let body = request.body, !request.url.path.contains("placements") else {
        return try await answering(variant("a"), control: "no-store")(request)
      }
      told.change { $0.append(request.url.lastPathComponent) }
      let value = try JSONDecoder().decode(JSONValue.self, from: body)
      let outcomes = (value["exposures"]?.array ?? []).compactMap { $0["id"]?.string }
        .map { "{\"id\":\"\($0)\",\"outcome\":\"recorded\"}" }
      return try await answering("{\"exposures\":[\(outcomes.joined(separator: ","))]}")(request)
    }
  }

  private func names(_ device: Device) throws -> [String] {
    try device.storage.names(from: OutboxEntry.prefix)
  }

  @Test("a server that is back is told soon, though the next attempt was far off")
  func backAgain() async throws {
    let (isAway, told) = (Box(false), Box<[String]>([]))
    let client = device.start(transport: flaky(isAway, told)) {
      $0.gathering = .seconds(1)
    }
    let answer = await client.placement("onboarding")
    isAway.change { $0 = true }
    await client.reportExposure(of: answer)
    for _ in 0..<6 { await client.flush() }
    #expect(await client.waiting == 1)
    await device.clock.nobody(for: .seconds(1))
    // The sixth failure costs 64 s, less a quarter.
    await device.clock.sleeper(for: .seconds(48))
    isAway.change { $0 = false }
    _ = await client.placement("onboarding")
    await device.clock.sleeper(for: .seconds(1))
    let due = await client.nextFlush
    device.clock.advance(by: .seconds(1))
    await due?.value
    #expect(told.value == ["exposures"])
    #expect(await client.waiting == 0)
  }

  @Test("a server that is back is told before it signs")
  func toldBeforeSigning() async throws {
    let (isAway, told) = (Box(false), Box<[String]>([]))
    let client = device.start(transport: flaky(isAway, told))
    let answer = await client.placement("onboarding")
    isAway.change { $0 = true }
    await client.reportExposure(of: answer)
    for _ in 0..<6 { await client.flush() }
    isAway.change { $0 = false }
    _ = await client.placement("onboarding")
    _ = try? await client.signedOffer(product: "p", offer: "o", placement: "onboarding")
    #expect(told.value == ["exposures", "sign"])
  }

  @Test("a storage that is slow writes later, and drops nothing")
  func slowStorage() async throws {
    let client = device.start(transport: answering(variant("a")))
    let answer = await client.placement("onboarding")
    await client.untilAnswered()
    device.storage.mood.change { $0 = .stuck }
    await client.reportExposure(of: answer)
    await until { device.storage.waiting.value > 0 }
    device.clock.advance(by: .milliseconds(501))
    await client.reportExposure(of: answer)
    device.storage.free()
    await client.storage.start { _ in }.value
    #expect(try names(device).count == 2)
    #expect(device.events.value.isEmpty)
  }

  @Test("what was shown while the storage was late is written when it answers")
  func lateStorage() async throws {
    device.storage.mood.change { $0 = .stuck }
    let client = device.start(transport: answering(variant("a")))
    async let answer = client.placement("onboarding")
    await device.clock.sleeper(for: .milliseconds(500))
    device.clock.advance(by: .milliseconds(500))
    let shown = await answer
    #expect(await client.isTemporary)
    await client.reportExposure(of: shown)
    device.storage.free()
    await until { await !client.isTemporary }
    await client.storage.start { _ in }.value
    #expect(try names(device).count == 1)
    let next = device.start(transport: dead)
    #expect(await next.waiting == 1)
  }

  @Test("a storage that is slower than a small budget's part still gives the visitor it has")
  func smallBudget() async throws {
    let first = device.start(transport: dead)
    let id = await first.visitorIds?.anonymousId
    await first.storage.start { _ in }.value
    device.storage.mood.change { $0 = .stuck }
    let client = device.start(transport: answering(byDefault)) {
      $0.advanced.budget = .milliseconds(400)
    }
    async let answer = client.placement("onboarding")
    await device.clock.sleeper(for: .milliseconds(400))
    device.clock.advance(by: .milliseconds(399))
    device.storage.free()
    _ = await answer
    #expect(await client.isTemporary == false)
    #expect(await client.visitor?.anonymousId == id)
  }

  @Test("an app that ended within a log-in tells of it at the next", arguments: 0..<4)
  func killedWithinLogin(writes: Int) async throws {
    let storage = DyingStorage(device.storage)
    let first = device.start(transport: dead) {
      $0.storage = storage
    }
    _ = await first.visitorIds
    await first.storage.start { _ in }.value
    storage.left.change { $0 = writes }
    await first.identify("u")
    await first.storage.start { _ in }.value

    let told = Box<[String]>([])
    let second = device.start(transport: flaky(Box(false), told))
    await second.identify("u")
    await second.flush()
    #expect(told.value.contains("aliases"))
  }
}

/// A storage of an app that is ended after some more writes: later writes are lost.
private final class DyingStorage: Storage {
  let left = Box(Int.max)
  private let storage: MemoryStorage

  init(_ storage: MemoryStorage) { self.storage = storage }

  func read(_ name: String) throws -> Data? { try storage.read(name) }
  func names(from prefix: String) throws -> [String] { try storage.names(from: prefix) }

  func write(_ content: Data, to name: String) throws {
    guard
      left.change({
        $0 -= 1; return $0
      }) >= 0
    else { return }
    try storage.write(content, to: name)
  }

  func remove(_ name: String) throws {
    guard left.value > 0 else { return }
    try storage.remove(name)
  }
}
