import Foundation
@testable import Serving
import PaywallCatalog
import PaywallTextCoding
import Testing

@testable import PaywallDecisions

struct ExplanationTests {
  let compiled = CompiledSnapshot(annualTrial(), design())

  @Test("An enrolment explains its audience and each bucket")
  func enrolment() throws {
    let explanation = compiled.explain("onboarding", for: compiled.visitor("user-7"), at: noon)
    #expect(explanation.decision.short == "experiment annual-trial/trial standard-trial")
    let step = try #require(explanation.steps.first)
    #expect(step.step == .experiments)
    guard case .experiment(let finding) = step.findings.first else {
      Issue.record("The first finding is about the experiment")
      return
    }
    #expect(finding.verdict == .shown)
    #expect(finding.variant == "trial")
    let audience = try #require(finding.audience)
    #expect(audience.condition == "britishIsles")
    #expect(audience.truth == .true)
    #expect(audience.parts.map(\.condition) == ["country is GB or IE"])
    #expect(audience.parts.map(\.saw) == ["GB"])
    #expect(finding.draws.map(\.purpose) == [.slice, .variant, .holdout])
    #expect(finding.draws.map(\.bucket) == [759, 7271, 8893])
    #expect(finding.draws.map(\.seed) == ["51c0e8d2", "7f3a9c21", "4be01a77"])
    #expect(finding.draws.map(\.unit) == ["user-7", "user-7", "user-7"])
    #expect(
      finding.draws.map { $0.ranges.map(\.open) } == [
        [0..<4000], [0..<2500, 5000..<7500], [0..<500],
      ])
    #expect(finding.draws[1].ranges.map(\.full) == [0..<5000, 5000..<10_000])
    #expect(finding.draws[1].ranges.map(\.variant) == ["control", "trial"])
    #expect(finding.draws.map(\.hit) == [0, 1, nil])
  }

  @Test("The text for people")
  func text() {
    let explanation = compiled.explain(
      "onboarding", for: compiled.visitor("user-3", country: "IN", platform: "macOS"),
      records: [record("design", "x")], forced: ForcedVariant(experiment: "a", variant: "b"),
      at: noon)
    #expect(
      explanation.text == """
        onboarding: lite, rule 1, until 2026-12-20T00:00:00Z
        forced
          a b: notAtPlacement
        records
          design x, phase 1, 2026-12-02T00:00:00Z, running: noSuchVariant
        experiments
          annual-trial, running: notInAudience
            britishIsles: false
              country is GB or IE, saw IN: false
          design, running: notInAudience
            britishIsles: false
              country is GB or IE, saw IN: false
        rules
          rule 1: matches
            country is IN or BR, saw IN: true

        """)
  }

  @Test("The text shows every draw and every rule that was asked")
  func moreText() {
    let compiled = CompiledSnapshot(
      annualTrial(),
      design {
        $0.status = .stopped
        $0.after = .winner
        $0.winner = "bold"
      })
    let explanation = compiled.explain(
      "onboarding", for: compiled.visitor("user-55"), at: at("2026-12-20T00:00Z"))
    #expect(
      explanation.text == """
        onboarding: plain, default, not enrolled: heldOut, until 2026-12-22T09:00:00Z
        experiments
          annual-trial control, running: heldOut
            britishIsles: true
              country is GB or IE, saw GB: true
            bucket 473 for slice, seed 51c0e8d2, unit user-55: [0, 4000) *
            bucket 2104 for variant, seed 7f3a9c21, unit user-55: control [0, 2500) of [0, 5000) *, trial [5000, 7500) of [5000, 10000)
            bucket 194 for holdout, seed 4be01a77, unit user-55: [0, 500) *
          design, ended: notInStage
        winners
          design bold, ended: heldOut
            britishIsles: true
              country is GB or IE, saw GB: true
        rules
          rule 1, outside [2026-11-25T00:00:00Z, 2026-12-20T00:00:00Z): does not match
          rule 2: does not match
            platform is macOS, saw iOS: false
        default
          plain

        """)
  }

  @Test("Summaries of recorded, forced, degraded and empty answers")
  func summaries() {
    var decision = Decision(
      placement: "p", show: .nothing, reason: .experiment,
      experiment: EnrolledIn(id: "e", variant: "v", phase: 2, recorded: true), isDegraded: true)
    #expect(decision.summary == "p: nothing, experiment (e v, phase 2, recorded), degraded")
    decision.isDegraded = false
    decision.experiment?.recorded = false
    #expect(decision.summary == "p: nothing, experiment (e v, phase 2)")
  }

  @Test("The JSON for programs")
  func json() throws {
    let explanation = compiled.explain(
      "onboarding", for: compiled.visitor("user-7"),
      records: [
        record("annual-trial", "trial"), record("design", "bold", at: "2026-12-01T10:00Z"),
        record("gone", "a"),
      ], at: noon)
    let text = String(decoding: explanation.json.bytes, as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"decision":{"placement":"onboarding","paywall":"standard-trial","reason":"experiment","#
          + #""experiment":{"id":"annual-trial","variant":"trial","phase":1,"recorded":true},"#
          + #""validUntil":"2026-12-20T00:00:00Z"},"steps":[{"step":"records","findings":["#
          + #"{"experiment":"annual-trial","variant":"trial","phase":1,"unit":"user-7","#
          + #""recordedAt":"2026-12-02T00:00:00Z","stage":"running","verdict":"shown"},"#))
    #expect(text.contains(#""verdict":"behindAnother""#))
    #expect(text.contains(#""verdict":"notAtPlacement""#))
    _ = try JSONSerialization.jsonObject(with: Data(explanation.json.bytes))
  }

  @Test("The JSON of every kind of finding is JSON")
  func everyFinding() throws {
    let visitors = [
      compiled.visitor("user-55"), compiled.visitor(nil, country: "IN"),
      compiled.visitor("u", country: "DE", platform: "macOS", subscriber: .unavailable),
    ]
    for placement in ["onboarding", "settings", "nowhere"] {
      for visitor in visitors {
        let explanation = compiled.explain(
          placement, for: visitor, forced: ForcedVariant(experiment: "x", variant: "y"), at: noon)
        _ = try JSONSerialization.jsonObject(with: Data(explanation.json.bytes))
        #expect(explanation.text.hasSuffix("\n"))
      }
    }
    let unknown = compiled.explain("nowhere", for: visitors[0], at: noon)
    #expect(
      unknown.text == """
        nowhere: fallback, unknownPlacement
        placement
          unknown: the fallback

        """)
  }

  @Test("A condition shows the parts that could not change it as well")
  func allParts() throws {
    let compiled = CompiledSnapshot {
      $0.placements["onboarding"]?.rules = [
        .init(
          audience: .all([
            .not(.test(AttributeTest("country", [.equals(.string("GB"))]))),
            .any([
              .test(AttributeTest("sessions", [.atLeast(.integer(1)), .lessThan(.integer(5))])),
              .test(AttributeTest("tags", [.contains("a")])),
            ]),
          ]), show: .nothing)
      ]
    }
    let visitor = compiled.visitor(
      "u", ["sessions": .integer(7), "tags": .list(["b", "a"])])
    #expect(
      compiled.explain("onboarding", for: visitor, at: noon).text == """
        onboarding: plain, default
        experiments
        rules
          rule 1: does not match
            all: false
              not: false
                country is GB, saw GB: true
              any: true
                all: false
                  sessions is at least 1, saw 7: true
                  sessions is less than 5, saw 7: false
                tags contains a, saw [b, a]: true
        default
          plain

        """)
  }

  @Test(
    "Tests in a marketer's words",
    arguments: [
      ("score", .equals(.number(1.5)), "score is 1.5"),
      ("sessions", .atMost(.integer(3)), "sessions is at most 3"),
      ("sessions", .moreThan(.integer(3)), "sessions is more than 3"),
      ("beta", .equals(.boolean(true)), "beta is true"),
      ("appVersion", .atLeast(version("3.2.0")), "appVersion is at least 3.2.0"),
      ("firstSeen", .before(noon), "firstSeen is before 2026-12-10T12:00:00Z"),
      ("firstSeen", .after(noon), "firstSeen is at or after 2026-12-10T12:00:00Z"),
      ("firstSeen", .equals(.time(noon)), "firstSeen is 2026-12-10T12:00:00Z"),
      ("tags", .oneOf([.list(["a", "b"])]), "tags is [a, b]"),
      ("locale", .startsWith("de"), "locale starts with de"),
      ("locale", .endsWith("DE"), "locale ends with DE"),
      ("locale", .exists(false), "locale is not known"),
    ] as [(String, AttributeTest.Operator, String)])
  func words(attribute: String, written: AttributeTest.Operator, expected: String) {
    let compiled = CompiledSnapshot {
      $0.placements["onboarding"]?.rules = [
        .init(audience: .test(AttributeTest(attribute, [written])), show: .nothing)
      ]
    }
    let text = compiled.explain("onboarding", for: compiled.visitor("u"), at: noon).text
    #expect(text.contains("    \(expected): "))
  }
}
