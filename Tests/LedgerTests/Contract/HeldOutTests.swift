import AppStore
import PaywallCatalog
import Serving
import TestSupport
import Testing

@testable import Ledger

@Suite struct HeldOutTests {
  @Test(
    "The first exposure of a held-out unit is kept, later ones are counted, the same one is not",
    .everyLedger)
  func counts() async throws {
    var first = Sample.heldOut("1", "ada", at: 0.5)
    first.details = Sample.details(3, flags: .duringPause)
    first.deviceTime = DeviceTime(at: Sample.day(0.4), offset: 7)
    #expect(try await ledger.hold(first) == [.heldOut])
    #expect(try await ledger.hold(first, at: 2) == [.already])
    // An exposure that was rendered before it, and delivered after it.
    let late = Sample.heldOut("2", "ada", at: 0.2, placement: "settings")
    #expect(try await ledger.hold(late, Sample.heldOut("1", "bob"), at: 3) == [.heldOut, .heldOut])
    let found = try await ledger.heldOut(ofUnit: "ada", in: .production)
    let row = try #require(found.first)
    #expect(found.count == 1 && row.unit == first.unit && row.exposures == 2)
    #expect(row.receivedAt == Sample.day(1) && row.renderedAt == Sample.day(0.2))
    #expect(row.placement == "settings" && row.deviceTime == nil)
    #expect(row.details == first.details && row.recorded == nil && row.earlier == nil)
    #expect(try await ledger.held() == ["bob 1", "ada 2"])
    #expect(try await ledger.heldOut(of: PhaseKey("price", 2, in: .production)) == [])
    #expect(try await ledger.held(in: .sandbox) == [])
    for (phase, units) in [(1, 2), (2, 0)] {
      #expect(try await ledger.heldOutUnits(of: PhaseKey("price", phase, in: .production)) == units)
    }
    #expect(try await ledger.record([HeldOutExposure](), in: .production, at: Sample.day(1)) == [])
  }

