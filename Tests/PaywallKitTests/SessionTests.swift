import Foundation
import PaywallKitTesting
import Testing

@testable import PaywallKit

@Suite("One variant for one visitor in one session")
struct SessionTests {
  private let body = Box(variant("a"))

  /// A server that answers with the content of the box, never to be kept.
  private func changing(_ body: Box<String>) -> Transport {
    { try await answering(body.value, control: "no-store")($0) }
  }

  @Test("another variant counts from the next session")
  func sticky() async throws {
    let client = Device().start(transport: changing(body))
    #expect(await client.placement("onboarding").experiment?.variant == "a")
    body.change { $0 = variant("b") }
    let kept = await client.placement("onboarding")
    #expect(kept.experiment?.variant == "a")
    #expect(kept.diagnostics == [.otherVariant])
    body.change { $0 = byDefault }
    #expect(await client.placement("onboarding").paywall?.id == "a-wall")
    body.change { $0 = variant("b") }
    await client.startSession()
    #expect(await client.placement("onboarding").experiment?.variant == "b")
  }

  @Test("the server may take a paywall away at once")
  func takenAway() async throws {
    let client = Device().start(transport: changing(body))
    _ = await client.placement("onboarding")
    body.change { $0 = showsNothing }
    #expect(await client.placement("onboarding").shows == .nothing)
    body.change { $0 = variant("b") }
    #expect(await client.placement("onboarding").experiment?.variant == "a")
  }

  @Test("the session holds when the server is gone")
  func holdsOffline() async throws {
    let isDead = Box(false)
    let client = Device().start(
      transport: { request in
        if isDead.value { throw NetworkFailure.unreachable("") }
        return try await answering(variant("a"), control: "no-store")(request)
      })
    _ = await client.placement("onboarding")
    isDead.change { $0 = true }
    #expect(await client.placement("onboarding").experiment?.variant == "a")
  }

  @Test("after a log-in the user's own record goes before what the visitor was shown")
  func login() async throws {
    let client = Device().start(transport: changing(body))
    _ = await client.placement("onboarding")
    await client.identify("user-1")
    body.change { $0 = variant("b") }
    #expect(await client.placement("onboarding").experiment?.variant == "a")
    body.change { $0 = variant("b", recorded: true) }
    #expect(await client.placement("onboarding").experiment?.variant == "b")
  }

  @Test("another user sees nothing of the one before")
  func separated() async throws {
    let isDead = Box(false)
    let client = Device().start(
      transport: { request in
        if isDead.value { throw NetworkFailure.unreachable("") }
        return try await answering(variant("a"))(request)
      })
    _ = await client.placement("onboarding")
    let before = await client.visitor?.anonymousId
    await client.reset()
    isDead.change { $0 = true }
    #expect(await client.placement("onboarding").shows == .unknown)
    #expect(await client.visitor?.anonymousId != before)
  }

  @Test(
    "a buyer does not get the paywall from before the purchase, though it was asked for before",
    arguments: [true, false])
  func buyer(isOnline: Bool) async throws {
    let shop = Shop(showing: .init("lifetime"))
    shop.server.show(FakePaywall("acquisition", products: []), at: "onboarding")
    let (asked, held, number) = (Race<Void>(), Race<Void>(), Box(0))
    let transport = shop.server.transport
    let client = shop.start {
      $0.advanced.transport = { request in
        let answer = try await transport(request)
        guard request.url.lastPathComponent == "onboarding", number.next() == 1 else {
          return answer
        }
        asked.finish(())
        await held.value
        return answer
      }
    }
    await client.untilStoreIsRead()
    let settings = await client.placement("settings")
    let early = Task { await client.placement("onboarding") }
    await asked.value
    #expect(await client.buy("lifetime", on: settings).purchase != nil)
    shop.server.show(FakePaywall("thanks", products: []), at: "onboarding")
    if !isOnline { shop.server.become(.unreachable) }
    held.finish(())
    #expect(await early.value.paywall?.id == (isOnline ? "thanks" : nil))
  }

  @Test("an answer from before a purchase is better than none if there is no time to ask again")
  func lateUnlock() async throws {
    let shop = Shop()
    shop.server.show(FakePaywall("early", products: []), at: "onboarding")
    let unlocked = Race<Void>()
    let (transport, clock, asked) = (shop.server.transport, shop.device.clock, Box(0))
    let client = shop.start {
      $0.advanced.budget = .seconds(2)
      $0.advanced.transport = { request in
        guard request.url.lastPathComponent == "onboarding" else {
          return try await transport(request)
        }
        guard asked.next() == 1 else {
          clock.advance(by: .seconds(1))
          return try await silent(request)
        }
        shop.store.sellOutside("lifetime")
        await unlocked.value
        clock.advance(by: .milliseconds(1900))
        return try await transport(request)
      }
    }
    await client.untilStoreIsRead()
    let watching = Task {
      _ = await client.customers.first { !$0.entitlements.isEmpty }
      unlocked.finish(())
    }
    let placement = await client.placement("onboarding")
    #expect(asked.value == 2)
    #expect(placement.paywall?.id == "early" && placement.source == .network)
    #expect(placement.diagnostics.contains(.network(.timedOut)))
    await watching.value
  }
}
