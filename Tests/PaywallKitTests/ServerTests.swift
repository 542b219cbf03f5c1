import Foundation
import HTTPService
import Ledger
import PaywallCatalog
import TestSupport
import Testing

@testable import PaywallKit

@Suite("The client and the real server")
struct ServerTests {
  @Test("a device decides offline what the server answers, for everybody")
  func sameAnswers() async throws {
    let server = TestServer()
    let device = Device(server.keys)
    let file = try temporary(server.keys.file(of: server.snapshot))
    defer { try? FileManager.default.removeItem(at: file) }
    try await server.run { url in
      var random = SplitMix(state: 7)
      let online = device.start(url, transport: nil) { $0.rootKeys = [] }
      let bundle = await device.start(transport: dead) { $0.bundledFile = file }
        .bundling.value
      let loaded = try #require(bundle.file)
      var seen: Set<String> = []
      for number in 0..<rounds(250, all: 1000) {
        let id = ["onboarding", "settings", "elsewhere"][random.below(3)]
        let own: [String: PaywallKit.AttributeValue] = [
          "userId": .string("user-\(number)"),
          "country": .string(["GB", "IE", "US", "gbr", "ZZ"][random.below(5)]),
          "sessions": .integer(Int64(random.below(14))),
          "locale": .string(
            ["de-DE", "en", "pt_BR", "fr", "pt", "gsw,de-LI", "xx", ""][random.below(8)]),
          "locales": .list([["fr-CA", "de-AT", "en"], ["ja"], []][random.below(3)]),
          "platform": .string(["iOS", "ios", "iPhone"][random.below(3)]),
          "osVersion": .string(["18.2", "17.0", "11.0"][random.below(3)]),
        ]
        await online.setVisitor(userId: "user-\(number)")
        var question = await online.question(own)
        question["userId"] = .string("user-\(number)")
        let theirs = await online.requestOnce(id, own)
        let ours = loaded.answer(
          id, question, records: [], at: moment("2026-12-05T12:00:00Z"),
          as: { .bundledFile($0) }
        ).answer
        let wanted = try #require(theirs)
        #expect(ours.shows == wanted.shows)
        #expect(ours.parts.digests == wanted.parts.digests)
        #expect(ours.heldOutOf == wanted.heldOutOf)
        #expect(ours.reason == wanted.reason)
        #expect(ours.experiment == wanted.experiment)
        #expect(ours.isExposure == wanted.isExposure)
        #expect(ours.notEnrolled == wanted.notEnrolled)
        #expect(ours.validUntil == wanted.validUntil)
        seen.insert(
          "\(wanted.reason) \(wanted.experiment?.variant ?? "") \(wanted.notEnrolled ?? "")")
      }
      // All kinds of answers were among them.
      #expect(seen.count >= 6)
    }
  }

  @Test("answers from the network, then from the cache, then from the bundle it has fetched")
  func sources() async throws {
    let server = TestServer()
    let device = Device(server.keys)
    try await server.run { url in
      let first = device.start(url, transport: dated())
      let fetched = await first.placement("settings")
      #expect(fetched.source == .network)
      #expect(fetched.paywall?.content["headline"]?.string == "Öffnen")
      #expect(
        await first.placement("settings").source.age != nil, "the second answer is from the cache")
      await first.untilBundle()
    }
    let later = device.start(transport: dead)
    #expect(
      await later.placement("settings").source.age != nil, "a kept answer stands in for the server")
    let other = await later.placement("onboarding")
    let bundled = try #require(
      other.source.downloaded, "without an answer the bundle decides: \(other)")
    #expect(bundled.release == server.snapshot.release)
    #expect(!bundled.isExpired)
  }

  @Test("what was shown is told after a restart, and recorded")
  func exposures() async throws {
    let server = TestServer()
    let device = Device(server.keys)
    try await server.run { url in
      let first = device.start(url, transport: dated()) { $0.attributes = ["country": "GB"] }
      var shown: PlacementDecision?
      for number in 0..<200 where shown == nil {
        await first.identify("user-\(number)")
        let answer = await first.placement("onboarding")
        if answer.isExposure { shown = answer } else { await first.reset() }
      }
      let answer = try #require(shown)
      let cut = device.start(transport: dead)
      let before = await cut.waiting
      await cut.reportExposure(of: answer)
      #expect(await cut.waiting == before + 1)
      await cut.storage.start { _ in }.value

      let second = device.start(url, transport: dated())
      #expect(await second.waiting == before + 1)
      await second.flush()
      #expect(await second.waiting == 0)
      let visitor = await second.visitor
      let user = try #require(visitor?.userId)
      let records = try await server.ledger.assignments(
        of: VisitorIdentity(userId: user), in: .production)
      #expect(records.map(\.variant) == [answer.experiment?.variant])
    }
  }

  @Test("a server that only reads decides; what must be kept waits for the one that writes")
  func readOnly() async throws {
    let writer = TestServer()
    var reader = writer
    reader.isReadOnly = true
    let device = Device(writer.keys)
    let user = try await withShown(on: reader, device) { client, answer in
      await client.reportExposure(of: answer)
      await client.flush()
      #expect(await client.waiting > 0)
      let later = PaywallsError.network(.unavailable(status: 503))
      await #expect(throws: later) {
        try await client.signedOffer(
          product: "pro_yearly", offer: "loyalty", placement: "onboarding")
      }
      await client.storage.start { _ in }.value
      return try #require(await client.visitor?.userId)
    }
    try await writer.run { url in
      let client = device.start(url, transport: dated())
      await client.flush()
      #expect(await client.waiting == 0)
      let records = try await writer.ledger.assignments(
        of: VisitorIdentity(userId: user), in: .production)
      #expect(records.count == 1)
    }
  }

  /// Runs with a client that was shown a variant.
  private func withShown<Output: Sendable>(
    on server: TestServer, _ device: Device,
    _ use: @escaping @Sendable (Paywalls, PlacementDecision) async throws -> Output
  ) async throws -> Output {
    let output = Box<Output?>(nil)
    try await server.run { url in
      let client = device.start(url, transport: dated()) { $0.attributes = ["country": "GB"] }
      for number in 0..<200 {
        await client.identify("user-\(number)")
        let answer = await client.placement("onboarding")
        if answer.isExposure {
          let made = try await use(client, answer)
          return output.change { $0 = made }
        }
        await client.reset()
      }
    }
    return try #require(output.value)
  }
}
