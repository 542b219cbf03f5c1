import Foundation
import Testing

/// An experiment after its start: the list at a moment, the authors of its changes, and the
/// roll-out of a winner.
@Suite struct ExperimentStoryTests {
  @Test(arguments: [
    (["--status", "running"], ["annual-trial"]),
    (["--status", "draft", "--status", "stopped"], ["lite-first", "team-or-solo"]),
    (["--at", "2026-10-01", "--status", "scheduled"], ["annual-trial"]),
    (["--status", "paused"], []),
  ])
  func `The list is of a moment and of stages`(options: [String], ids: [String]) async throws {
    let run = try await paywall(["experiment", "list", "--json", "--config", example] + options)
    let cards = try #require(json(run.output) as? [[String: Any]])
    #expect(cards.compactMap { $0["id"] as? String } == ids)
  }

  @Test(.inRepository)
  func `Its history has every commit with the keys that it changed, and what is not committed`()
    async throws
  {
    try await experiment("set", "annual-trial", "traffic=80%", "--yes", "-m", "More of them")
      .expect(0)
    try replace(
      "owner: growth", by: "owner: sales", in: "Experiments/annual-trial.yaml", of: folder)
    let run = try await experiment("history", "annual-trial", "--json").expect(0)
    let events = try #require(json(run.output) as? [[String: Any]])
    #expect(
      events.map { $0["message"] as? String } == ["not committed", "More of them", "The example"])
    let changes = try #require(events[1]["changes"] as? [[String: String]])
    #expect(changes == [["key": "traffic", "was": "50%", "now": "80%"]])
    #expect(events[1]["who"] as? String == "A marketer")
    let text = try await experiment("history", "annual-trial")
    #expect(text.output.contains("  traffic: 50% -> 80%"))
    #expect(text.output.contains("  owner: growth@example.com -> sales@example.com"))
    try await experiment("history", "nothing").expect(1)
  }

  @Test(.inRepository)
  func `A winner becomes the first rule, and the experiment is put away, in one change`()
    async throws
  {
    let run = try await experiment(
      "rollout", "team-or-solo", "--update-personas", "--yes", "-m", "Teams it is")
    run.expect(0)
    #expect(
      try text("Paywalls/targeting/placements.yaml").contains(
        """
            rules:
              - audience: { exports: { atLeast: 20 } }
                show: team-wall
              - audience: teamMinded

        """))
    #expect(try text("Experiments/team-or-solo.yaml").contains("status: archived"))
    try await paywall("check", in: folder).expect(0)
    let files = try await git("show", "--name-only", "--format=")
    #expect(files.split(separator: "\n").count == 3)
  }

  @Test(.inRepository)
  func `One that runs is stopped with its winner and rolled out by one command`() async throws {
    let run = try await experiment(
      "rollout", "annual-trial", "--winner", "trial", "--update-personas", "--yes")
    run.expect(0)
    let file = try text("Experiments/annual-trial.yaml")
    #expect(file.contains("\nstatus: stopped\n") && file.contains("\nwinner: trial\n"))
    #expect(
      try text("Paywalls/targeting/placements.yaml").contains(
        "      - audience: britishIsles\n        show: standard-trial\n"))
    // Servers accept it, and the next command archives it.
    try await paywall("check", "--base", "HEAD", in: folder).expect(0)
    try await experiment("archive", "annual-trial", "--update-personas", "--yes").expect(0)
    try await paywall("check", in: folder).expect(0)
  }

  @Test(.inExample) func `With everyone in it, the winner becomes the default`() async throws {
    try ExperimentChange(
      "team-or-solo", "audience: { exports: { atLeast: 20 } }", "audience: everyone"
    ).make(in: folder)
    let run = try await experiment("rollout", "team-or-solo", "--anyway", "--yes")
    run.expect(0, prints: "The rules of 'export' come first again.", "+     default: team-wall")
  }

  @Test(.inExample) func `A start shows the zone of a time that has none`() async throws {
    let run = try await run(
      Program.url,
      [
        "experiment", "start", "lite-first", "--at", "2099-01-01 9:00", "--dry-run", "--config",
        folder.path(),
      ], environment: ["TZ": "UTC"])
    run.expect(0, prints: "from: 2099-01-01T09:00Z", "It starts at 2099-01-01T09:00Z (")
  }
}
