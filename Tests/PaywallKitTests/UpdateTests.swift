import Foundation
import Testing

@testable import PaywallKit

@Suite("What comes after the app was answered", .timeLimit(.minutes(10)))
struct UpdateTests {
  private let device = Device(isPinned: false)
  private let body = Box(byDefault)

  private func client() -> Paywalls {
    let body = body
    return device.start(
      nowhere, transport: { try await answering(body.value)($0) }
    )
  }

  @Test("an answer that was fetched in the background is told")
  func revalidated() async throws {
    let client = client()
    #expect(await client.placement("onboarding").paywall?.id == "plain")
    var reader = await client.updates(of: "onboarding").makeAsyncIterator()
    body.change { $0 = showsNothing }
    device.clock.advance(by: .seconds(31))
    #expect(await client.placement("onboarding").paywall?.id == "plain")
    let update = await reader.next()
    #expect(update?.shows == .nothing && update?.source == .network)
  }

  @Test("one that came later than the budget is told as well")
  func late() async throws {
    let gate = Race<Void>()
    let client = device.start(
      transport: { request in
        await gate.value
        return try await answering(byDefault)(request)
      })
    var reader = await client.updates(of: "onboarding").makeAsyncIterator()
    let call = Task { await client.placement("onboarding", within: .seconds(3)) }
    await device.clock.sleeper(for: .seconds(3))
    device.clock.advance(by: .seconds(3))
    #expect(await call.value.shows == .unknown)
    gate.finish(())
    #expect(await reader.next()?.paywall?.id == "plain")
  }

  @Test("another variant than the session has shown is told to nobody")
  func otherVariant() async throws {
    body.change { $0 = variant("a") }
    let client = client()
    #expect(await client.placement("onboarding").experiment?.variant == "a")
    var reader = await client.updates(of: "onboarding").makeAsyncIterator()
    for next in [variant("b"), showsNothing] {
      body.change { $0 = next }
      device.clock.advance(by: .seconds(31))
      _ = await client.placement("onboarding")
      await client.untilAnswered()
    }
    #expect(await reader.next()?.shows == .nothing)
  }

  @Test("what a call takes is told to nobody else, and what no call takes is")
  func taken() throws {
    var updates = PlacementUpdates()
    let answer = PlacementDecision.unknown("onboarding", [])
    var isFree = updates.arrive(answer, "c")
    #expect(!isFree)
    updates.begin("onboarding", "c")
    isFree = updates.arrive(answer, "c")
    #expect(!isFree)
    isFree = updates.arrive(answer, "of other attributes")
    #expect(!isFree)
    updates.give(answer, "c")
    #expect(updates.last(at: "onboarding") == answer)
    var late = updates.end("onboarding", "c")
    #expect(late == answer)
    late = updates.end("onboarding", "of other attributes")
    #expect(late == nil)
    isFree = updates.arrive(answer, "c")
    #expect(isFree)
  }

  @Test("evidence that the server left out is among the diagnostics")
  func leftOut() async throws {
    body.change {
      $0 =
        byDefault.dropLast()
        + #","leftOut":[{"field":"transactions[1]","code":"notTrusted","reason":"badSignature"}]}"#
    }
    let answer = await client().placement("onboarding")
    #expect(
      answer.diagnostics == [.evidenceLeftOut(field: "transactions[1]", reason: "badSignature")])
    body.change { $0 = byDefault.dropLast() + #","leftOut":"of a newer server"}"# }
    device.clock.advance(by: .seconds(90_000))
    #expect(await client().placement("onboarding").source == .network)
  }
}
