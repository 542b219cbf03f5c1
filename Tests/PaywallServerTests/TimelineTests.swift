import AppStoreFixtures
import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Serving
import Testing

/// The ledger's timeline of releases and phases, written when a release goes into service, and how
/// late exposures are judged by it.
@Suite("The timeline")
struct TimelineTests {
  private let app: SampleFolder

  init() throws { app = try SampleFolder() }

  /// `phase 1 traffic 80%` of the events after the first release.
  private func changes(_ server: PaywallService) async throws -> [String] {
    let timeline = try await server.dependencies.ledger.timeline()
    return timeline.events.compactMap { event in
      guard case .phase(_, let number, let part) = event.subject,
        event.at != timeline.releases.first?.firstServedAt
      else { return nil }
      return "\(number) \(part.rawValue) \(event.value)"
    }
  }

  @Test("The first release begins it; restarts and the same folder add nothing")
  func begins() async throws {
    let server = try await app.server()
    let timeline = try await server.dependencies.ledger.timeline()
    #expect(timeline.releases.map(\.release) == [server.dependencies.current.value.release])
    #expect(timeline.releases.map(\.firstServedAt) == [app.clock.now])
    let state = try #require(timeline.phases.first)
    #expect(timeline.phases.count == 1)
    #expect(state.parts[.status] == "running")
    #expect(state.start == time("2026-12-01T09:00:00Z"))
    #expect(state.end == time("2026-12-22T09:00:00Z"))
    #expect(state.traffic == Traffic(text: "50%"))
    #expect(state.slice == Slice(text: "0%-40%"))
    #expect(state.parts[.prices] == "pro_yearly_trial: trial introductory freeTrial P1W")
    #expect(state.parts[.audience]?.utf8.count == 32)
    #expect(timeline.holdout == "5% 4be01a77")
    await server.end()
    app.clock.set("2026-12-07T00:00:00Z")
    let second = try await app.server()
    #expect(try await second.reload() == nil)
    #expect(try await second.dependencies.ledger.timeline() == timeline)
    await second.end()
  }

