import Foundation
import PaywallCatalog
import Testing

@testable import PaywallKit

/// An app is updated before the server, after it, or back: no exposure is lost by it.
@Suite("Older servers and older versions of the app")
struct OlderVersionTests {
  private let device = Device(isPinned: false)

  /// A server from before details: a member that it does not know refuses the request, and in an
  /// exposure refuses that exposure.
  private struct OlderServer {
    let recorded = Box<[String]>([])
    let requests = Box<[String]>([])
    /// True if it ignores unknown members of the request, but not of an exposure.
    var knowsSentAt = false
    /// The code of the refusal.
    var code = "unknownMember"
    var status = 400

    @Sendable func carry(_ request: TransportRequest) async throws -> TransportResponse {
      guard request.url.path.hasSuffix("/v1/exposures"), let body = request.body else {
        return try await answering(variant("a"))(request)
      }
      let value = try JSONDecoder().decode(JSONValue.self, from: body)
      guard case .object(let members) = value else { throw NetworkFailure.timedOut }
      requests.change { $0.append(members.keys.sorted().joined(separator: " ")) }
      let unknown = Set(members.keys).subtracting(
        ["attributes", "exposures", "userProof"] + (knowsSentAt ? ["sentAt"] : []))
      guard unknown.isEmpty else {
        let problem = #"{"code":"\#(code)","status":\#(status),"detail":"Nothing reads it."}"#
        return try await answering(
          problem, status: status, type: "application/problem+json")(request)
      }
      let outcomes = (value["exposures"]?.array ?? []).map { exposure in
        let id = exposure["id"]?.string ?? ""
        guard exposure["shown"] == nil else {
          return #"{"id":"\#(id)","outcome":"invalid","reason":"unknownMember"}"#
        }
        recorded.change { $0.append(id) }
        return #"{"id":"\#(id)","outcome":"recorded"}"#
      }
      return try await answering(#"{"exposures":[\#(outcomes.joined(separator: ","))]}"#)(request)
    }
  }

  private static let full = "attributes exposures sentAt"
  private static let plain = "attributes exposures"

  @Test(
    "a server that refuses what it does not know gets every exposure, and is not asked twice",
    arguments: [false, true])
  func older(knowsSentAt: Bool) async throws {
    var server = OlderServer()
    server.knowsSentAt = knowsSentAt
    let client = device.start(transport: server.carry)
    let answer = await client.placement("onboarding")
    await client.reportExposure(of: answer)
    await client.reportExposure(of: answer)
    await client.flush()
    #expect(server.recorded.value == ["id-2", "id-3"])
    #expect(server.requests.value == [Self.full, Self.plain])
    #expect(await client.waiting == 0)

    await client.reportExposure(of: answer)
    await client.flush()
    #expect(server.recorded.value == ["id-2", "id-3", "id-4"])
    #expect(server.requests.value.last == Self.plain && server.requests.value.count == 3)
    #expect(device.events.value.allSatisfy { !$0.isOfExposures })

    // The server may be a newer one by the next session.
    await client.startSession()
    await client.reportExposure(of: await client.placement("onboarding"))
    await client.flush()
    #expect(server.requests.value.dropFirst(3) == [Self.full, Self.plain])
    #expect(server.recorded.value.count == 4)
  }

  @Test(
    "what is refused for another cause is sent without details too, each time",
    arguments: [(413, "bodyTooLarge"), (422, "reservedAttribute")])
  func refused(status: Int, code: String) async throws {
    var server = OlderServer()
    server.status = status
    server.code = code
    let client = Device(isPinned: false).start(transport: server.carry)
    let answer = await client.placement("onboarding")
    for _ in 0..<2 {
      await client.reportExposure(of: answer)
      await client.flush()
    }
    #expect(server.recorded.value == ["id-2", "id-3"])
    #expect(server.requests.value == [Self.full, Self.plain, Self.full, Self.plain])
  }