  @Test(
    "It is no assignment: it enrols no one, counts in no variant and freezes no terms",
    .everyLedger)
  func noAssignment() async throws {
    try await ledger.hold(Sample.heldOut("1", "ada", origin: .userId))
    #expect(!ledger.mayHaveAssignments(of: "ada"))
    #expect(try await ledger.assignments(of: ["ada"], in: .production) == [])
    #expect(try await ledger.counts() == [])
    #expect(try await ledger.totalExposureCounts(of: .price) == [])
    #expect(try await ledger.exposures(of: "ada", in: .production) == [])
    #expect(try await ledger.unknownDetails(of: .price).units == 0)
    #expect(try await ledger.frozenTerms() == [])
    // An exposure with the same id is another one.
    #expect(try await ledger.record(Sample.exposure("1", "ada", origin: .userId)) == [.recorded])
    // Terms are compared with the ones that came first.
    let others = Sample.terms(seed: "0badcafe")
    #expect(try await ledger.hold(Sample.heldOut("2", "bob", terms: others)) == [.termsChanged])
    #expect(try await ledger.hold(Sample.heldOut("2", "bob")) == [.heldOut])
    #expect(
      try await ledger.hold(Sample.heldOut("3", "bob", terms: others), in: .sandbox) == [.heldOut]
    )
    #expect(try await ledger.frozenTerms().map(\.terms) == [Sample.terms])
    #expect(try await ledger.counts() == ["trial 1 units, 0 repeats, 0 conflicts, 0 held"])
  }

  @Test("A unit that was recorded too is shown as one, with what came first", .everyLedger)
  func recorded() async throws {
    try await ledger.hold(Sample.heldOut("1", "ada", origin: .userId, at: 1), at: 1)
    try await ledger.record(Sample.exposure("2", "ada", phase: 2, origin: .userId), at: 2)
    #expect(try await ledger.held() == ["ada 1"])
    try await ledger.record(Sample.exposure("2", "ada", origin: .userId), at: 4)
    let held = try await ledger.heldOut(ofUnit: "ada", in: .production)
    #expect(
      held.map(\.recorded)
        == [HeldOutExposures.OtherUnit(unit: "ada", at: Sample.day(0), voucher: .server)])
  }

  @Test(
    "Who logs in keeps the row of the device, by the ids of the request or a sure alias",
    .everyLedger)
  func login() async throws {
    try await ledger.hold(
      Sample.heldOut("1", "phone"), Sample.heldOut("1", "tablet"), Sample.heldOut("1", "other"))
    // The user comes in one request with the device's id.
    #expect(
      try await ledger.hold(
        Sample.heldOut("2", "ada", origin: .userId, anonymousId: "phone"), at: 2) == [.heldOut])
    #expect(try await ledger.held() == ["other 1", "phone 2", "tablet 1"])
    // The user comes from another device, with a voucher.
    try await ledger.alias("tablet", to: "bob", vouchedBy: .server, at: 2)
    #expect(try await ledger.hold(Sample.heldOut("2", "bob", origin: .userId), at: 3) == [.heldOut])
    // If only an app says so, the user's row stays the user's.
    try await ledger.alias("other", to: "cid", vouchedBy: .client, at: 2)
    #expect(
      try await ledger.hold(Sample.heldOut("2", "cid", origin: .userId, at: 2), at: 3)
        == [.heldOut])
    let held = try await ledger.held()
    #expect(held == ["other 1", "phone 2", "tablet 2", "cid 1"])
  }

  @Test("An alias that comes later tells of the same person, and by whose word", .everyLedger)
  func alias() async throws {
    try await ledger.hold(
      Sample.heldOut("1", "d1", at: 0.1), Sample.heldOut("1", "ada", origin: .userId, at: 0.2),
      Sample.heldOut("1", "d2", at: 0.3), Sample.heldOut("1", "d3", at: 0.4))
    try await ledger.record(Sample.exposure("1", "bob", origin: .userId))
    for (id, user, voucher) in [
      ("d1", "ada", AliasVoucher.server), ("d2", "ada", .client), ("d3", "bob", .client),
    ] {
      try await ledger.alias(id, to: user, vouchedBy: voucher, at: 2)
    }
    #expect(
      try await ledger.held() == [
        "d1 1", "ada 1, before as d1 by server", "d2 1, before as d1 by client",
        "d3 1, recorded as bob by client",
      ])
  }

  @Test("A user's row is not reached by sending the id as an anonymous one", .everyLedger)
  func attacker() async throws {
    // The record that came under the id before gives way to the user.
    try await ledger.hold(Sample.heldOut("1", "ada", at: 0.1))
    try await ledger.hold(Sample.heldOut("1", "ada", origin: .userId, at: 0.5), at: 2)
    #expect(
      try await ledger.heldOut(ofUnit: "ada", in: .production).map(\.renderedAt)
        == [Sample.day(0.5)])
    #expect(try await ledger.hold(Sample.heldOut("2", "ada", at: 0.1), at: 3) == [.knownUser])
    #expect(try await ledger.held() == ["ada 1"])
    // The same holds for exposures of a known user.
    try await ledger.record(Sample.exposure("1", "bob", origin: .userId))
    #expect(try await ledger.hold(Sample.heldOut("2", "bob")) == [.knownUser])
  }

  @Test(
    "What was known of the customer at the first exposure is frozen", .everyLedger
  )
  func covariates() async throws {
    let fact = Sample.purchase("100", customer: "1", bought: 0.5, price: 3000)
    try await ledger.append(Sample.notification("n", fact), at: 1)
    try await ledger.link("ada", to: .appTransactionId("1"), at: 1)
    try await ledger.hold(
      Sample.heldOut("1", "ada", origin: .userId, at: 1), Sample.heldOut("1", "bob", at: 1))
    let later = Sample.purchase("101", chain: "100", customer: "1", bought: 2, price: 9000)
    try await ledger.append(Sample.notification("m", later), at: 3)
    try await ledger.hold(Sample.heldOut("2", "ada", origin: .userId, at: 4), at: 4)
    let found = try await ledger.covariates(of: .price)
    #expect(found.map(\.unit) == ["ada"])
    #expect(found.map(\.covariates.spend) == [["USD": 3000]])
  }

  @Test(
    "Erasing a person erases the rows, and leaves them counted once beside the variants",
    .everyLedger)
  func erasing() async throws {
    for number in 0..<9 { try await ledger.hold(Sample.heldOut("1", "u\(number)", at: 1)) }
    try await ledger.hold(
      Sample.heldOut("1", "d1", at: 0.5), Sample.heldOut("1", "ada", origin: .userId, at: 1),
      Sample.heldOut("2", "ada", origin: .userId, at: 1), Sample.heldOut("1", "crossed", at: 1))
    try await ledger.alias("d1", to: "ada", vouchedBy: .server, at: 2)
    try await ledger.record(Sample.exposure("9", "crossed"), at: 2)
    for user in ["ada", "u0", "crossed"] {
      try await ledger.forget(.user(user), at: 9)
    }
    #expect(try await ledger.held() == (1..<9).map { "u\($0) 1" })
    for unit in ["ada", "d1", "u0"] {
      #expect(try await ledger.heldOut(ofUnit: unit, in: .production) == [])
    }
    let cells = try await ledger.erasedHeldOut(of: .price)
    // 12 rows came on day 1, so they have a cell.
    #expect(
      cells.map { $0.key.group?.dimensions } == [
        "platform=iOS storefront=USA new=false placement=onboarding"
      ])
    #expect(cells.map(\.counts.units) == [2])
    #expect(cells.map(\.counts.conflicts) == [1])
    let variants = try await ledger.totalExposureCounts(of: .price)
    #expect(variants == [ExposureCounts(variant: "trial", units: 1)])
    // A returning visitor begins anew.
    #expect(
      try await ledger.hold(Sample.heldOut("8", "ada", origin: .userId, at: 11), at: 11)
        == [.heldOut])
    #expect(try await ledger.held().last == "ada 1")
  }

  @Test(
    "Held-out persons are read with what their customers did, without who was recorded, too",
    .everyLedger)
  func persons() async throws {
    for (id, unit) in [("1", "d1"), ("2", "d2"), ("3", "d3")] {
      try await ledger.hold(Sample.heldOut(id, unit, at: 1))
    }
    let fact = Sample.purchase("100", bought: 2, price: 20_000)
    try await ledger.append(Sample.notification("n", fact), at: 2)
    // Only a customer that the ledger knows is seen.
    #expect(try await ledger.see(Sample.claim(anonymous: "d2"), at: 2) == [.new])
    try await ledger.record(Sample.exposure("4", "d3", at: 2), at: 2)
    let columns = try await ledger.heldOutPersons(of: .price, until: Sample.day(5))
    let strangers = columns.strangers.reduce(0) { $0 + $1.days.reduce(0) { $0 + $1.1.count } }
    #expect(strangers == 1 && columns.persons.count == 1)
    #expect(columns.purchases.map(\.price) == [20_000])
    let early = try await ledger.heldOutPersons(of: .price, until: Sample.day(0.5))
    #expect(early.persons.isEmpty && early.groups.isEmpty)
  }
}
