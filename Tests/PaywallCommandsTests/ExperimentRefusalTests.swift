import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// The refusals of an experiment's verbs that are not on the page of `CommandRefusalTests`, with
/// the reason and the alternative, on a copy of the example app whose files stay as they were.
@Suite struct ExperimentRefusalTests {
  private static let archived = ExperimentChange(
    "team-or-solo", "status: stopped", "status: archived")
  private static let scheduled = ExperimentChange(
    "annual-trial", "2026-11-02T09:00Z", "2099-01-01T09:00Z")
  private static let all = ExperimentChange("annual-trial", "slice: 0%-40%", "slice: 0%-100%")
  private static let steps = ExperimentChange(
    "annual-trial", "traffic: 50%               # may only grow while running",
    "traffic:\n  - { share: 10% }\n  - { from: 2026-11-03T09:00Z, share: 50% }")

  @Test(
    "What an experiment's stage or place does not allow is refused",
    arguments: [
      // A draft is started or deleted.
      (["stop", "lite-first"], [], "is a draft, so there is nothing to stop", "delete lite-first"),
      // A running one is paused, stopped or changed.
      (
        ["pause", "anual-trial"], [], "no experiment 'anual-trial'", "did you mean 'annual-trial'?"
      ),
      (
        ["stop", "annual-trial", "--winner", "trail"], [], "has no variant 'trail'",
        "mean 'trial'?"
      ),
      (
        ["stop", "annual-trial", "--winner", "x9"], [], "no variant 'x9'",
        "use 'control' or 'trial'"
      ),
      (["set", "annual-trial", "traffic=180%"], [], "the configuration would have errors", "fix"),
      // An experiment that has ended is archived or begins again.
      (
        ["resume", "team-or-solo"], [], "has ended, so it cannot be resumed",
        "restart team-or-solo' opens a new phase"
      ),
      (["stop", "team-or-solo"], [], "is stopped already", "--after, with --winner"),
      // An archived experiment is a record.
      (
        ["pause", "team-or-solo"], [archived], "has ended, so there is nothing to pause",
        "restart team-or-solo"
      ),
      (["start", "team-or-solo"], [archived], "has run before", "restart team-or-solo"),
      (
        ["delete", "team-or-solo"], [archived], "only a draft is deleted", "the record of what ran"
      ),
      // An experiment that has not begun has nothing to repeat and no record.
      (
        ["restart", "annual-trial"], [scheduled], "no phase to follow",
        "'paywall experiment set annual-trial' changes any key"
      ),
      (["archive", "annual-trial"], [scheduled], "'annual-trial' is scheduled", "--after keep"),
      // A new phase begins at no step of the one before.
      (
        ["restart", "annual-trial"], [steps],
        "would begin at 50%, the step of its traffic from 2026-11-03T09:00:00Z",
        "add traffic=5% to begin with less, or traffic=50% to begin there"
      ),
      // A draft starts in free space of its layer alone.
      (
        ["start", "lite-first"],
        [ExperimentChange("lite-first", "slice: 40%-80%", "slice: 20%-80%")],
        "slice 20%-80% of layer 'pricing' is not free; free is 40%-100%",
        "moves the draft into free space"
      ),
      (["start", "lite-first"], [all], "is not free; free is nothing", "stop an experiment"),
      (
        ["start", "lite-first"], [all, ExperimentChange("lite-first", "slice: 40%-80%\n", "")],
        "layer 'pricing' is full", "stop an experiment of that layer first"
      ),
      // A start without a goal is refused with the line that names one.
      (
        ["start", "lite-first"],
        [ExperimentChange("lite-first", "metrics: { primary: proceedsPerVisitor }", "")],
        "'lite-first' names no goal", "set lite-first metrics.primary=proceedsPerVisitor"
      ),
    ] as [([String], [ExperimentChange], String, String)])
  func stage(
    _ words: [String], _ changes: [ExperimentChange], _ message: String, _ help: String
  ) async throws {
    try await expect(words, after: changes, .no, message, help)
  }

  @Test func `A slice is one of a layer`() async throws {
    try await expect(
      ["start", "lite-first", "--slice", "20%"],
      after: [ExperimentChange("lite-first", "layer: pricing\nslice: 40%-80%\n", "")],
      .wrongUsage, "is in no layer", "layer=NAME")
  }

  @Test(
    arguments: [
      (
        ["stop", "annual-trial", "--after", "keep", "--winner", "trial"],
        "--winner goes with --after winner.", nil
      ),
      (["set", "annual-trial", "audience=#"], "cannot be read: it is empty", "audience='…'"),
      (["start", "lite-first", "--baseline", "100%"], "between 0% and 100%", nil),
      (["start", "lite-first", "--lift", "0%"], "--lift takes more than 0%.", nil),
      (["start", "lite-first", "--per-day", "0"], "--per-day takes a number from 1.", nil),
      (["create", "x", "--after", "winner"], "--after takes keep or control", nil),
      (
        [
          "create", "x", "--placement", "export", "--variant", "control=standard", "--audience",
          "[",
        ], "--audience cannot be read", "name an audience, or quote a condition"
      ),
      (["pause", "annual-trial", "-m", " "], "-m takes the reason", nil),
      (["pause", "annual-trial", "-m", "why", "--dry-run"], "nothing for -m to commit", nil),
    ] as [([String], String, String?)])
  func `What was not said well is wrong usage`(
    _ words: [String], _ message: String, _ help: String?
  ) async throws {
    try await expect(words, .wrongUsage, message, help)
  }

  @Test func `JSON asks nothing, so it needs a word that decides`() async throws {
    let refused = try await refusal(["experiment", "pause", "annual-trial", "--json"])
    #expect(refused?.status == .wrongUsage)
    #expect(refused?.message == "--json asks nothing: add --yes to write, or --dry-run to look.")
  }

  /// - Parameter help: `nil` if there is none.
  private func expect(
    _ words: [String], after changes: [ExperimentChange] = [],
    _ status: CommandSupport.ExitStatus, _ message: String, _ help: String?
  ) async throws {
    try await withCopyOfExample { folder in
      try changes.forEach { try $0.make(in: folder) }
      let before = try ExperimentChange.files(in: folder)
      let refused = try #require(
        try await refusal(["experiment"] + words + ["--config", folder.path(), "--yes"]),
        "\(words) was done")
      #expect(refused.status == status, "\(refused)")
      #expect(refused.message.contains(message), "\(refused)")
      #expect((refused.help == nil) == (help == nil), "\(refused)")
      #expect(help.map { refused.help?.contains($0) ?? false } ?? true, "\(refused)")
      #expect(try ExperimentChange.files(in: folder) == before)
    }
  }
}
