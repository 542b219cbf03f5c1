import PaywallCatalog
import Serving
import Testing

@testable import Ledger

/// Events of experiments, and of a ledger to which Apple sends nothing. Ids are by
/// `printf '10:production/19:experiment.enrolled/3:own/…' | sha256sum | head -c 32`.
@Suite("Events of experiments") struct ExperimentWebhookTests {
  @Test("the first exposure of a unit is one event, and no other exposure is", .everyLedger)
  func enrolled() async throws {
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
    var first = Sample.exposure("e1", "device", at: 0.9)
    first.details.served = ServedPaywall(release: "r1", paywall: "pro_yearly")
    try await ledger.record(first, Sample.exposure("e2", "device", at: 0.95))
    // Another variant, and a unit of the holdout.
    try await ledger.record(Sample.exposure("e3", "device", "control", at: 0.96))
    try await ledger.record(Sample.exposure("e4", "held", at: 0.96, isHeldOut: true))
    let events = try await ledger.webhooks()
    #expect(events.map(\.id) == ["evt_38c7fa635503493352243ab07d341f46"])
    #expect(
      events.first?.data == #"""
        {"environment":"production","experiment":"price","variant":"trial","unit":"device",\#
        "unitKind":"visitor","placement":"onboarding","paywall":"pro_yearly","release":"r1",\#
        "phase":1}
        """#)
    #expect(events.first?.at == Sample.day(0.9))
  }

  @Test(
    "a grant records a variant and enrols nobody; erasing a unit erases its event", .everyLedger)
  func erased() async throws {
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(0))
    try await ledger.append(Sample.notification("n", Sample.fact("100", signed: 0)), at: 0)
    try await ledger.grant(
      [Sample.request(Sample.offer(), nonce: 1, assignment: Sample.assignment("ada"))], at: 0.5)
    func enrolled() async throws -> [Bool] {
      try await ledger.webhooks().filter { $0.type == "experiment.enrolled" }
        .map { $0.data.contains(#""unit":"ada""#) }
    }
    #expect(try await enrolled() == [])
    try await ledger.record(
      Sample.exposure("e1", "ada", kind: .userId, at: 0.9),
      Sample.exposure("e2", "bob", kind: .userId, at: 0.9))
    #expect(try await enrolled() == [true, false])
    try await ledger.forget(.user("ada"), at: 1)
    #expect(try await enrolled() == [false])
  }

  @Test(
    "a release that starts or stops a phase is an event, and another release is none", .everyLedger)
  func served() async throws {
    try await ledger.setWebhooks(
      [Sample.endpoint(), Sample.endpoint("sandbox", environments: [.sandbox])], at: Sample.day(0))
    for (day, (release, status)) in [
      ("r0", "draft"), ("r1", "running"), ("r2", "running"), ("r3", "paused"), ("r4", "stopped"),
      ("r5", "running"), ("r6", nil),
    ].enumerated() {
      let phases = status.map {
        PhaseState(
          experiment: "price", phase: 1,
          parts: [.status: $0, .start: "2026-01-05T00:00:00Z", .end: ""])
      }
      for _ in 0..<2 {
        try await ledger.record(
          ServedRelease(release: release, phases: phases.map { [$0] } ?? [], holdout: ""),
          at: Sample.day(Double(day)))
      }
    }
    for endpoint in ["backend", "sandbox"] {
      let events = try await ledger.webhooks(of: endpoint)
      #expect(
        events.map(\.type) == [
          "experiment.started", "experiment.stopped", "experiment.started", "experiment.stopped",
        ])
      #expect(events.first?.id == "evt_7477faa708528d3e2aa776ebbd041874")
      #expect(
        events.first?.data == #"""
          {"experiment":"price","status":"running","from":"2026-01-05T00:00:00Z",\#
          "release":"r1","phase":1}
          """#)
      #expect(events.last?.data.contains(#""status":"removed""#) == true)
    }
  }

  @Test("what is broken or silent is told once, by whichever process", .everyLedger)
  func noticed() async throws {
    let broken = WebhookEvent.broken(
      "price", phase: 1, because: "sampleRatioMismatch", "40 of 100.", release: "r1",
      at: Sample.day(1))
    let silent = WebhookEvent.silent(
      "DID_RENEW", since: Sample.day(0), usualGap: 3_600_000, at: Sample.day(1))
    // Nobody asks for it.
    try await ledger.noteWebhook(broken, at: Sample.day(1))
    try await ledger.setWebhooks([Sample.endpoint()], at: Sample.day(1))
    for finding in ["40 of 100.", "41 of 101."] {
      for event in [
        silent,
        WebhookEvent.broken(
          "price", phase: 1, because: "sampleRatioMismatch", finding, release: "r1",
          at: Sample.day(1)),
      ] { try await ledger.noteWebhook(event, at: Sample.day(1)) }
    }
    let events = try await ledger.webhooks()
    #expect(
      events.map(\.id) == [
        "evt_827abb3ee12aef87c6ec801c05ac061f", "evt_4cc71b78295911afe1687b75f267064d",
      ])
    #expect(
      events.first?.data == #"""
        {"environment":"production","appleType":"DID_RENEW","since":"2026-01-05T00:00:00Z",\#
        "usualGapSeconds":3600}
        """#)
    #expect(
      events.last?.data == #"""
        {"experiment":"price","cause":"sampleRatioMismatch","finding":"40 of 100.",\#
        "release":"r1","phase":1}
        """#)
    #expect(try await ledger.due(at: 2).count == 2)
  }
}
