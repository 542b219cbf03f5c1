import AppStoreFixtures
import Foundation
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import PaywallServer
import Serving
import Testing

@testable import Ledger

/// `user-55` (holdout bucket 194, slice 473, variant 2104) and `device-34` (296, 2364, 1084) are in
/// the holdout, and `control` of `annual-trial` would have enrolled them. `user-7` is not held out and
/// draws `trial`; `user-18` is held out and beyond the traffic; `user-61` is outside of the slice.
@Suite("Held-out visitors over HTTP")
struct HeldOutTests {
  private let ledger = SQLiteLedger.inMemory()

  private static let held: [String: JSON] = ["userId": "user-55", "country": "GB"]

  private static func claim(_ id: String, _ changes: [String: JSON] = [:]) -> JSON {
    .object(
      [
        "id": .text(id), "heldOut": true, "experiment": "annual-trial", "phase": 1,
        "placement": "onboarding", "at": "2026-12-05T11:59:00Z",
      ].merging(changes) { $1 }.filter { $0.value != .null })
  }

  private func report(
    _ server: TestServer, _ claims: JSON..., as visitor: [String: JSON] = held,
    more: [String: JSON] = [:]
  ) async throws -> [String] {
    let body: [String: JSON] = ["attributes": .object(visitor), "exposures": .array(claims)]
    let reply = try await server.post("/v1/exposures", body.merging(more) { $1 })
    #expect(reply.status == 200, "\(reply)")
    return reply.outcomes
  }

  private func rows(_ ledger: any Ledger) async throws -> [HeldOutExposures] {
    try await ledger.read(.scan) {
      try $0.heldOut(of: PhaseKey("annual-trial", 1, in: .production))
    }
  }

