import Foundation
import Testing

@testable import PaywallKit

@Suite("Kept answers and the time")
struct ClockTests {
  private let device = Device(isPinned: false)

  /// Answers with the content of the box and counts the requests.
  private func counting(_ body: Box<String>, _ asked: Box<Int>) -> Transport {
    { request in
      asked.change { $0 += 1 }
      return try await answering(body.value)(request)
    }
  }

  @Test(
    "an answer of an earlier start is asked for anew, wherever the clock was set meanwhile",
    arguments: ["2026-11-25T12:00:00Z", "2026-12-05T12:00:00Z", "2026-12-05T12:10:00Z"])
  func otherClock(now: String) async throws {
    let first = device.start(transport: answering(byDefault))
    _ = await first.placement("onboarding")
    await first.untilAnswered()

    let asked = Box(0)
    let second = device.start(now: now, transport: counting(Box(showsNothing), asked))
    let kept = await second.placement("onboarding")
    #expect(kept.source.age != nil, "the kept answer is there at once: \(kept)")
    #expect(kept.paywall?.id == "plain")
    await second.untilAnswered()
    #expect(asked.value == 1)
    #expect(await second.placement("onboarding").shows == .nothing)
    #expect(asked.value == 1, "what was asked for anew is fresh")
  }

  @Test("an answer that is no longer fresh is given at once and fetched anew behind")
  func revalidatedBehind() async throws {
    let held = Race<Void>()
    let isSlow = Box(false)
    let client = device.start(
      transport: { request in
        guard isSlow.value else { return try await answering(byDefault)(request) }
        await held.value
        return try await answering(showsNothing)(request)
      })
    _ = await client.placement("onboarding")
    isSlow.change { $0 = true }
    device.clock.advance(by: .seconds(29))
    #expect(await client.placement("onboarding").source == .cache(age: .seconds(29)))
    #expect(await client.requests.isEmpty, "it was fresh")
    device.clock.advance(by: .seconds(1))
    let given = await client.placement("onboarding")
    #expect(given.source == .cache(age: .seconds(30)) && given.paywall?.id == "plain")
    #expect(await client.requests.count == 1)
    held.finish(())
    await client.untilAnswered()
    #expect(await client.placement("onboarding").shows == .nothing)
  }

  @Test("a question has two seconds unless the app says otherwise")
  func defaultBudget() async throws {
    let usual = Paywalls.Configuration(server: nowhere, clientKey: nil).advanced.budget
    let held = Race<Void>()
    defer { held.finish(()) }
    let client = device.start(
      transport: { request in
        await held.value
        return try await answering(byDefault)(request)
      }
    ) {
      $0.advanced.budget = usual
    }
    async let answer = client.placement("onboarding")
    await device.clock.sleeper(for: .seconds(2))
    device.clock.advance(by: .seconds(2))
    #expect(await answer.diagnostics.first == .network(.timedOut))
  }
}
