import Foundation
import Testing

@testable import PaywallKit

@Suite("What the app hands in may hang", .timeLimit(.minutes(10)))
struct HangingTests {
  @Test("evidence that never comes does not keep the question")
  func evidence() async throws {
    let device = Device(isPinned: false)
    let held = Race<PurchaseEvidence>()
    defer { held.finish(PurchaseEvidence()) }
    let client = device.start(transport: answering(byDefault, control: "no-store")) {
      $0.advanced.budget = .milliseconds(800)
      $0.advanced.evidenceUse = .always
      $0.advanced.evidence = { await held.value }
    }
    async let answer = client.placement("onboarding")
    // This is half of the budget.
    await device.clock.sleeper(for: .milliseconds(400))
    device.clock.advance(by: .milliseconds(400))
    #expect(await answer.source == .network)
    #expect(await client.requests.isEmpty)
  }

  @Test("a network of the app that never answers is asked again after a while")
  func transport() async throws {
    let device = Device(isPinned: false)
    let held = Race<Void>()
    defer { held.finish(()) }
    let asked = Box(0)
    let client = device.start(
      transport: { request in
        if asked.next() == 1 {
          await held.value
        }
        return try await answering(byDefault, control: "no-store")(request)
      })
    async let early = client.placement("onboarding", within: .seconds(7))
    await device.clock.sleeper(for: .seconds(7))
    await device.clock.sleeper(for: .seconds(30))
    device.clock.advance(by: .seconds(30))
    #expect(await early.diagnostics.first == .network(.timedOut))
    await client.untilAnswered()
    #expect(await client.placement("onboarding").source == .network)
    #expect(asked.value == 2)
  }

  @Test("an answer that is too long is said to be too long")
  func tooLong() async throws {
    try await TestServer().run { url in
      let transport = SessionTransport.make(timeout: .seconds(20))
      let error = await #expect(throws: (any Error).self) {
        try await transport(
          TransportRequest(
            method: "GET", url: url.appendingPathComponent("v1/products"), largestAnswer: 9))
      }
      #expect(error.map { NetworkFailure($0) } == .notUnderstood("The answer is too long."))
    }
  }
}
