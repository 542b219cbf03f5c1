import Foundation
import Testing

/// A roll-out that is undone, by its verb, by a stop, or by git.
@Suite struct RolloutUndoTests {
  private static let placements = "Paywalls/targeting/placements.yaml"
  private static let annual = "Experiments/annual-trial.yaml"

  @Test(.inRepository)
  func `Undoing a roll-out takes its rule out, and what ran stays ended`() async throws {
    let before = try text(Self.placements)
    try await rollOut("annual-trial", "--winner", "trial", in: folder)
    #expect(try text(Self.placements) != before)
    #expect(try text(Self.annual).contains("\nrollout: { variant: trial }\n"))
    let run = try await experiment("rollout", "annual-trial", "--undo", "--yes")
    run.expect(0, prints: "Rule 1 of 'onboarding'")
    #expect(try text(Self.placements) == before)
    let file = try text(Self.annual)
    #expect(file.contains("\nstatus: stopped\n"))
    for key in ["winner:", "rollout:"] { #expect(!file.contains("\n\(key)")) }
    try await expectGreen(in: folder)
    let again = try await experiment("rollout", "annual-trial", "--undo", "--yes")
    again.expect(1, complains: "not rolled out")
  }

  @Test(.inRepository)
  func `One that was archived is ended again, and keeps what its file said`() async throws {
    let files = try [Self.placements, "Experiments/team-or-solo.yaml"].map {
      ($0, try text($0))
    }
    try await rollOut("team-or-solo", in: folder)
    try await experiment("rollout", "team-or-solo", "--undo", "--yes").expect(0)
    #expect(try text(Self.placements) == files[0].1)
    let file = try text("Experiments/team-or-solo.yaml")
    #expect(file.contains("\nstatus: stopped\n") && !file.contains("winner: "))
    try await expectGreen(in: folder)
  }

  @Test(.inExample) func `A default comes back as it was`() async throws {
    try ExperimentChange(
      "team-or-solo", "audience: { exports: { atLeast: 20 } }", "audience: everyone"
    ).make(in: folder)
    let before = try text(Self.placements)
    try await rollOut("team-or-solo", in: folder)
    #expect(try text(Self.placements) != before)
    try await experiment("rollout", "team-or-solo", "--undo", "--yes").expect(0)
    #expect(try text(Self.placements) == before)
  }

  @Test(.inRepository)
  func `A stop after control takes the winner's rule out; one that keeps it names it`()
    async throws
  {
    let before = try text(Self.placements)
    try await rollOut("annual-trial", "--winner", "trial", in: folder)
    let keep = try await experiment("stop", "annual-trial", "--after", "keep", "--dry-run")
    #expect(keep.output.contains("Rule 1 of 'onboarding' still shows"), "\(keep.output)")
    try await experiment("stop", "annual-trial", "--after", "control", "--yes").expect(0)
    #expect(try text(Self.placements) == before)
    try await expectGreen(in: folder)
  }

  @Test(.inRepository)
  func `A check says of a reverted roll-out that the experiment stays ended`() async throws {
    try await rollOut("annual-trial", "--winner", "trial", "-m", "Roll out", in: folder)
    try await git("revert", "--no-edit", "HEAD")
    let check = try await paywall("check", "--base", "HEAD~1", in: folder).expect(0)
    let said = check.output + check.complaints
    #expect(said.contains("'annual-trial' ended with the winner 'trial' and stays ended"))
    #expect(said.contains("status: stopped"))
  }

  @Test(.inRepository) func `A pause and a stop leave a green check`() async throws {
    for verb in [["pause"], ["stop", "--after", "control"]] {
      try await experiment(verb[0], "annual-trial", Array(verb.dropFirst()) + ["--yes"]).expect(0)
      try await expectGreen(in: folder)
    }
    let persona = try text("Paywalls/personas/trial-in-london.yaml")
    #expect(!persona.contains("annual-trial, variant"))
  }

  private func rollOut(_ id: String, _ options: String..., in folder: URL) async throws {
    try await experiment("rollout", id, ["--update-personas", "--yes"] + options, in: folder)
      .expect(0)
  }

  private func expectGreen(in folder: URL) async throws {
    try await paywall("check", in: folder).expect(0)
  }
}