  @Test("are told of what the holdout keeps them out, by every way of asking")
  func told() async throws {
    let server = try TestServer.withExperiments()
    let member =
      #""reason":"default","notEnrolled":"heldOut","heldOutOf":{"id":"annual-trial","phase":1}"#
    // The second one comes from the cached responses.
    for query in [
      "userId=user-55&country=GB", "userId=user-55&country=GB", "anonymousId=device-34&country=IE",
    ] {
      try await server.exchange(
        "GET /v1/placements/onboarding?\(query)\nX-API-Key: client-key"
      ).expect(has: member, #""paywall":{"id":"standard""#)
    }
    let posted = try await server.post(
      "/v1/placements/onboarding", ["attributes": .object(Self.held)])
    #expect(posted.description.contains(member), "\(posted)")
    let several = try await server.post(
      "/v1/placements",
      ["attributes": .object(Self.held), "placements": ["onboarding", "settings"]])
    #expect(several.description.components(separatedBy: member).count == 2, "\(several)")
    let flag = try await server.post(
      "/ofrep/v1/evaluate/flags/onboarding",
      ["context": ["targetingKey": "user-55", "userId": "user-55", "country": "GB"]])
    #expect(flag.body["metadata"]?["heldOutOf"]?.string == "annual-trial", "\(flag)")
    #expect(flag.body["metadata"]?["heldOutOfPhase"]?.integer == 1, "\(flag)")
    #expect(flag.body["metadata"]?["exposure"] == .flag(false))
  }

  @Test(
    "nobody else is",
    arguments: [
      "userId=user-7&country=GB", "userId=user-18&country=GB", "userId=user-61&country=GB",
      "userId=user-55&country=FR", "userId=user-55", "country=GB",
    ])
  func untold(query: String) async throws {
    let answer = try await TestServer.withExperiments().exchange(
      "GET /v1/placements/onboarding?\(query)\nX-API-Key: client-key")
    #expect(!answer.contains("heldOutOf"), "\(answer)")
  }

  @Test("leave a row with everything that is kept of a first exposure, and no assignment")
  func row() async throws {
    let server = try TestServer.withExperiments(ledger: ledger)
    let visitor: [String: JSON] = [
      "userId": "user-55", "country": "GB", "platform": "iOS", "appVersion": "3.4.1",
      "osVersion": "18.1", "locale": "de-DE", "firstSeen": "2026-12-05T09:00:00Z",
    ]
    let shown: JSON = [
      "paywall": "standard", "product": "pro_monthly", "price": 9990, "currency": "EUR",
    ]
    #expect(
      try await report(
        server, Self.claim("a", ["shown": shown, "at": "2026-12-05T10:59:00Z"]),
        as: visitor, more: ["sentAt": "2026-12-05T11:00:00Z"]) == ["heldOut"])
    #expect(
      try await report(server, Self.claim("a"), Self.claim("b"), as: visitor)
        == ["already", "heldOut"])
    let row = try #require(try await rows(ledger).first)
    #expect(
      row.unit
        == HeldOutUnit(experiment: "annual-trial", phase: 1, unit: "user-55", unitKind: .visitor))
    #expect(row.exposures == 2 && row.placement == "onboarding")
    #expect(row.receivedAt == server.now)
    #expect(row.renderedAt == time("2026-12-05T11:59:00Z"))
    #expect(row.deviceTime == DeviceTime(at: time("2026-12-05T10:59:00Z"), offset: 3_600_000))
    #expect(
      row.details.dimensions
        == VisitorDimensions(
          storefront: "GBR", platform: "iOS", appVersion: "3.4", system: 18, language: "de",
          isNew: true, isInAudience: true))
    #expect(row.details.served.paywall == "standard" && row.details.served.traffic == 5000)
    #expect(row.details.served.release == Snapshot.lumen.release)
    #expect(
      row.details.reported
        == ReportedPaywall(
          paywall: "standard", product: "pro_monthly", price: 9990, currency: "EUR"))
    #expect(row.details.flags == [] && row.recorded == nil)

    #expect(try await ledger.frozenTerms() == [])
    #expect(
      try await ledger.exposureCounts(of: PhaseKey("annual-trial", 1, in: .production)) == []
    )
    #expect(!ledger.mayHaveAssignments(of: "user-55", in: .production))
    try await server.post(
      "/v1/placements/onboarding", ["attributes": .object(Self.held)]
    ).expect(reason: "default", has: ["heldOutOf.phase": 1])
    // A claim alone still enrols no visitor.
    let control = Self.claim("c", ["heldOut": false, "variant": "control"])
    #expect(try await report(server, control) == ["variantMismatch heldOut"])
  }

  @Test(
    "a claim to be held out is checked, and spoils no other",
    arguments: [
      (held, ["experiment": "monthly"], "unknownExperiment"),
      (held, ["phase": 2], "unknownPhase"),
      (held, ["placement": "settings"], "variantMismatch notAtPlacement"),
      (held, ["placement": "nowhere"], "variantMismatch notAtPlacement"),
      (held, ["at": "2026-11-01T00:00:00Z"], "outsidePhase"),
      (held, ["placement": .null], "invalid missingMember"),
      (held, ["experiment": .null], "invalid missingMember"),
      (held, ["phase": .null], "invalid missingMember"),
      (held, ["at": .null], "invalid missingMember"),
      (held, ["variant": "control"], "invalid unknownMember"),
      (held, ["heldOut": "yes"], "invalid wrongType"),
      (held, ["heldOut": .null], "invalid missingMember"),
      (held, ["colour": "red"], "invalid unknownMember"),
      (["userId": "user-55", "country": "FR"], [:], "variantMismatch notInAudience"),
      (["userId": "user-55"], [:], "heldOut"),
      (["userId": "user-7", "country": "GB"], [:], "variantMismatch notHeldOut"),
      (["userId": "user-7", "anonymousId": "device-34"], [:], "variantMismatch notHeldOut"),
      (["userId": "user-18", "country": "GB"], [:], "variantMismatch outsideTraffic"),
      (["userId": "user-61", "country": "GB"], [:], "variantMismatch outsideSlice"),
      (["country": "GB"], [:], "variantMismatch notHeldOut"),
    ] as [([String: JSON], [String: JSON], String)])
  func claims(visitor: [String: JSON], changes: [String: JSON], outcome: String) async throws {
    let server = try TestServer.withExperiments()
    let isHeld = visitor["userId"] == "user-55" && visitor["country"] == "GB"
    let outcomes = try await report(
      server, Self.claim("a", changes), Self.claim("b"), as: visitor)
    #expect(outcomes.first == outcome)
    #expect(try await rows(server.ledger).count == (isHeld || outcome == "heldOut" ? 1 : 0))
    #expect(try await server.ledger.frozenTerms() == [])
  }

  @Test("a paywall that is shown to nobody without the experiment is unknown, and counted")
  func undecided() async throws {
    let server = try TestServer.withExperiments()
    _ = try await report(server, Self.claim("a", ["shown": ["paywall": "standard-trial"]]))
    let details = try #require(try await rows(server.ledger).first?.details)
    #expect(details.flags == .undecidedPaywall)
    #expect(details.reported.paywall == nil && details.served.paywall == nil)
  }

  @Test("who logs in stays one person, and who leaves the holdout by it is told with both")
  func login() async throws {
    var server = try TestServer.withExperiments(ledger: ledger)
    let device: [String: JSON] = ["anonymousId": "device-34", "country": "GB"]
    #expect(try await report(server, Self.claim("a"), as: device) == ["heldOut"])
    // The user is held out too.
    let both = Self.held.merging(["anonymousId": "device-34"]) { $1 }
    #expect(try await report(server, Self.claim("b"), as: both) == ["heldOut"])
    #expect(try await rows(ledger).map(\.unit.unit) == ["device-34"])
    #expect(try await rows(ledger).map(\.exposures) == [2])

    // Another user of another device is not.
    let other: [String: JSON] = ["anonymousId": "device-205", "country": "GB"]
    #expect(try await report(server, Self.claim("a"), as: other) == ["heldOut"])
    server.now = time("2026-12-05T12:30:00Z")
    let loggedIn = other.merging(["userId": "user-7"]) { $1 }
    let trial = Self.claim("c", ["heldOut": .null, "variant": "trial"])
    #expect(try await report(server, trial, as: loggedIn) == ["recorded"])
    _ = try await server.post(
      "/v1/aliases", ["anonymousId": "device-205", "userId": "user-7"], as: "server")
    let row = try #require(try await rows(ledger).first { $0.unit.unit == "device-205" })
    #expect(
      row.recorded
        == HeldOutExposures.OtherUnit(unit: "user-7", at: server.now, voucher: .server))
    #expect(row.receivedAt < server.now)
    // The device, logged out, is in the holdout as before.
    #expect(try await report(server, Self.claim("d"), as: other) == ["heldOut"])
  }

  @Test("whom a smaller holdout lets in is enrolled, and the row tells of it")
  func shrinks() async throws {
    #expect(
      try await report(TestServer.withExperiments(ledger: ledger), Self.claim("a")) == ["heldOut"])
    let smaller = try TestServer.withExperiments(ledger: ledger) {
      $0.holdout = BasisPoints(100).map { Holdout(share: $0, seed: "4be01a77") }
    }
    #expect(try await report(smaller, Self.claim("b")) == ["variantMismatch notHeldOut"])
    let control = Self.claim("c", ["heldOut": .null, "variant": "control"])
    #expect(try await report(smaller, control) == ["recorded"])
    #expect(try await rows(ledger).first?.recorded?.unit == "user-55")
    // A recorded visitor is not held out, whatever the holdout is.
    #expect(
      try await report(TestServer.withExperiments(ledger: ledger), Self.claim("d")) == [
        "variantMismatch kept"
      ])
  }

  @Test("a user id that must be proved leaves no row without its proof")
  func unproved() async throws {
    let server = try TestServer.withProofs { $0.app.identity = .signed }
    #expect(try await report(server, Self.claim("a")) == ["unproved"])
    #expect(try await rows(server.ledger) == [])
    let device: [String: JSON] = ["anonymousId": "device-34", "country": "GB"]
    #expect(try await report(server, Self.claim("a"), as: device) == ["heldOut"])
  }

  @Test("an erased person's row goes, and the count of it stays")
  func erased() async throws {
    let server = try TestServer.withExperiments(ledger: ledger)
    _ = try await report(server, Self.claim("a"))
    _ = try await ledger.forget(.user("user-55"), in: .production, at: server.now)
    #expect(try await rows(ledger) == [])
    let left = try await ledger.read(.scan) {
      try $0.erasedCells(of: PhaseKey("annual-trial", 1, in: .production))
        .filter(\.key.isHeldOut)
    }
    #expect(left.map(\.counts.units) == [1])
  }

  @Test("are kept by a server that starts again, and judged by the phase before after a restart")
  func restart() async throws {
    let app = try SampleFolder()
    let server = try await app.server()
    #expect(try await server.claimHeldOut("a", of: "user-55") == "heldOut")
    app.clock.set("2026-12-06T00:00:00Z")
    try app.edit(SampleFolder.experiment, "seed: 7f3a9c21", "seed: 0f0f0f0f\nphase: 2")
    try app.edit(
      SampleFolder.experiment, "start: 2026-12-01T09:00Z", "start: 2026-12-06T00:00Z")
    #expect(try await server.reload() == nil)
    await server.end()

    let second = try await app.server()
    #expect(try await second.claimHeldOut("a", of: "user-55") == "already")
    #expect(try await second.claimHeldOut("b", of: "user-55") == "heldOut")
    #expect(
      try await second.claimHeldOut("a", of: "user-18") == "variantMismatch outsideTraffic")
    #expect(
      try await second.claimHeldOut("c", of: "user-55", at: "2026-12-06T00:00:00Z")
        == "outsidePhase")
    let ledger = second.dependencies.ledger
    #expect(try await rows(ledger).map(\.exposures) == [2])
    #expect(try await ledger.frozenTerms() == [])
    app.clock.set("2026-12-13T00:00:00Z")
    #expect(try await second.claimHeldOut("d", of: "user-55") == "outsidePhase")
    await second.end()
  }

  @Test("are counted by outcome, in no variant")
  func counted() async throws {
    let server = try TestServer.withExperiments()
    let (parts, application) = try server.running()
    for user in ["user-55", "user-55", "user-7"] {
      let body = """
        {"attributes":{"userId":"\(user)","country":"GB"},"exposures":[{"id":"e","heldOut":true,\
        "experiment":"annual-trial","phase":1,"placement":"onboarding",\
        "at":"2026-12-05T11:00:00Z"}]}
        """
      _ = try await TestServer.send(
        "POST /v1/exposures\nX-API-Key: client-key\n\n\(body)", to: application)
    }
    for outcome in ["heldOut", "already", "variantMismatch"] {
      #expect(
        parts.metrics.text.contains("paywall_exposures_total{outcome=\"\(outcome)\"} 1\n"))
    }
    #expect(await parts.countFlusher.flush())
    let counts = try await parts.ledger.dailyCounts(of: "annual-trial", in: .production)
    #expect(counts.allSatisfy { $0.key.variant == nil && $0.key.phase == 1 })
    #expect(counts.map(\.count).reduce(0, +) == 3)
  }
}
