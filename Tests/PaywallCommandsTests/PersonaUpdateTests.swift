import Foundation
import Testing

/// A change that shows a persona something other than it expects: reported before it is written,
/// and written only as the person chooses.
@Suite struct PersonaUpdateTests {
  private static let file = "Experiments/team-or-solo.yaml"
  private static let persona = "Paywalls/personas/team-in-mumbai.yaml"

  @Test(.inExample) func `Nothing is written, and both ways out are named`() async throws {
    let before = try text(Self.file)
    let run = try await experiment("archive", "team-or-solo", "--yes")
    run.expect(
      1, prints: "The persona 'team-in-mumbai' would fail: export shows",
      complains: "'paywall check' would fail with this change, so nothing was written",
      "--update-personas", "--anyway")
    #expect(try text(Self.file) == before)
  }

  @Test(.inExample)
  func `--update-personas edits what they expect, and nothing else of their files`() async throws {
    let before = try text(Self.persona)
    let run = try await experiment("archive", "team-or-solo", "--update-personas", "--yes")
    run.expect(0, prints: Self.persona)
    #expect(
      try text(Self.persona)
        == before.replacing(
          "export: { show: team-wall, reason: winner, experiment: team-or-solo }",
          with: "export: { show: team-wall, reason: rule }"))
    #expect(try text(Self.file).contains("\nstatus: archived\n"))
    try await paywall("check", in: folder).expect(0)
  }

  @Test(.inExample) func `--anyway writes it alone, and check fails as it was said`() async throws {
    let before = try text(Self.persona)
    try await experiment("archive", "team-or-solo", "--anyway", "--yes").expect(0)
    #expect(try text(Self.persona) == before)
    try await paywall("check", in: folder).expect(1)
  }

  @Test(.inExample)
  func `An emergency is one command, and personas are judged as if it ran`() async throws {
    let run = try await experiment("pause", "annual-trial", "--yes").expect(0)
    #expect(!run.output.contains("would fail"))
    try await paywall("check", in: folder).expect(0)
    try await experiment("resume", "annual-trial", "--yes").expect(0)
    try await paywall("check", in: folder).expect(0)
  }

  @Test(
    .inExample,
    arguments: [
      ("u\ny\n", 0, true, true), ("u\nn\n", 1, false, false), ("a\n", 0, true, false),
      ("\n", 1, false, false), ("nonsense\n", 1, false, false),
    ])
  func `On a terminal the person chooses`(
    answers: String, status: Int32, isArchived: Bool, isUpdated: Bool
  ) async throws {
    let before = try text(Self.persona)
    let run = try await onTerminal(
      "experiment", "archive", "team-or-solo", "--config", folder.path(), answering: answers)
    run.expect(status, prints: "[u]pdate the personas, write it [a]nyway, or change [n]othing? [n]")
    #expect(try text(Self.file).contains("\nstatus: archived\n") == isArchived)
    #expect(try (text(Self.persona) != before) == isUpdated)
  }

  @Test(.inExample)
  func `One file that cannot be written leaves all of them as they were`() async throws {
    let before = try text(Self.file)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444],
      ofItemAtPath: folder.appending(path: Self.persona).path())
    let run = try await experiment("archive", "team-or-solo", "--update-personas", "--yes")
    run.expect(3, complains: Self.persona)
    #expect(try text(Self.file) == before)
  }

  @Test(.inRepository)
  func `The commit holds all of the files, and what create wrote is new as a whole`() async throws {
    let archived = try await experiment(
      "archive", "team-or-solo", "--update-personas", "--yes", "-m", "Put it away")
    archived.expect(0)
    #expect(try await git("show", "--name-only", "--format=") == "\(Self.file)\n\(Self.persona)")
    let created = try await experiment(
      "create", "new", "--placement", "export", "--variant", "control=standard", "--variant",
      "b=lite", "--yes")
    created.expect(0)
    try await experiment("start", "new", "--anyway", "--yes", "-m", "Try it").expect(0)
    #expect(try await git("show", "--name-only", "--format=") == "Experiments/new.yaml")
  }
}
