import AppStore
import Ledger
import PaywallCatalog
import Serving
import Testing

@Suite struct ExposureDetailTests {
  @Test(
    "The first exposure that comes brings the details, and no later one changes them", .everyLedger)
  func first() async throws {
    let first = Sample.details(1, flags: [.beyondTraffic, .duringPause])
    let outcomes = try await ledger.record(
      Sample.exposure("1", "ada", at: 0.5, "onboarding", first),
      Sample.exposure("2", "ada", at: 0.2, "onboarding", Sample.details(2, flags: .afterEnd)),
      Sample.exposure("3", "ada", at: 0.7, "onboarding", ExposureDetails()))
    #expect(outcomes == [.recorded, .repeated, .repeated])
    let found = try await ledger.exposures(of: "ada", in: .production)
    #expect(found.map(\.details) == [first])
    #expect(found.map(\.exposures) == [3])
    #expect(found.map(\.renderedAt) == [Sample.day(0.2)])
    #expect(found.map(\.receivedAt) == [Sample.day(1)])
    #expect(try await ledger.exposures(of: "ada", in: .sandbox) == [])
    #expect(try await ledger.exposures(of: "bob", in: .production) == [])
  }

  @Test("What an old app does not send is unknown, not zero", .everyLedger)
  func unknown() async throws {
    try await ledger.record(Sample.exposure("1", "ada"))
    let details = try await ledger.exposures(of: "ada", in: .production).first?.details
    #expect(details?.dimensions == VisitorDimensions())
    #expect(details?.served == ServedPaywall())
    #expect(details?.reported == .unknown)
    #expect(details?.flags == [])
  }

  @Test(
    "An assignment that a grant recorded has no details before its first exposure", .everyLedger)
  func granted() async throws {
    let evidence = try Evidence(transactions: [Sample.transaction("1")])
    let request = Sample.request(
      Sample.offer(), customer: evidence.identity, evidence: evidence, nonce: 1,
      assignment: Sample.assignment("ada", kind: .visitor))
    try await ledger.grant([request], at: 1)
    #expect(try await ledger.exposures(of: "ada", in: .production).map(\.details) == [nil])
    let details = Sample.details(3)
    try await ledger.record(Sample.exposure("1", "ada", at: 1, "onboarding", details), at: 2)
    #expect(try await ledger.exposures(of: "ada", in: .production).map(\.details) == [details])
  }

  @Test("A contradicting exposure brings nothing, and a conflict takes nothing away", .everyLedger)
  func conflict() async throws {
    let details = Sample.details(1)
    var other = Sample.exposure("2", "ada", at: 0.1, "settings", Sample.details(2))
    other.contradicts = true
    let outcomes = try await ledger.record(
      Sample.exposure("1", "ada", at: 0.5, "onboarding", details), other)
    #expect(outcomes == [.recorded, .conflict])
    let found = try await ledger.exposures(of: "ada", in: .production)
    #expect(found.map(\.details) == [details])
    #expect(found.map(\.isConflict) == [true])
    #expect(try await ledger.placements(of: "ada") == ["onboarding 1 from day 0.5"])
  }

