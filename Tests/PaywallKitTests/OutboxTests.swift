import Foundation
import Ledger
import PaywallCatalog
import Testing

@testable import PaywallKit

@Suite("What waits to be told")
struct OutboxTests {
  private let device = Device(isPinned: false)

  /// A server that takes every exposure when it is not busy, and notes the bodies.
  private func taking(_ told: Box<[JSONValue]>, isBusy: Box<Bool> = Box(false)) -> Transport {
    { request in
      guard request.url.path.hasSuffix("/v1/exposures"), let body = request.body else {
        return try await answering(variant("a"))(request)
      }
      let value = try JSONDecoder().decode(JSONValue.self, from: body)
      told.change { $0.append(value) }
      if isBusy.value {
        return try await answering("", status: 429, more: ["Retry-After": "60"])(request)
      }
      let outcomes = (value["exposures"]?.array ?? []).compactMap { $0["id"]?.string }
        .map { "{\"id\":\"\($0)\",\"outcome\":\"recorded\"}" }
      return try await answering("{\"exposures\":[\(outcomes.joined(separator: ","))]}")(request)
    }
  }

  @Test("beyond the limit the oldest exposures go, and that is said; a restart keeps the rest")
  func overflow() async throws {
    let told = Box<[JSONValue]>([])
    let first = device.start(transport: taking(told)) {
      $0.advanced.mostExposures = 3
    }
    let answer = await first.placement("onboarding")
    // The visitor is id-1, the exposures id-2 to id-6.
    for _ in 0..<5 { await first.reportExposure(of: answer) }
    #expect(await first.waiting == 3)
    let dropped = PaywallsEvent.exposuresDropped(count: 1, because: "Too many were waiting.")
    #expect(device.events.value.filter { $0 == dropped }.count == 2)
    await first.storage.start { _ in }.value

    let second = device.start(transport: taking(told))
    #expect(await second.waiting == 3)
    await second.flush()
    #expect(await second.waiting == 0)
    #expect(
      told.value.map { $0["exposures"]?.array?.compactMap { $0["id"]?.string } }
        == [["id-4", "id-5", "id-6"]])
    await second.storage.start { _ in }.value
    #expect(try device.storage.names(from: OutboxEntry.prefix).isEmpty)
  }

  @Test("a server that asks for a pause is told again after it, and not before")
  func pausedExposures() async throws {
    let told = Box<[JSONValue]>([])
    let isBusy = Box(true)
    let client = device.start(transport: taking(told, isBusy: isBusy))
    await client.reportExposure(of: await client.placement("onboarding"))
    await client.flush()
    #expect(await client.waiting == 1)
    #expect(told.value.count == 1)
    await device.clock.sleeper(for: .seconds(60))
    device.clock.advance(by: .seconds(59))
    #expect(told.value.count == 1)
    isBusy.change { $0 = false }
    let due = await client.nextFlush
    device.clock.advance(by: .seconds(1))
    await due?.value
    #expect(told.value.count == 2)
    #expect(await client.waiting == 0)
  }

  @Test("a server that asks for a pause is asked nothing until it is over")
  func pausedQuestions() async throws {
    let asked = Box(0)
    let isBusy = Box(true)
    let client = device.start(
      transport: { request in
        asked.change { $0 += 1 }
        if isBusy.value {
          return try await answering("", status: 429, more: ["Retry-After": "60"])(request)
        }
        return try await answering(byDefault)(request)
      })
    #expect(
      await client.placement("onboarding").diagnostics.first
        == .network(.tooManyRequests(retryAfter: .seconds(60))))
    device.clock.advance(by: .seconds(59))
    #expect(await client.placement("onboarding").diagnostics.first == .network(.paused))
    #expect(asked.value == 1)
    isBusy.change { $0 = false }
    device.clock.advance(by: .seconds(1))
    #expect(await client.placement("onboarding").source == .network)
    #expect(asked.value == 2)
  }

  @Test("after a log-in with a proof the real server knows the user by what the visitor was shown")
  func alias() async throws {
    let server = TestServer.provingUsers
    let proof = try #require(server.proof(of: "user-1"))
    try await server.run { url in
      let client = Device(server.keys).start(url, transport: nil) {
        $0.rootKeys = []
        $0.attributes = ["country": "GB"]
      }
      var shown: PlacementDecision?
      for _ in 0..<200 where shown == nil {
        let answer = await client.placement("onboarding")
        if answer.isExposure { shown = answer } else { await client.reset() }
      }
      let answer = try #require(shown)
      await client.reportExposure(of: answer)
      await client.identify("user-1", proof: proof)
      await client.flush()
      #expect(await client.waiting == 0)

      let other = Device(server.keys).start(url, transport: nil) {
        $0.rootKeys = []
        $0.attributes = ["country": "GB"]
        $0.makeId = { "another-device" }
      }
      await other.identify("user-1", proof: proof)
      let there = await other.placement("onboarding")
      #expect(there.experiment?.variant == answer.experiment?.variant)
      #expect(there.experiment?.isRecorded == true)
    }
  }
}
