import Foundation
import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding
import Serving
import Testing

struct WhyNotTests {
  /// The cause at `onboarding` at noon, for user-7 from Britain unless said otherwise.
  func whyNot(
    _ id: String, _ experiments: [Experiment] = [annualTrial(), design()], user: String? = "user-7",
    country: String = "GB", _ more: [String: RawAttribute] = [:],
    subscriber: SubscriberKnowledge = .unidentified, records: [RecordedAssignment] = [],
    forced: ForcedVariant? = nil, placement: String = "onboarding", at now: Timestamp = noon,
    change: (inout Snapshot) -> Void = { _ in }
  ) -> WhyNot {
    let compiled = CompiledSnapshot(snapshot(experiments, change: change))
    let visitor = compiled.visitor(user, country: country, more, subscriber: subscriber)
    return compiled.explain(
      placement, for: visitor, records: records, forced: forced, at: now
    ).whyNot(id)
  }

  @Test("Who is enrolled is told so")
  func enrolled() {
    let why = whyNot("annual-trial")
    #expect(why.code == "enrolled")
    #expect(why.text == "The visitor is in annual-trial and sees its variant 'trial'.")
    let kept = whyNot("annual-trial", records: [record("annual-trial", "control")])
    #expect(
      kept.text
        == "The visitor is in annual-trial and sees its variant 'control', as recorded earlier.")
  }

  @Test("A placement that is not the experiment's, or not there")
  func placements() {
    #expect(
      whyNot("annual-trial", placement: "settings").text
        == "annual-trial is not at the placement 'settings'.")
    #expect(whyNot("gone").code == "notAtPlacement")
    #expect(whyNot("annual-trial", placement: "nowhere").code == "unknownPlacement")
  }

  @Test("The stage, with the date that changes it")
  func stages() {
    let early = whyNot("annual-trial", at: at("2026-11-30T00:00Z"))
    #expect(early.text == "annual-trial starts at 2026-12-01T09:00:00Z.")
    let late = whyNot("annual-trial", at: at("2026-12-23T00:00Z"))
    #expect(late.text == "annual-trial has ended (its end is 2026-12-22T09:00:00Z).")
    for (status, words) in [
      (ExperimentStatus.draft, "is a draft and enrols no visitors"),
      (.paused, "is paused and enrols no visitors"), (.archived, "is archived"),
    ] {
      #expect(
        whyNot("annual-trial", [annualTrial { $0.status = status }]).text
          == "annual-trial \(words).")
    }
  }

  @Test("A value that the audience does not name, and one that is missing")
  func audience() {
    #expect(
      whyNot("annual-trial", country: "IN").text
        == "The visitor is not in the audience of annual-trial: it asks for 'country is GB or IE', "
        + "and saw IN.")
    let compiled = CompiledSnapshot(annualTrial())
    let visitor = compiled.visitor(["userId": .text("user-7")], at: noon).visitor
    #expect(
      compiled.explain("onboarding", for: visitor, at: noon).whyNot("annual-trial").text
        == "The visitor is not in the audience of annual-trial: it asks about 'country is GB or "
        + "IE', and country was not sent or cannot be read.")
  }

  static let gb = Condition.test(AttributeTest("country", [.equals(.string("GB"))]))
  static let ever = Condition.test(AttributeTest("subscription.ever", [.equals(.boolean(false))]))
  static let old = Condition.test(AttributeTest("appVersion", [.lessThan(version("3.2.0"))]))
  static let tagged = Condition.test(AttributeTest("tags", [.oneOf([.string("a"), .string("b")])]))
  static let busy = Condition.test(
    AttributeTest("sessions", [.atLeast(.integer(3)), .lessThan(.integer(9))]))
  static let new = Condition.test(AttributeTest("daysSinceInstall", [.atMost(.integer(7))]))

  @Test(
    "The first test that failed is found, also behind all, any, not, names, lists and versions",
    arguments: [
      (.all([gb, ever]), ["subscription.ever is false / - / unknown"]),
      (.not(gb), ["country is GB / GB / true"]),
      (
        .not(.all([gb, .not(old)])),
        ["country is GB / GB / true", "appVersion is less than 3.2.0 / 3.10 / false"]
      ),
      (.not(.any([old, gb])), ["country is GB / GB / true"]),
      (
        .any([old, tagged]),
        ["appVersion is less than 3.2.0 / 3.10 / false", "tags is a or b / [c, d] / false"]
      ),
      (
        .all([gb, .any([old, ever])]),
        [
          "appVersion is less than 3.2.0 / 3.10 / false",
          "subscription.ever is false / - / unknown",
        ]
      ),
      (.not(.audience("britishIsles")), ["country is GB or IE / GB / true"]),
      (.all([gb, busy]), ["sessions is less than 9 / 12 / false"]),
      (.not(new), ["daysSinceInstall is at most 7 / - / unknown"]),
    ] as [(Condition, [String])])
  func conditions(audience: Condition, failed: [String]) {
    let why = whyNot(
      "annual-trial", [annualTrial { $0.audience = audience }],
      ["appVersion": .text("3.10"), "tags": .list(["c", "d"]), "sessions": .integer(12)])
    guard case .audience(let found) = why.cause else {
      Issue.record("\(why)")
      return
    }
    #expect(found.map { "\($0.condition) / \($0.saw ?? "-") / \($0.truth.rawValue)" } == failed)
  }

  @Test("Ids that cannot be drawn")
  func units() {
    #expect(whyNot("annual-trial", user: nil).code == "noUnit")
    #expect(whyNot("annual-trial", user: nil, ["userId": .boolean(true)]).code == "invalidUnit")
    #expect(whyNot("annual-trial", [annualTrial { $0.seed = nil }]).code == "noSeed")
  }

  /// Worked values of DecisionRules.md § 3: user-7 has slice bucket 759 and variant bucket 7271.
  @Test("Buckets outside of slice and traffic, with the ranges")
  func draws() {
    #expect(
      whyNot("design").text
        == "user-7 draws bucket 759 in the layer, and design owns buckets 4000 to 9999.")
    #expect(
      whyNot("annual-trial", [annualTrial { $0.traffic = Traffic(percent(45)) }]).text
        == "user-7 draws bucket 7271, which belongs to variant 'trial', but traffic opens only "
        + "buckets 5000 to 7249 of its buckets 5000 to 9999.")
  }

  /// The worked values of the explanations: user-55 has holdout bucket 194.
  @Test("The holdout, also for the experiment that is asked second")
  func holdout() {
    let experiments = [annualTrial(), annualTrial { $0.id = "second" }]
    for id in ["annual-trial", "second"] {
      #expect(
        whyNot(id, experiments, user: "user-55").text
          == "The visitor is held out of all experiments: user-55 draws bucket 194, and buckets 0 "
          + "to 499 are held out.")
    }
  }

  @Test("What came first: another experiment, a record, a preview token")
  func behind() {
    let experiments = [annualTrial(), annualTrial { $0.id = "second" }]
    #expect(
      whyNot("second", experiments).text
        == "second would take the visitor, but variant 'trial' of annual-trial came first.")
    #expect(
      whyNot("second", experiments, records: [record("annual-trial", "control")]).text
        == "The visitor keeps what was shown before: variant 'control' of annual-trial, phase 1. "
        + "No visitor is enrolled in a second experiment at one placement.")
    let forced = ForcedVariant(experiment: "annual-trial", variant: "control")
    #expect(
      whyNot("annual-trial", forced: forced).text
        == "A preview token shows the variant 'control' of annual-trial.")
    #expect(whyNot("second", experiments, forced: forced).code == "behindAnother")
    #expect(whyNot("design", forced: forced).code == "outsideSlice")
    let draft = annualTrial {
      $0.id = "zz-draft"
      $0.status = .draft
    }
    #expect(whyNot("zz-draft", [annualTrial(), draft]).code == "notInStage")
    #expect(
      whyNot("zz-draft", [annualTrial(), draft], records: [record("annual-trial", "trial")]).code
        == "notInStage")
  }

  @Test("An earlier phase, a winner, a ledger that does not answer")
  func others() {
    let second = annualTrial {
      $0.phase = 2
      $0.after = .control
    }
    #expect(
      whyNot("annual-trial", [second], records: [record("annual-trial", "trial")]).code
        == "earlierPhase")
    let won = annualTrial {
      $0.status = .stopped
      $0.after = .winner
    }
    #expect(
      whyNot("annual-trial", [won]).text
        == "annual-trial has ended and its winner 'trial' is shown to all visitors in its audience."
    )
    #expect(
      whyNot("annual-trial", [annualTrial { $0.audience = Self.ever }], subscriber: .unavailable)
        .code == "ledgerUnavailable")
  }

  @Test("The JSON for programs")
  func json() throws {
    let text = String(
      decoding: JSONText { $0.content(whyNot("annual-trial", country: "IN").content) }.bytes,
      as: UTF8.self)
    #expect(
      text
        == #"{"experiment":"annual-trial","placement":"onboarding","cause":"notInAudience","text":"#
        + #""The visitor is not in the audience of annual-trial: it asks for 'country is GB or IE', "#
        + #"and saw IN.","failed":[{"condition":"country is GB or IE","attribute":"country","#
        + #""saw":"IN","result":"false"}]}"#)
    for id in ["annual-trial", "design", "gone"] {
      _ = try JSONSerialization.jsonObject(
        with: Data(JSONText { $0.content(whyNot(id).content) }.bytes))
    }
  }
}
