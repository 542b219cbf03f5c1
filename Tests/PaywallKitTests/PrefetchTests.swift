import Foundation
import Testing

@testable import PaywallKit

@Suite("Several placements in one round trip")
struct PrefetchTests {
  @Test("one request brings them all, in its wire form, and each is then there at once")
  func once() async throws {
    let asked = Box<[TransportRequest]>([])
    let both = "{\"placements\":[\(byDefault),\(showsNothing.replacing("onboarding", with: "x"))]}"
    let client = Device(isPinned: false).start(
      transport: { request in
        asked.change { $0.append(request) }
        return try await answering(both)(request)
      }
    ) {
      $0.clientKey = "test-key"
    }
    #expect(await client.prefetch(["onboarding", "x"], attributes: ["sessions": 3]) == nil)
    let request = try #require(asked.value.first)
    #expect(request.method == "POST" && request.url.path == "/nowhere/v1/placements")
    #expect(request.headers["X-API-Key"] == "test-key")
    #expect(
      String(decoding: request.body ?? Data(), as: UTF8.self) == """
        {"attributes":{"anonymousId":"id-1","firstSeen":"2026-12-05T12:00:00Z","locale":"de-DE",\
        "osVersion":"18.2","platform":"iOS","sessions":3},"placements":["onboarding","x"]}
        """)
    let first = await client.placement("onboarding", attributes: ["sessions": 3])
    #expect(first.source == .cache(age: .zero) && first.paywall?.id == "plain")
    let second = await client.placement("x", attributes: ["sessions": 3])
    #expect(second.source == .cache(age: .zero) && second.shows == .nothing)
    #expect(asked.value.count == 1)
  }

  @Test("who asks for one of them meanwhile waits for the same answer")
  func joined() async throws {
    let asked = Box(0)
    let (sent, opened) = (Race<Void>(), Race<Void>())
    let device = Device(isPinned: false)
    let client = device.start(
      transport: { request in
        asked.change { $0 += 1 }
        sent.finish(())
        await opened.value
        return try await answering("{\"placements\":[\(byDefault)]}")(request)
      })
    async let fetched = client.prefetch(["onboarding"])
    await sent.value
    async let answer = client.placement("onboarding", within: .seconds(7))
    await device.clock.sleeper(for: .seconds(7))
    opened.finish(())
    #expect(await fetched == nil)
    #expect(await answer.paywall?.id == "plain")
    #expect(asked.value == 1)
  }

  @Test("the real server answers them all; nothing is asked for without one")
  func real() async throws {
    try await TestServer().run { url in
      let client = Device(isPinned: false).start(url, transport: nil)
      #expect(await client.prefetch([]) == nil)
      #expect(await client.prefetch(["onboarding", "settings", "elsewhere"]) == nil)
      for id in ["onboarding", "settings", "elsewhere"] {
        #expect(await client.placement(id).source == .cache(age: .zero))
      }
      guard case .refused(let problem)? = await client.prefetch((0..<51).map { "p\($0)" }) else {
        return #expect(Bool(false), "more than 50 are refused")
      }
      #expect(problem.status == 400 || problem.status == 422, "\(problem)")
    }
  }

  @Test("evidence that the server left out of its decisions is told with each answer")
  func leftOut() async throws {
    let opened = Race<Void>()
    let body = """
      {"placements":[\(byDefault)],"leftOut":[{"field":"transactions[0]","code":"notTrusted",\
      "reason":"badSignature"}]}
      """
    let device = Device(isPinned: false)
    let client = device.start(
      transport: { request in
        await opened.value
        return try await answering(body, control: "no-store")(request)
      }
    ) {
      $0.advanced.evidenceUse = .always
      $0.advanced.evidence = { PurchaseEvidence(transactions: ["forged"]) }
    }
    async let fetched = client.prefetch(["onboarding"], within: .seconds(9))
    await device.clock.sleeper(for: .seconds(9))
    async let answer = client.placement("onboarding", within: .seconds(7))
    await device.clock.sleeper(for: .seconds(7))
    opened.finish(())
    #expect(await fetched == nil)
    #expect(
      await answer.diagnostics == [
        .evidenceLeftOut(field: "transactions[0]", reason: "badSignature")
      ])
  }

  @Test("the server's failure is told")
  func failed() async throws {
    let client = Device().start(transport: answering("", status: 500))
    #expect(await client.prefetch(["onboarding"]) == .unavailable(status: 500))
    let other = Device().start(transport: answering("{\"placements\":[\(byDefault)]}"))
    guard case .notUnderstood? = await other.prefetch(["onboarding", "x"]) else {
      return #expect(Bool(false), "one answer for two questions is none")
    }
  }
}
