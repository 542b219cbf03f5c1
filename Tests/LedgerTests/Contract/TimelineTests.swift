import PaywallCatalog
import Serving
import TestSupport
import Testing

@testable import Ledger

@Suite struct TimelineTests {
  private static func state(
    _ experiment: String = "price", phase: Int = 1, parts: [PhaseState.Part: String] = [:]
  ) -> PhaseState {
    let all: [PhaseState.Part: String] = [
      .status: "running", .start: "2026-12-01T00:00:00Z", .end: "", .traffic: "50%",
      .slice: "0%-40%", .after: "keep", .earlierPhases: "excluded", .audience: "",
      .prices: "pro_yearly: trial introductory freeTrial P1W", .terms: Sample.terms.text,
      .override: "",
    ]
    return PhaseState(
      experiment: experiment, phase: phase, parts: all.merging(parts) { _, new in new })
  }

  private static func served(
    _ release: String, _ phases: [PhaseState], holdout: String = "5% 4be01a77"
  ) -> ServedRelease {
    ServedRelease(release: release, phases: phases, holdout: holdout)
  }

  /// Returns `r2 price 1 traffic 80%`, without the first values of a phase.
  private static func changes(_ timeline: Timeline) -> [String] {
    timeline.events.compactMap { event in
      guard case .phase(let experiment, let number, let part) = event.subject,
        event.release != timeline.releases.first?.release
      else { return nil }
      return "\(event.release) \(experiment) \(number) \(part.rawValue) \(event.value)"
    }
  }

  @Test("A release that comes back is an event each time", .everyLedger)
  func back() async throws {
    for (day, release) in ["r1", "r2", "r1", "r1", "r2", "r3"].enumerated() {
      try await ledger.record(
        Self.served(release, [Self.state()]), at: Sample.day(Double(day + 1)))
    }
    let timeline = try await ledger.timeline()
    let events = timeline.events.filter { $0.subject == .release }
    #expect(events.map(\.value) == ["r1", "r2"])
    #expect(events.map(\.at) == [3, 5].map { Sample.day($0) })
    #expect(timeline.releases.map(\.release) == ["r1", "r2", "r3"])
    #expect(timeline.release == "r3")
  }

  /// The clock of the server was set back by a day while visitors entered by 60 %.
  @Test("A release that came by a clock set back hides no share", .everyLedger)
  func setBack() async throws {
    for (day, status, share) in [
      (1.0, "running", "20%"), (5, "running", "60%"), (4, "paused", "60%"),
    ] {
      try await ledger.record(
        Self.served(
          "r\(day)", [Self.state(parts: [.status: status, .traffic: share, .start: ""])]),
        at: Sample.day(day))
    }
    #expect(
      try await ledger.timeline().enrolledShare(of: "price", phase: 1, before: Sample.day(6))
        == BasisPoints(6000))
  }

  @Test(
    "The first release begins the timeline, later ones add what differs; repeating adds nothing",
    .everyLedger)
  func differences() async throws {
    #expect(try await ledger.timeline() == Timeline())
    let first = Self.served("r1", [Self.state()])
    for _ in 0..<2 { try await ledger.record(first, at: Sample.day(1)) }
    var timeline = try await ledger.timeline()
    #expect(timeline.releases == [TimelineRelease(release: "r1", firstServedAt: Sample.day(1))])
    // Each part of the phase has an event, and so has the holdout.
    #expect(timeline.events.count == PhaseState.Part.allCases.count + 1)
    #expect(timeline.phases == [Self.state()])
    #expect(timeline.holdout == "5% 4be01a77")

    let paused = Self.served("r2", [Self.state(parts: [.status: "paused", .traffic: "80%"])])
    for day in [2.0, 3] { try await ledger.record(paused, at: Sample.day(day)) }
    try await ledger.record(
      Self.served("r3", [Self.state(parts: [.traffic: "80%"])], holdout: "2% 4be01a77"),
      at: Sample.day(4))
    timeline = try await ledger.timeline()
    #expect(
      Self.changes(timeline) == [
        "r2 price 1 status paused", "r2 price 1 traffic 80%", "r3 price 1 status running",
      ])
    #expect(timeline.events.suffix(4).map(\.at) == [2, 2, 4, 4].map { Sample.day($0) })
    #expect(timeline.releases.map(\.firstServedAt) == [1, 2, 4].map { Sample.day($0) })
    #expect(timeline.holdout == "2% 4be01a77")
    // The release is served again: it was first served before.
    try await ledger.record(first, at: Sample.day(5))
    #expect(try await ledger.timeline().releases == timeline.releases)
  }

  @Test(
    "A phase ends with the next one or with its file, and a draft that no one saw leaves nothing",
    .everyLedger)
  func ends() async throws {
    let draft = Self.state("idea", parts: [.status: "draft"])
    try await ledger.record(Self.served("r1", [Self.state(), draft]), at: Sample.day(1))
    #expect(try await ledger.timeline().phases.map(\.experiment) == ["price"])
    try await ledger.record(Self.served("r2", [Self.state(phase: 2)]), at: Sample.day(2))
    try await ledger.record(Self.served("r3", []), at: Sample.day(3))
    try await ledger.record(Self.served("r4", []), at: Sample.day(4))
    let timeline = try await ledger.timeline()
    #expect(timeline.phases.map(\.phase) == [1, 2])
    #expect(timeline.phases.map { $0.parts[.status] } == ["restarted", "removed"])
    #expect(timeline.phases.map(\.isGone) == [true, true])
    #expect(timeline.began("price", phase: 2) == Sample.day(2))
    #expect(timeline.began("price", phase: 3) == nil)
    #expect(timeline.releases.map(\.release) == ["r1", "r2", "r3", "r4"])
  }

  @Test("An override replaces the terms of its phase, once; without one they stay", .everyLedger)
  func overridden() async throws {
    let changed = Sample.terms(seed: "other")
    #expect(try await ledger.record(Sample.exposure("1", "ada")) == [.recorded])
    let began = try await ledger.frozenTerms().map(\.frozenAt)
    let without = Self.state(parts: [.terms: changed.text])
    try await ledger.record(Self.served("r1", [without]), at: Sample.day(2))
    #expect(try await ledger.frozenTerms().map(\.terms) == [Sample.terms])
    let with = Self.state(parts: [.terms: changed.text, .override: "9c1f wrong seed"])
    for _ in 0..<2 { try await ledger.record(Self.served("r2", [with]), at: Sample.day(3)) }
    #expect(try await ledger.frozenTerms().map(\.terms) == [changed])
    #expect(try await ledger.frozenTerms().map(\.frozenAt) == began)
    #expect(Self.changes(try await ledger.timeline()) == ["r2 price 1 override 9c1f wrong seed"])
    #expect(try await ledger.record(Sample.exposure("2", "bob", terms: changed)) == [.recorded])
    #expect(try await ledger.record(Sample.exposure("3", "eve")) == [.termsChanged])
  }
}
