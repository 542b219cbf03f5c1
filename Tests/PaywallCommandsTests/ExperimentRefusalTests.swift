import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// What the verbs of an experiment refuse, why, and what they name instead: of each stage, on a
/// copy of the example app whose files stay as they were.
@Suite struct ExperimentRefusalTests {
  private static let paused = ExperimentChange("annual-trial", "status: running", "status: paused")
  private static let archived = ExperimentChange(
    "team-or-solo", "status: stopped", "status: archived")
  private static let scheduled = ExperimentChange(
    "annual-trial", "2026-11-02T09:00Z", "2099-01-01T09:00Z")

  @Test(
    arguments: [
      (["pause", "lite-first"], "'lite-first' is a draft", "experiment start lite-first"),
      (
        ["resume", "lite-first"], "'lite-first' is a draft, so it cannot be resumed",
        "start lite-first"
      ),
      (["stop", "lite-first"], "is a draft, so there is nothing to stop", "delete lite-first"),
      (["archive", "lite-first"], "is a draft, which has no record", "delete lite-first"),
      (["restart", "lite-first"], "has not run yet", "experiment start lite-first"),
      (
        ["start", "lite-first", "--slice", "90%"], "has no place for that; free is 40%-100%",
        "take a smaller --slice"
      ),
      (
        ["start", "lite-first", "--end", "2020-01-01T00:00Z"],
        "would end at 2020-01-01T00:00:00Z, before it starts", "name --end"
      ),
    ] as [([String], String, String?)])
  func `A draft is started or deleted`(_ words: [String], _ message: String, _ help: String?)
    async throws
  {
    try await expect(words, after: [], message, help)
  }

  @Test(
    arguments: [
      (["start", "annual-trial"], "'annual-trial' is running already", "traffic=…"),
      (
        ["resume", "annual-trial"], "is running, so it cannot be resumed",
        "restart annual-trial' opens a new phase"
      ),
      (["archive", "annual-trial"], "visitors would lose it", "stop annual-trial --after keep"),
      (["pause", "anual-trial"], "no experiment 'anual-trial'", "did you mean 'annual-trial'?"),
      (["stop", "annual-trial", "--winner", "trail"], "has no variant 'trail'", "mean 'trial'?"),
      (["stop", "annual-trial", "--winner", "x9"], "no variant 'x9'", "use 'control' or 'trial'"),
      (["set", "annual-trial", "traffic=180%"], "the configuration would have errors", "mend"),
    ] as [([String], String, String?)])
  func `A running one is paused, stopped or changed`(
    _ words: [String], _ message: String, _ help: String?
  ) async throws {
    try await expect(words, after: [], message, help)
  }

  @Test(
    arguments: [
      (
        ["pause", "team-or-solo"], "has ended, so there is nothing to pause", "restart team-or-solo"
      ),
      (["start", "team-or-solo"], "has run before", "restart team-or-solo"),
      (
        ["resume", "team-or-solo"], "has ended, so it cannot be resumed",
        "restart team-or-solo' opens a new phase"
      ),
      (["delete", "team-or-solo"], "only a draft is deleted", "archive team-or-solo"),
      (["stop", "team-or-solo"], "is stopped already", "--after, with --winner"),
    ] as [([String], String, String?)])
  func `One that has ended is archived or begins again`(
    _ words: [String], _ message: String, _ help: String?
  ) async throws {
    try await expect(words, after: [], message, help)
  }

  @Test(
    arguments: [
      (["archive", "team-or-solo"], "is archived already", "restart team-or-solo"),
      (["stop", "team-or-solo"], "is archived already", "'restart' opens a new phase"),
      (
        ["pause", "team-or-solo"], "has ended, so there is nothing to pause", "restart team-or-solo"
      ),
      (["start", "team-or-solo"], "has run before", "restart team-or-solo"),
      (["delete", "team-or-solo"], "only a draft is deleted", "the record of what ran"),
    ] as [([String], String, String?)])
  func `One that is archived is a record`(_ words: [String], _ message: String, _ help: String?)
    async throws
  {
    try await expect(words, after: [Self.archived], message, help)
  }

  @Test func `One that is paused is resumed, unless its time is over`() async throws {
    try await expect(
      ["start", "annual-trial"], after: [Self.paused], "is paused already", "resume annual-trial")
    try await expect(
      ["pause", "annual-trial"], after: [Self.paused], "is paused already", "resume annual-trial")
    try await expect(
      ["resume", "annual-trial"],
      after: [
        Self.paused,
        ExperimentChange(
          "annual-trial", "2026-11-02T09:00Z", "2026-11-02T09:00Z\nuntil: 2026-11-03T09:00Z"),
      ], "ended at 2026-11-03T09:00:00Z, so it cannot be resumed", "restart annual-trial")
  }

