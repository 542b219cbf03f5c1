import Foundation
import Testing

/// `paywall experiment override`, on a copy of the example app in a git repository.
@Suite struct ExperimentOverrideTests {
  private static let file = "Experiments/annual-trial.yaml"

  private func text(in folder: URL) throws -> String {
    try PaywallCommandsTests.text(Self.file, in: folder)
  }

  private func write(_ text: String, in folder: URL) throws {
    try text.write(to: folder.appending(path: Self.file), atomically: true, encoding: .utf8)
  }

  private func override(_ options: String..., in folder: URL) async throws -> Run {
    try await experiment("override", "annual-trial", options, in: folder)
  }

  @Test(.inRepository)
  func `An edit since the last commit is allowed, and check says why`() async throws {
    let before = try text(in: folder)
    let edited = before.replacing("traffic: 50%", with: "traffic: 49%")
    try write(edited, in: folder)
    try await paywall("check", "--base", "HEAD", in: folder).expect(1)

    try await override("--reason", "Too many calls", "--dry-run", in: folder).expect(0)
    #expect(try text(in: folder) == edited)

    try await override("--reason", "Too many calls: # 1", "--yes", in: folder).expect(0)
    let after = try text(in: folder)
    let lines = after.split(separator: "\n", omittingEmptySubsequences: false)
    let added = lines.filter { $0.hasPrefix("override:") }
    #expect(
      added.first?.wholeMatch(
        of: /override: \{ phase: 1, digest: "?[0-9a-f]{32}"?, reason: "Too many calls: # 1" \}/)
        != nil, "\(added)")
    // Every other line and comment stays.
    #expect(lines.filter { !$0.hasPrefix("override:") }.joined(separator: "\n") == edited)

    let check = try await paywall("check", "--base", "HEAD", in: folder)
    check.expect(
      0, prints: "warning",
      "traffic of 'annual-trial' shrinks from 50% to 49%: visitors would leave their variant; "
        + "the override allows it: Too many calls: # 1")

    try write(after.replacing("traffic: 49%", with: "traffic: 48%"), in: folder)
    let other = try await paywall("check", "--base", "HEAD", in: folder)
    other.expect(1, prints: "allows another change than this one")
  }

  @Test(.inExample)
  func `A change that is said is made and allowed in one edit, without git`() async throws {
    try await override("traffic=20%", "--reason", "Too many calls", "--anyway", "--yes", in: folder)
      .expect(0)
    let after = try text(in: folder)
    #expect(after.contains("traffic: 20%") && after.contains("reason: Too many calls"))
    try await override("--reason", "Again", "--yes", in: folder).expect(3, complains: "git")
  }

  @Test(.inRepository)
  func `What is said is added to what was edited since the last commit`() async throws {
    let edited = try text(in: folder).replacing("traffic: 50%", with: "traffic: 49%")
    try write(edited, in: folder)
    try await override("status=draft", "--reason", "Wrong product", "--anyway", "--yes", in: folder)
      .expect(0, prints: "with it change: traffic")
    // A persona is in it, which is another mistake.
    let check = try await paywall("check", "--base", "HEAD", in: folder)
    #expect(check.output.contains("the override allows it: Wrong product"), "\(check.output)")
    #expect(!check.output.contains("another change"))
  }

  @Test(.inRepository)
  func `The same change is allowed again only for a new reason`() async throws {
    for (change, reason, status) in [
      ("traffic=49%", "Too many calls", 0), ("traffic=50%", "", 0),
      ("traffic=49%", "Too many calls", 1), ("traffic=49%", "Too many calls again", 0),
    ] {
      let words =
        reason.isEmpty
        ? ["set", "annual-trial"] : ["override", "annual-trial", "--reason", reason]
      let options = [change, "-m", "next", "--yes", "--config", folder.path()]
      let run = try await paywall(["experiment"] + words + options).expect(Int32(status))
      if status == 1 { #expect(run.complaints.contains("say in --reason why"), "\(run)") }
    }
  }

  @Test(.inRepository) func `Where nothing is frozen there is nothing to allow`() async throws {
    let before = try text(in: folder)
    for options in [["--reason", "Why"], ["--reason", "Why", "traffic=80%"]] {
      let run = try await experiment("override", "annual-trial", options + ["--yes"], in: folder)
      run.expect(1, complains: "there is nothing to allow")
    }
    try await override("--yes", in: folder).expect(2)
    try await override("phase=7", "--reason", "Why", "--yes", in: folder).expect(2)
    #expect(try text(in: folder) == before)
  }

  @Test(.inExample) func `A new phase needs no override of the one before`() async throws {
    _ = try await override(
      "traffic=20%", "--reason", "Too many calls", "--anyway", "--yes", in: folder)
    try await paywall("experiment", "restart", "annual-trial", "--anyway", "--yes", in: folder)
      .expect(0)
    #expect(try !text(in: folder).contains("override:"))
  }
}
