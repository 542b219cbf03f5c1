import AppStore
import Ledger
import PaywallCatalog
import Serving
import Testing

@Suite struct ExposureTests {
  @Test(
    "The first exposure records the assignment, later ones are counted, the same one is not",
    .everyLedger)
  func counts() async throws {
    #expect(!ledger.mayHaveAssignments(of: "ada"))
    #expect(try await ledger.record(Sample.exposure("e1", "ada")) == [.recorded])
    #expect(ledger.mayHaveAssignments(of: "ada"))
    #expect(
      try await ledger.assignments(of: ["ada"], in: .production)
        == [Sample.assignment("ada", kind: .visitor)])
    #expect(try await ledger.record(Sample.exposure("e1", "ada"), at: 2) == [.already])
    #expect(try await ledger.record(Sample.exposure("e2", "ada"), at: 3) == [.repeated])
    #expect(
      try await ledger.record(
        Sample.exposure("e3", "bob", "control"), Sample.exposure("e2", "ada"),
        Sample.exposure("e4", "ada"), Sample.exposure("e4", "ada"), Sample.exposure("e5", "bob"))
        == [.recorded, .already, .repeated, .already, .conflict])
    #expect(try await ledger.record([Exposure](), at: 1) == [])
    #expect(
      try await ledger.counts() == [
        "control 0 units, 0 repeats, 1 conflicts, 0 held",
        "trial 1 units, 2 repeats, 0 conflicts, 0 held",
      ])
  }

  @Test("Who has seen two variants is a conflict for good", .everyLedger)
  func conflicts() async throws {
    try await ledger.record(Sample.exposure("1", "ada"), Sample.exposure("1", "bob"))
    let contradiction = Sample.exposure("2", "ada", contradicts: true)
    #expect(try await ledger.record(contradiction) == [.conflict])
    #expect(try await ledger.record(contradiction) == [.already])
    #expect(try await ledger.record(Sample.exposure("3", "bob", "control")) == [.conflict])
    #expect(
      try await ledger.record(Sample.exposure("4", "ada"), Sample.exposure("4", "bob"))
        == [.repeated, .repeated])
    #expect(try await ledger.variants(of: "ada", "bob") == ["ada trial", "bob trial"])
    #expect(try await ledger.counts() == ["trial 0 units, 0 repeats, 2 conflicts, 0 held"])
  }

  @Test("An id is one of a unit: two people may have the same", .everyLedger)
  func ids() async throws {
    let (composed, decomposed) = ("zo\u{EB}", "zoe\u{308}")
    #expect(
      try await ledger.record(
        Sample.exposure("e", "ada"), Sample.exposure("e", "bob"),
        Sample.exposure("e", "ada", phase: 2), Sample.exposure("e", composed),
        Sample.exposure("e", decomposed), Sample.exposure(composed, "ada"),
        Sample.exposure(decomposed, "ada"), Sample.exposure("", "ada"),
        Sample.exposure(String(repeating: "x", count: 128), "ada"))
        == Array(repeating: .recorded, count: 5) + Array(repeating: .repeated, count: 4))
  }

  @Test("An id is remembered for 30 days, and not for ever", .everyLedger)
  func assignmentCache() async throws {
    for start in stride(from: 0, to: 30, by: 7.3) {
      let exposure = Sample.exposure("e", "unit-\(start)")
      #expect(try await ledger.record(exposure, at: start) == [.recorded])
      #expect(try await ledger.record(exposure, at: start + 30) == [.already])
      #expect(try await ledger.record(exposure, at: start + 90) == [.repeated])
    }
  }

  @Test("Environments know nothing of each other", .everyLedger)
  func environments() async throws {
    #expect(try await ledger.record(Sample.exposure("e", "ada"), in: .sandbox) == [.recorded])
    #expect(!ledger.mayHaveAssignments(of: "ada"))
    #expect(try await ledger.variants(of: "ada") == [])
    #expect(try await ledger.counts() == [])
    #expect(try await ledger.record(Sample.exposure("e", "ada", "control")) == [.recorded])
    #expect(try await ledger.variants(of: "ada", in: .sandbox) == ["ada trial"])
    #expect(try await ledger.variants(of: "ada") == ["ada control"])
  }

  @Test("Held units are counted beside the others, once held", .everyLedger)
  func heldOut() async throws {
    try await ledger.record(
      Sample.exposure("1", "ada"), Sample.exposure("1", "bob", isHeldOut: true),
      Sample.exposure("1", "cy"), Sample.exposure("2", "cy", isHeldOut: true),
      Sample.exposure("3", "cy"), Sample.exposure("1", "dee", isHeldOut: true),
      Sample.exposure("2", "dee", "control"))
    #expect(try await ledger.counts() == ["trial 3 units, 2 repeats, 1 conflicts, 2 held"])
  }

  @Test("The first enrolment in production keeps the terms", .everyLedger)
  func terms() async throws {
    let (changed, wider) = (
      Sample.terms(seed: "0badcafe"),
      Sample.terms(seed: "7f3a9c21", placements: ["onboarding", "settings"])
    )
    #expect(
      try await ledger.record(Sample.exposure("e", "t", terms: changed), in: .sandbox)
        == [.recorded])
    #expect(try await ledger.frozenTerms() == [])
    #expect(try await ledger.record(Sample.exposure("e", "zoe", terms: nil)) == [.recorded])
    #expect(try await ledger.frozenTerms() == [])
    #expect(try await ledger.record(Sample.exposure("f", "zoe"), at: 2) == [.repeated])
    let kept = [
      PhaseTerms(experiment: "price", phase: 1, terms: Sample.terms, frozenAt: Sample.day(2))
    ]
    #expect(try await ledger.frozenTerms() == kept)

    // The terms changed: nothing is written, and the same claim counts once the terms are right.
    #expect(
      try await ledger.record(
        Sample.exposure("e", "ada", terms: changed), Sample.exposure("g", "zoe", terms: changed),
        Sample.exposure("h", "zoe", contradicts: true, terms: changed))
        == [.termsChanged, .termsChanged, .termsChanged])
    #expect(!ledger.mayHaveAssignments(of: "ada"))
    #expect(try await ledger.variants(of: "ada") == [])
    #expect(try await ledger.counts() == ["trial 1 units, 1 repeats, 0 conflicts, 0 held"])
    #expect(
      try await ledger.record(
        Sample.exposure("e", "ada"), Sample.exposure("e", "bob", terms: wider),
        Sample.exposure("e", "cy", terms: nil)) == [.recorded, .recorded, .recorded])
    #expect(try await ledger.frozenTerms() == kept)

    // Each phase has terms of its own.
    #expect(
      try await ledger.record(Sample.exposure("e", "ada", phase: 2, terms: changed), at: 3)
        == [.recorded])
    #expect(
      try await ledger.frozenTerms()
        == kept + [
          PhaseTerms(experiment: "price", phase: 2, terms: changed, frozenAt: Sample.day(3))
        ])
  }

  @Test("Terms that could not be read back are not kept", .everyLedger)
  func oddTerms() async throws {
    for terms in [FrozenTerms([]), Sample.terms(seed: "two\nlines"), Sample.terms(seed: "")] {
      let unit = "unit-\(terms.terms.count)-\(terms[.seed] ?? "")"
      #expect(try await ledger.record(Sample.exposure("e", unit, terms: terms)) == [.recorded])
    }
    #expect(try await ledger.frozenTerms().map(\.terms) == [Sample.terms(seed: "")])
  }

  @Test("A grant keeps assignment and terms, and is no exposure", .everyLedger)
  func grants() async throws {
    try await ledger.append(Sample.notification("n", Sample.fact("100")), at: 1)
    func grant(_ unit: String, _ terms: FrozenTerms?, _ nonce: Int) async throws -> Bool {
      var request = Sample.request(
        Sample.offer(), nonce: nonce, assignment: Sample.assignment(unit, kind: .visitor))
      request.terms = terms
      return try await ledger.grant([request], at: 1)[0].grant != nil
    }
    #expect(try await grant("ada", Sample.terms, 1))
    #expect(try await ledger.frozenTerms().map(\.terms) == [Sample.terms])
    #expect(try await ledger.counts() == ["trial 0 units, 0 repeats, 0 conflicts, 0 held"])
    #expect(
      try await ledger.record(Sample.exposure("e", "ada"), Sample.exposure("f", "ada"))
        == [.recorded, .repeated])
    #expect(try await ledger.counts() == ["trial 1 units, 1 repeats, 0 conflicts, 0 held"])

    // The price that was shown is signed; a draw of other terms is not kept.
    #expect(try await grant("bob", Sample.terms(seed: "0badcafe"), 2))
    #expect(try await ledger.variants(of: "bob") == [])
    #expect(try await grant("bob", nil, 3))
    #expect(try await ledger.variants(of: "bob") == ["bob trial"])
    #expect(try await ledger.frozenTerms().count == 1)
  }

  @Test("A ledger that is away says so", .everyLedger)
  func closed() async throws {
    await ledger.close()
    await #expect(throws: LedgerFailure.self) {
      try await ledger.record(Sample.exposure("e", "ada"))
    }
    await #expect(throws: LedgerFailure.self) {
      try await ledger.alias("d1", to: "ada", at: 1)
    }
    await #expect(throws: LedgerFailure.self) { try await ledger.frozenTerms() }
    await #expect(throws: LedgerFailure.self) { try await ledger.counts() }
  }

  @Test("Batches with the same ids at once count once", .everyLedger)
  func concurrent() async throws {
    let batch = (0..<50).map { Sample.exposure(Sample.uuid($0), "unit-\($0 % 10)") }
    let outcomes = try await atOnce(8) { _ in try await ledger.record(batch, at: 1) }
      .flatMap(\.self)
    #expect(outcomes.count { $0 == .recorded } == 10)
    #expect(outcomes.count { $0 == .repeated } == 40)
    #expect(outcomes.count { $0 == .already } == 350)
    #expect(try await ledger.counts() == ["trial 10 units, 40 repeats, 0 conflicts, 0 held"])
  }
}