  @Test("A pause, more traffic and a restart are events with their time")
  func changes() async throws {
    let server = try await app.server()
    for (moment, old, new) in [
      ("2026-12-06T00:00:00Z", "status: running", "status: paused"),
      ("2026-12-07T00:00:00Z", "status: paused", "status: running"),
      ("2026-12-08T00:00:00Z", "traffic: 50%", "traffic: 80%"),
      ("2026-12-09T00:00:00Z", "audience: isles\n", ""),
    ] {
      app.clock.set(moment)
      try app.edit(SampleFolder.experiment, old, new)
      #expect(try await server.reload() == nil)
    }
    #expect(
      try await changes(server) == [
        "1 status paused", "1 status running", "1 traffic 80%", "1 audience ",
      ])
    let events = try await server.dependencies.ledger.timeline().events.filter {
      $0.subject != .release
    }
    #expect(
      events.suffix(4).map(\.at)
        == [6, 7, 8, 9].map { time("2026-12-0\($0)T00:00:00Z") })
    await server.end()
  }

  /// Returns the enrolled ones of 120 visitors with their variants, by the server's answers.
  private func enrolled(_ server: PaywallService) async throws -> [String: String] {
    var found: [String: String] = [:]
    for number in 0..<120 {
      let reply = try await TestServer.Reply(
        server.exchange(
          "GET /v1/placements/onboarding?userId=visitor-\(number)&country=GB\nX-API-Key: client-key"
        ))
      if let variant = reply.body["experiment"]?["variant"]?.string {
        found["visitor-\(number)"] = variant
      }
    }
    return found
  }

  @Test(
    "The steps of traffic let more visitors in, and one that passes in a pause can be taken back")
  func steps() async throws {
    try app.edit(
      SampleFolder.experiment, "traffic: 50%",
      "traffic: [{ share: 20% }, { from: 2026-12-06T00:00Z, share: 50% }, { from: 2026-12-08T00:00Z, share: 100% }]"
    )
    let server = try await app.server()
    let before = try await enrolled(server)
    #expect(!before.isEmpty)
    app.clock.set("2026-12-06T00:00:00Z")
    let after = try await enrolled(server)
    #expect(after.count > before.count)
    for (visitor, variant) in before { #expect(after[visitor] == variant) }
    // Visitors have entered by the second step, whatever its pause.
    app.clock.set("2026-12-07T00:00:00Z")
    try app.edit(SampleFolder.experiment, "status: running", "status: paused")
    #expect(try await server.reload() == nil)
    app.clock.set("2026-12-09T00:00:00Z")
    try app.edit(SampleFolder.experiment, "share: 50% }", "share: 40% }")
    let held = ", { from: 2026-12-08T00:00Z, share: 100% }"
    try app.edit(SampleFolder.experiment, held, "")
    try #require(try await server.reload()).expect(has: "shrinks from 50% to 40%")
    // By the third no visitor has.
    try app.edit(SampleFolder.experiment, "share: 40% }", "share: 50% }")
    #expect(try await server.reload() == nil)
    try app.edit(SampleFolder.experiment, "status: paused", "status: running")
    #expect(try await server.reload() == nil)
    #expect(try await enrolled(server) == after)
    await server.end()
  }

  @Test("A ledger that is away gets the release once it answers; one that contradicts it never is")
  func away() async throws {
    let app = try FrozenFolder("7f3a9c21 running")
    let (reloader, current) = try app.reloader(now: "2026-11-30T12:00:00Z")
    app.kept.goAway()
    try app.write("00000001 running")
    _ = await reloader.reload()
    #expect(current.seed == "00000001" && app.kept.releases.isEmpty)
    let first = FrozenFolder.snapshot(seed: "7f3a9c21")
    app.kept.keep(first)
    for _ in 0..<3 { await reloader.look() }
    #expect(current.seed == "7f3a9c21")
    #expect(app.kept.releases == [first.release])
  }

  @Test("A claim of the phase before is accepted for 7 days after a restart, also of the server")
  func claims() async throws {
    let server = try await app.server()
    #expect(try await server.claim(of: "user-7") == "recorded")
    app.clock.set("2026-12-06T00:00:00Z")
    try app.edit(
      SampleFolder.experiment, "seed: 7f3a9c21", "seed: 0f0f0f0f\nphase: 2")
    try app.edit(
      SampleFolder.experiment, "start: 2026-12-01T09:00Z", "start: 2026-12-06T00:00Z")
    #expect(try await server.reload() == nil)
    // Bucket 1803 of user-15 is control's in phase 1.
    let late = "2026-12-05T11:00:00Z"
    #expect(
      try await server.claim("trial", of: "user-15", at: late)
        == "variantMismatch otherVariant")
    #expect(
      try await server.claim("control", of: "user-61", at: late)
        == "variantMismatch outsideSlice")
    #expect(
      try await server.claim("control", of: "user-15", at: "2026-12-06T00:00:00Z")
        == "outsidePhase")
    #expect(try await server.claim("control", of: "user-15", at: late) == "recorded")
    await server.end()

    app.clock.set("2026-12-12T23:59:59Z")
    let second = try await app.server()
    #expect(try await second.claim("control", of: "user-15", at: late, id: "f") == "repeated")
    // Bucket 2104 of user-55 is control's, and it is held out.
    #expect(
      try await second.claim("control", of: "user-55", at: late) == "variantMismatch heldOut")
    app.clock.set("2026-12-13T00:00:00Z")
    #expect(try await second.claim("trial", of: "user-7", at: late, id: "g") == "repeated")
    #expect(try await second.claim("control", of: "user-3", at: late) == "outsidePhase")
    await second.end()
  }

  @Test("Who was never enrolled gets nothing by claiming after the end")
  func afterTheEnd() async throws {
    let server = try await app.server()
    app.clock.set("2026-12-23T00:00:00Z")
    #expect(try await server.claim(at: "2026-12-22T09:00:00Z") == "outsidePhase")
    // Bucket 4872 of user-3 is control's, in the half that traffic had not opened.
    #expect(
      try await server.claim("control", of: "user-3", at: "2026-12-20T09:00:00Z")
        == "variantMismatch otherVariant")
    #expect(try await server.claim(at: "2026-12-20T09:00:00Z") == "recorded")
    #expect(try await server.claim(at: "2026-12-22T10:00:00Z", id: "f") == "repeated")
    await server.end()
  }
}