  @Test func `One that has not begun has nothing to repeat and no record`() async throws {
    try await expect(
      ["restart", "annual-trial"], after: [Self.scheduled], "no phase to follow",
      "'paywall experiment set annual-trial' changes any key")
    try await expect(
      ["archive", "annual-trial"], after: [Self.scheduled], "'annual-trial' is scheduled",
      "--after keep")
  }

  @Test func `A new phase begins at no step of the one before`() async throws {
    try await expect(
      ["restart", "annual-trial"],
      after: [
        ExperimentChange(
          "annual-trial", "traffic: 50%               # may only grow while running",
          "traffic:\n  - { share: 10% }\n  - { from: 2026-11-03T09:00Z, share: 50% }")
      ],
      "would begin at 50%, the step of its traffic from 2026-11-03T09:00:00Z",
      "add traffic=5% to begin with less, or traffic=50% to begin there")
  }

  @Test func `A draft starts in free space of its layer alone`() async throws {
    try await expect(
      ["start", "lite-first"],
      after: [ExperimentChange("lite-first", "slice: 40%-80%", "slice: 20%-80%")],
      "slice 20%-80% of layer 'pricing' is not free; free is 40%-100%",
      "moves the draft into free space")
    let all = ExperimentChange("annual-trial", "slice: 0%-40%", "slice: 0%-100%")
    try await expect(
      ["start", "lite-first"], after: [all], "is not free; free is nothing", "stop an experiment")
    try await expect(
      ["start", "lite-first"],
      after: [all, ExperimentChange("lite-first", "slice: 40%-80%\n", "")],
      "layer 'pricing' is full", "stop an experiment of that layer first")
  }

  @Test func `A start without a goal is refused with the line that names one`() async throws {
    let goal = "metrics: { primary: proceedsPerVisitor }"
    try await expect(
      ["start", "lite-first"], after: [ExperimentChange("lite-first", goal, "")],
      "'lite-first' names no goal", "set lite-first metrics.primary=proceedsPerVisitor")
  }

  @Test func `A slice is one of a layer`() async throws {
    try await expect(
      ["start", "lite-first", "--slice", "20%"],
      after: [ExperimentChange("lite-first", "layer: pricing\nslice: 40%-80%\n", "")],
      status: .wrongUsage, "is in no layer", "layer=NAME")
  }

  @Test(
    arguments: [
      (
        ["stop", "annual-trial"], "--after is missing: what the visitors of 'annual-trial' get",
        "--after keep"
      ),
      (
        ["stop", "annual-trial", "--after", "winner"], "no winner of 'annual-trial' is given",
        "add --winner with one of 'control' or 'trial'"
      ),
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
      (
        [
          "create", "x", "--placement", "export", "--variant", "control=standard:60%", "--variant",
          "b=lite:50%",
        ], "do not sum to 100%", "NAME=PAYWALL:SHARE"
      ),
      (
        [
          "create", "x", "--placement", "export", "--variant", "control=standard", "--variant",
          "a b=x",
        ], "cannot be the name of a variant", "at most 64 letters"
      ),
      (["pause", "annual-trial", "-m", " "], "-m takes the reason", nil),
      (["pause", "annual-trial", "-m", "why", "--dry-run"], "nothing for -m to commit", nil),
    ] as [([String], String, String?)])
  func `What was not said well is wrong usage`(
    _ words: [String], _ message: String, _ help: String?
  ) async throws {
    try await expect(words, after: [], status: .wrongUsage, message, help)
  }

  @Test func `JSON asks nothing, so it needs a word that decides`() async throws {
    let refused = try await refusal(["experiment", "pause", "annual-trial", "--json"])
    #expect(refused?.status == .wrongUsage)
    #expect(refused?.message == "--json asks nothing: add --yes to write, or --dry-run to look.")
  }

  /// - Parameter help: `nil` if there is none.
  private func expect(
    _ words: [String], after changes: [ExperimentChange], status: CommandSupport.ExitStatus = .no,
    _ message: String,
    _ help: String?
  ) async throws {
    try await withCopyOfExample { folder in
      try changes.forEach { try $0.make(in: folder) }
      let before = try experiments(in: folder)
      let refused = try #require(
        try await refusal(["experiment"] + words + ["--config", folder.path(), "--yes"]),
        "\(words) was done")
      #expect(refused.status == status, "\(refused)")
      #expect(refused.message.contains(message), "\(refused)")
      #expect((refused.help == nil) == (help == nil), "\(refused)")
      #expect(help.map { refused.help?.contains($0) ?? false } ?? true, "\(refused)")
      #expect(try experiments(in: folder) == before)
    }
  }

  /// The files, by their names.
  private func experiments(in folder: URL) throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "Experiments").path())
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try text("Experiments/\($0)", in: folder)) })
  }
}