  @Test(
    "Each placement has its count and its first time, in whatever order they come",
    .everyLedger, arguments: 0..<6)
  func placements(_ turn: Int) async throws {
    let exposures: [(id: String, day: Double, placement: String?)] = [
      ("1", 0.5, "onboarding"), ("2", 0.6, "onboarding"), ("3", 0.25, "settings"),
      ("4", 0.75, nil), ("5", 0.125, "onboarding"), ("6", 0.5, "settings"),
    ]
    for (id, day, placement) in exposures[turn...] + exposures[..<turn] {
      try await ledger.record(Sample.exposure(id, "ada", at: day, placement, ExposureDetails()))
    }
    #expect(
      try await ledger.placements(of: "ada")
        == ["onboarding 3 from day 0.125", "settings 2 from day 0.25"], "\(turn)")
    let found = try await ledger.exposures(of: "ada", in: .production)
    #expect(found.map(\.exposures) == [6])
    #expect(found.map(\.renderedAt) == [Sample.day(0.125)])
  }

  @Test("The device's time and its correction are those of the earliest exposure", .everyLedger)
  func deviceTime() async throws {
    let hour: Int64 = 3_600_000
    func time(_ days: Double) -> DeviceTime {
      DeviceTime(at: Sample.day(days).adding(milliseconds: -hour), offset: hour)
    }
    func found() async throws -> [DeviceTime?] {
      try await ledger.exposures(of: "ada", in: .production).map(\.deviceTime)
    }
    func expose(_ id: String, _ days: Double, _ deviceTime: DeviceTime?) async throws {
      try await ledger.record(
        Sample.exposure(
          id, "ada", at: days, "onboarding", ExposureDetails(), deviceTime: deviceTime))
    }
    try await expose("1", 0.5, time(0.5))
    #expect(try await found() == [time(0.5)])
    try await expose("2", 0.75, nil)
    #expect(try await found() == [time(0.5)])
    try await expose("3", 0.25, time(0.25))
    #expect(try await found() == [time(0.25)])
    try await expose("4", 0.125, nil)
    #expect(try await found() == [nil])
    #expect(time(0.25).corrected == Sample.day(0.25))
  }

  @Test("A person who is erased leaves none of it", .everyLedger)
  func erased() async throws {
    for (id, placement) in [("1", "onboarding"), ("2", "settings")] {
      for unit in ["ada", "bob"] {
        try await ledger.record(Sample.exposure(id, unit, at: 0.5, placement, Sample.details()))
      }
    }
    try await ledger.forget(.user("ada"), at: 2)
    #expect(try await ledger.exposures(of: "ada", in: .production) == [])
    #expect(try await ledger.placements(of: "bob").count == 2)
    // A returning visitor begins anew.
    try await ledger.record(
      Sample.exposure("3", "ada", at: 3, "settings", Sample.details(1)), at: 3)
    #expect(try await ledger.placements(of: "ada") == ["settings 1 from day 3.0"])
  }

  @Test(
    "An anonymous visitor's record that gives way to a user's takes its details along",
    .everyLedger)
  func replaced() async throws {
    for (id, placement) in [("1", "onboarding"), ("2", "settings")] {
      try await ledger.record(Sample.exposure(id, "ada", at: 0.5, placement, Sample.details(1)))
    }
    var users = Sample.exposure("3", "ada", at: 0.75, "onboarding", Sample.details(2))
    users.origin = .userId
    #expect(try await ledger.record(users) == [.recorded])
    let found = try await ledger.exposures(of: "ada", in: .production)
    #expect(found.map(\.details) == [Sample.details(2)])
    #expect(try await ledger.placements(of: "ada") == ["onboarding 1 from day 0.75"])
  }

  @Test("What is unknown is counted by phase", .everyLedger)
  func counts() async throws {
    var partly = Sample.details(1, flags: [.undecidedPaywall, .afterEnd])
    partly.dimensions.storefront = nil
    partly.served.paywall = nil
    partly.reported.price = nil
    try await ledger.record(
      Sample.exposure("1", "ada", at: 0, "onboarding", Sample.details()),
      Sample.exposure("1", "bob", at: 0, "onboarding", partly),
      Sample.exposure("1", "eve", at: 0, nil, ExposureDetails()),
      Sample.exposure("1", "else", phase: 2))
    let counts = try await ledger.unknownDetails(of: .price)
    #expect(counts.units == 3)
    #expect(counts.withoutDetails == 0)
    #expect(
      counts.unknown == [
        "storefront": 2, "paywall": 2, "price": 2, "platform": 1, "appVersion": 1, "system": 1,
        "language": 1, "isNew": 1, "subscription": 1, "audience": 1, "placement": 1,
      ])
    #expect(counts.flagged == ["undecidedPaywall": 1, "afterEnd": 1])
  }
}
