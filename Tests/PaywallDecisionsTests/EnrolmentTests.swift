import PaywallCatalog
import PaywallDecisions
import Testing

/// Units, holdout, layers, and the answer for a visitor who is not enrolled.
struct EnrolmentTests {
  let compiled = CompiledSnapshot(annualTrial())

  @Test(
    "Only a non-empty text or a safe integer is a unit",
    arguments: [
      (nil, "default plain (noUnit)"), (.null, "default plain (noUnit)"),
      (.text(""), "default plain (noUnit)"), (.boolean(true), "default plain (invalidUnit)"),
      (.number(1.5), "default plain (invalidUnit)"), (.list(["a"]), "default plain (invalidUnit)"),
      (.other, "default plain (invalidUnit)"),
      (.integer(9_007_199_254_740_992), "default plain (invalidUnit)"),
      (.integer(-9_007_199_254_740_992), "default plain (invalidUnit)"),
      (.number(1e300), "default plain (invalidUnit)"),
    ] as [(RawAttribute?, String)])
  func units(userId: RawAttribute?, expected: String) {
    var attributes: [String: RawAttribute] = ["country": .text("GB")]
    attributes["userId"] = userId
    let visitor = compiled.visitor(attributes, at: noon).visitor
    #expect(compiled.shows(visitor) == expected)
  }

  @Test("An integer is hashed as its decimal digits")
  func integerUnits() {
    for (raw, text) in [
      (RawAttribute.integer(42), "42"), (.number(42), "42"), (.integer(-7), "-7"),
      (.integer(9_007_199_254_740_991), "9007199254740991"), (.text(" x "), " x "),
    ] {
      let visitor = compiled.visitor(["userId": raw], at: noon).visitor
      #expect(visitor.id(for: .visitor).text == text)
    }
  }

  @Test("The unit visitor is the userId, else the anonymousId")
  func visitorUnit() {
    func unit(_ attributes: [String: RawAttribute], _ kind: PaywallCatalog.Unit) -> UnitValue {
      compiled.visitor(attributes, at: noon).visitor.id(for: kind)
    }
    #expect(unit(["userId": .text("u"), "anonymousId": .text("a")], .visitor).text == "u")
    #expect(unit(["userId": .text(""), "anonymousId": .text("a")], .visitor).text == "a")
    #expect(unit(["userId": .boolean(true), "anonymousId": .text("a")], .visitor) == .invalid)
    #expect(unit(["anonymousId": .text("a")], .userId) == .missing)
    #expect(unit(["userId": .text("u")], .anonymousId) == .missing)
  }

  @Test("Whom alone the holdout keeps out is held out")
  func heldOut() {
    // user-55: slice 473, variant 2104 (control), holdout 194. user-18: 2486, 9972, 413.
    #expect(compiled.shows(compiled.visitor("user-55")) == "default plain (heldOut)")
    #expect(compiled.shows(compiled.visitor("user-18")) == "default plain")
    #expect(compiled.shows(compiled.visitor("user-55", country: "DE")) == "default plain")
    let without = CompiledSnapshot(annualTrial(), holdout: nil)
    #expect(
      without.shows(without.visitor("user-55")) == "experiment annual-trial/control standard")
  }

  @Test("A held visitor who is recorded keeps what was shown")
  func heldAndRecorded() {
    #expect(
      compiled.shows(
        compiled.visitor("user-55"), records: [record("annual-trial", "trial", unit: "user-55")])
        == "experiment annual-trial/trial recorded standard-trial")
  }

  @Test("The bounds of a holdout are half-open")
  func holdoutBounds() throws {
    // user-7 has holdout bucket 8893.
    for (share, isHeld) in [(8893, false), (8894, true)] {
      let share = try #require(BasisPoints(share))
      let compiled = CompiledSnapshot(annualTrial(), holdout: share)
      let decision = compiled.decide("onboarding", for: compiled.visitor("user-7"), at: noon)
      #expect((decision.notEnrolled == .heldOut) == isHeld)
    }
  }

  @Test("The holdout asks for the visitor, whatever the experiment hashes")
  func holdoutUnit() {
    let compiled = CompiledSnapshot(
      annualTrial {
        $0.unit = .anonymousId
        $0.layer = nil
        $0.traffic = .all
      })
    // The experiment draws user-7 (7271 trial); the holdout draws user-55 (194).
    #expect(
      compiled.shows(compiled.visitor("user-55", ["anonymousId": .text("user-7")]))
        == "default plain (heldOut)")
    #expect(
      compiled.shows(compiled.visitor("user-15", ["anonymousId": .text("user-7")]))
        == "experiment annual-trial/trial standard-trial")
    #expect(
      compiled.shows(
        compiled.visitor(nil, ["userId": .boolean(true), "anonymousId": .text("user-7")]))
        == "default plain (invalidUnit)")
  }

  @Test(
    "The bounds of a slice are half-open",
    arguments: [(759, 760, true), (758, 759, false), (760, 800, false)])
  func sliceBounds(start: Int, end: Int, isTaken: Bool) throws {
    let bounds = (try #require(BasisPoints(start)), try #require(BasisPoints(end)))
    let slice = try #require(Slice(start: bounds.0, end: bounds.1))
    let compiled = CompiledSnapshot(annualTrial { $0.slice = slice })
    let decision = compiled.decide("onboarding", for: compiled.visitor("user-7"), at: noon)
    #expect((decision.reason == .experiment) == isTaken)
  }

  @Test("Two experiments of one layer take whom their slices hold")
  func layer() {
    // design owns 40 % to 100 %; user-61 has slice bucket 9192.
    let compiled = CompiledSnapshot(annualTrial(), design { $0.traffic = .all })
    let decisions = ["user-7", "user-61"].map {
      compiled.decide("onboarding", for: compiled.visitor($0), at: noon)
    }
    #expect(decisions[0].experiment?.id == "annual-trial")
    // Held out (495 < 500) and otherwise in design.
    #expect(decisions[1].notEnrolled == .heldOut)
  }

  @Test("An open range is the variant's share times traffic, in whole buckets")
  func openRanges() throws {
    // user-7 has variant bucket 7271, in trial's [5000, 10000).
    for (traffic, isTaken) in [(4542, false), (4543, false), (4544, true), (10_000, true)] {
      let traffic = try #require(BasisPoints(traffic))
      let compiled = CompiledSnapshot(annualTrial { $0.traffic = Traffic(traffic) })
      let decision = compiled.decide("onboarding", for: compiled.visitor("user-7"), at: noon)
      #expect((decision.reason == .experiment) == isTaken)
    }
  }

  @Test("Experiments are asked in the order of their ids, not of files")
  func order() {
    func same(_ id: String) -> Experiment { annualTrial { $0.id = id } }
    let compiled = CompiledSnapshot(same("c"), same("a"), same("b"))
    #expect(compiled.shows(compiled.visitor("user-7")) == "experiment a/trial standard-trial")
  }
}