  @Test("a server that is not reached is not taken for an older one")
  func unreachable() async throws {
    let isDown = Box(true)
    let server = OlderServer()
    let client = device.start(
      transport: { request in
        guard request.url.path.hasSuffix("/v1/exposures"), isDown.value else {
          return try await server.carry(request)
        }
        return try await answering("", status: 500)(request)
      })
    await client.reportExposure(of: await client.placement("onboarding"))
    await client.flush()
    #expect(await client.waiting == 1)
    isDown.change { $0 = false }
    await client.flush()
    #expect(server.requests.value == [Self.full, Self.plain])
    #expect(await client.waiting == 0)
  }

  /// An exposure as files of the first version hold it.
  private static let stored = """
    {"exposure":{"_0":{"id":"old-1","experiment":"x","variant":"a","phase":1,"placement":\
    "onboarding","at":1796472000000,"isServerTime":true,"who":{"anonymousId":"a-1","userId":"u-1",\
    "environment":"sandbox"}}}}
    """

  /// The parts of such a file that the first version of the app reads.
  private enum StoredMessage: Decodable {
    case exposure(StoredExposure)
  }

  private struct StoredExposure: Decodable {
    struct Who: Decodable { let anonymousId: String }

    let id, experiment, variant: String
    let phase: Int
    let placement: String
    let at: Int64
    let isServerTime: Bool
    let who: Who
  }

  @Test("a file of an older version is read and sent")
  func olderFile() async throws {
    try device.storage.write(
      ChecksummedFile.seal(Data(Self.stored.utf8)), to: "out-000000000000")
    let body = Box("")
    let client = device.start(
      transport: { request in
        if request.url.path.hasSuffix("/v1/exposures") {
          body.change { $0 = String(decoding: request.body ?? Data(), as: UTF8.self) }
        }
        return try await answering(#"{"exposures":[]}"#)(request)
      })
    #expect(await client.waiting == 1)
    await client.flush()
    #expect(
      body.value == """
        {"attributes":{"anonymousId":"a-1","environment":"sandbox","userId":"u-1"},\
        "sentAt":"2026-12-05T12:00:00Z","exposures":[{"id":"old-1","experiment":"x","variant":"a",\
        "phase":1,"placement":"onboarding","at":"2026-12-05T12:00:00Z"}]}
        """)
    #expect(await client.waiting == 0)
  }

  @Test("an answer that an older version kept is not taken for the server's own bytes")
  func olderAnswer() async throws {
    let first = device.start(transport: answering(variant("a")))
    _ = await first.placement("onboarding")
    await first.untilAnswered()
    let name = try #require(try device.storage.names(from: "answer-").first)
    for isVerbatim in [true, nil] {
      var kept = try #require(device.storage.value(StoredAnswer.self, at: name))
      kept.isVerbatim = isVerbatim
      try device.storage.keep(kept, at: name)
      let later = device.start(transport: dead)
      let answer = await later.placement("onboarding")
      #expect(answer.paywall?.id == "a-wall")
      #expect((answer.parts.digests == nil) == (isVerbatim == nil))
    }
  }

  @Test("an older version reads the exposures in a file of this one, and none without a variant")
  func newerFile() throws {
    var exposure = OutboxEntry.Exposure(
      id: "e", experiment: "x", variant: "a", phase: 1, placement: "onboarding", at: 1,
      isServerTime: true, who: VisitorIdentity(anonymousId: "a-1"),
      attributes: #"{"anonymousId":"a-1"}"#,
      shown: ShownPaywall(paywall: "wall", price: 4990, currency: "EUR"))
    func read() throws -> StoredMessage {
      try JSONDecoder().decode(
        StoredMessage.self, from: JSONEncoder().encode(OutboxEntry.Message.exposure(exposure)))
    }
    guard case .exposure(let found) = try read() else { return }
    #expect(found.id == "e" && found.variant == "a" && found.who.anonymousId == "a-1")
    exposure.variant = nil
    #expect(throws: DecodingError.self) { try read() }
  }
}
