import CatalogFiles
import Foundation
import PaywallCatalog
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// The sentences about visitors that a verb prints before it writes.
@Suite struct ExperimentEffectTests {
  @Test(
    .inExample,
    arguments: [
      (
        [("team-or-solo", "after: winner\nwinner: team", "after: keep")],
        ["archive", "team-or-solo"],
        "Visitors who saw a variant lose it, and get the rules of the placement."
      ),
      (
        [("team-or-solo", "after: winner\nwinner: team", "after: control")],
        ["archive", "team-or-solo"], "so nothing changes for visitors."
      ),
      (
        [("annual-trial", "2026-11-02T09:00Z", "2099-01-01T09:00Z")],
        ["stop", "annual-trial", "--after", "control"],
        "It has not started, so nothing changes for visitors."
      ),
      (
        [], ["stop", "annual-trial", "--after", "control"],
        "No more visitors enter, and all get the rules of 'onboarding'."
      ),
      (
        [], ["stop", "annual-trial", "--after", "keep"],
        "All others get the rules of 'onboarding'."
      ),
      (
        [("annual-trial", "whilePaused: control", "whilePaused: keep")], ["pause", "annual-trial"],
        "Recorded visitors keep their variant meanwhile."
      ),
      (
        [("annual-trial", "status: running", "status: paused")], ["resume", "annual-trial"],
        "Recorded visitors see their variant again, and new ones enter."
      ),
      ([], ["restart", "team-or-solo"], "The winner 'team' is no longer shown to all visitors."),
      (
        [("annual-trial", "after: keep", "after: control")], ["restart", "annual-trial"],
        "Visitors who saw a variant before are not enrolled again, and get the rules."
      ),
      (
        [("annual-trial", "after: keep", "after: keep\nexcludeEarlierPhases: false")],
        ["restart", "annual-trial"],
        "Visitors who saw a variant before are re-assigned like all others."
      ),
      (
        [
          (
            "annual-trial", "traffic: 50%               # may only grow while running",
            "traffic:\n  - { share: 10% }\n  - { from: 2026-11-03T09:00Z, share: 50% }"
          )
        ], ["restart", "annual-trial", "traffic=20%"], "80 enter: 40 see standard (control), "
      ),
      (
        [
          (
            "annual-trial", "traffic: 50%               # may only grow while running",
            "traffic:\n  - { share: 50% }\n  - { from: 2099-01-01T09:00Z, share: 80% }"
          )
        ], ["restart", "annual-trial"], "Traffic grows to 80% at 2099-01-01T09:00:00Z."
      ),
      (
        [
          (
            "annual-trial", "traffic: 50%               # may only grow while running",
            "traffic:\n  - { share: 50% }\n  - { from: 2099-01-01T09:00Z, share: 80% }"
          )
        ], ["pause", "annual-trial"],
        "delays no step: 'paywall experiment set annual-trial traffic=50%' holds the share."
      ),
      (
        [], ["start", "lite-first", "--slice", "20%", "--baseline", "4%", "--lift", "10%"],
        "+ slice: 40%-60%"
      ),
      (
        [], ["start", "lite-first", "--end", "2099-01-01T09:00Z"],
        "How long it takes: add --baseline 4% --lift 10% --per-day 3000."
      ),
      (
        [("annual-trial", "2026-11-02T09:00Z", "2026-11-02T09:00Z\nuntil: 2099-01-01T00:00Z")],
        ["restart", "annual-trial", "--end", "2099-02-01T00:00Z"], "until: 2099-02-01T00:00Z"
      ),
    ] as [([(String, String, String)], [String], String)])
  func `A dry run says what a change means for visitors, and writes nothing`(
    _ changes: [(String, String, String)], _ words: [String], _ sentence: String
  ) async throws {
    for change in changes {
      try ExperimentChange(change.0, change.1, change.2).make(in: folder)
    }
    let path = "Experiments/\(words[1]).yaml"
    let before = try text(path)
    let run = try await experiment(words[0], words[1], words.dropFirst(2) + ["--dry-run"])
    run.expect(0, prints: sentence)
    #expect(try text(path) == before)
  }

  @Test func `Each stage says of a change what it means for visitors`() throws {
    let snapshot = try #require(Loader.load(example).snapshot)
    let old = try #require(snapshot.experiments["annual-trial"])
    let now = try #require(Timestamp(rfc3339: "2026-12-01T09:00Z"))
    func effects(_ change: (inout Experiment) throws -> Void) rethrows -> [String] {
      var new = old
      try change(&new)
      return new.effects(after: old, in: snapshot, at: now)
    }
    let kept = "Enrolled visitors keep their variant."
    #expect(
      effects { $0.traffic = .all } == [
        "Of 1,000 visitors who match 'britishIsles' and are not held out, 400 enter instead of 200.",
        kept,
      ])
    #expect(
      effects { $0.audience = nil } == [
        kept, "Recorded visitors stay; from now on visitors enter who match everyone.",
      ])
    #expect(effects { $0.variants.reverse() } == [])
    let end = try #require(Timestamp(rfc3339: "2026-12-22T09:00Z"))
    #expect(
      effects { $0.schedule.end = end }
        == [kept, "It ends at 2026-12-22T09:00:00Z."])
    var ending = old
    ending.schedule.end = end
    #expect(old.effects(after: ending, in: snapshot, at: now) == [kept, "It ends by hand."])
    #expect(
      effects { $0.status = .draft } == ["It is a draft, so nothing changes for visitors."])
    #expect(effects { $0.status = .stopped } == ["It has ended; no visitors enter it."])
    #expect(effects { $0.status = .archived } == ["It is archived; no visitors enter it."])
  }

  @Test func `A reach names the audience as a person would`() throws {
    let snapshot = try #require(Loader.load(example).snapshot)
    var found = try #require(snapshot.experiments["lite-first"])
    found.audience = nil
    let now = Timestamp(milliseconds: 1_795_000_000_000)
    let all = Reach(experiment: found, snapshot: snapshot, now: now)
    #expect(all.who == "come and are not held out")
    #expect(
      all.sentence
        == "Of 1,000 visitors who come and are not held out, 400 enter: 240 see standard (control), "
        + "160 see lite (lite).")
    found.audience = try #require(snapshot.experiments["team-or-solo"]?.audience)
    #expect(
      Reach(experiment: found, snapshot: snapshot, now: now).who
        == "match (exports is at least 20) and are not held out")
  }

  @Test func `A start between two minutes is written after the one before it`() throws {
    func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }
    let now = try moment("2026-12-01T09:00:30Z")
    #expect(now.toTheMinute() == "2026-12-01T09:00Z")
    #expect(now.toTheMinute(after: try moment("2026-12-01T08:59:59Z")) == "2026-12-01T09:00Z")
    #expect(now.toTheMinute(after: try moment("2026-12-01T09:00Z")) == "2026-12-01T09:00:30Z")
    #expect(now.toTheMinute(after: try moment("2026-12-01T09:00:30Z")) == "2026-12-01T09:00:31Z")
    #expect(try moment("1969-12-31T23:59:30Z").toTheMinute() == "1969-12-31T23:59Z")
  }
}
