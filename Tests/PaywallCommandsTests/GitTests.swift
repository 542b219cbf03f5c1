import Foundation
import Testing

/// The use of git by the commands, and their messages without it.
@Suite struct GitTests {
  @Test(.inRepository) func `-m commits the file that was changed and nothing else`() async throws {
    try Data("later".utf8).write(to: folder.appending(path: "notes.txt"))
    try await git("add", "notes.txt")
    try await experiment("pause", "annual-trial", "--yes", "-m", "Checkout is down").expect(0)
    #expect(try await git("log", "-1", "--format=%s") == "Checkout is down")
    #expect(try await git("show", "--name-only", "--format=") == "Experiments/annual-trial.yaml")
    #expect(try await git("diff", "--cached", "--name-only") == "notes.txt")
  }

  @Test(.inRepository)
  func `A start that is not committed says so, and what does it`() async throws {
    let run = try await experiment("start", "lite-first", "--slice", "20%", "--yes", "--anyway")
    run.expect(
      0, prints: "Started 'lite-first'. Now commit Experiments/lite-first.yaml; with -m WHY this")
  }

  @Test(.inRepository)
  func `-m does not take changes along that somebody else made`() async throws {
    let file = folder.appending(path: "Experiments/annual-trial.yaml")
    let edited = try text("Experiments/annual-trial.yaml") + "# a thought\n"
    try Data(edited.utf8).write(to: file)
    let run = try await experiment("pause", "annual-trial", "--yes", "-m", "why")
    run.expect(1, complains: "has changes that are not committed")
    #expect(try text("Experiments/annual-trial.yaml") == edited)
  }

  @Test(.inRepository)
  func `Inside of a hook, the repository is the one that the folder is in`() async throws {
    let run = try await run(
      Program.url, ["check", "--base", "HEAD", "--config", folder.path()],
      environment: ["GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere/index"])
    run.expect(0)
  }

  /// A pull request of a stranger can hold them: beside `Paywalls`, or in a folder of its own.
  @Test func `Files that look like a repository run nothing`() async throws {
    try await withFolder { outside in
      try await withCopyOfExample { folder in
        let proof = outside.appending(path: "proof").path()
        let script = outside.appending(path: "run").path()
        let written = try await run(
          URL(filePath: "/bin/sh"),
          [
            "-c", #"printf '#!/bin/sh\ntouch "%s"\n' "$1" > "$0" && chmod 755 "$0""#, script, proof,
          ],
          environment: [:])
        written.expect(0)
        try await git("init", "--quiet", "--bare", in: folder)
        for (key, value) in [
          ("core.bare", "false"), ("core.worktree", folder.path()), ("core.fsmonitor", script),
        ] {
          try await git("--git-dir", folder.path(), "config", key, value, in: folder)
        }
        for arguments in [
          ["experiment", "set", "annual-trial", "traffic=50%", "--yes", "-m", "why"],
          ["check", "--base", "HEAD"],
        ] {
          let run = try await paywall(arguments, in: folder)
          #expect(run.status != 0)
        }
        #expect(!FileManager.default.fileExists(atPath: proof))
      }
    }
  }

  @Test(.inRepository)
  func `Reading runs neither a watcher of files nor a filter, and committing runs hooks`()
    async throws
  {
    let proof = folder.appending(path: ".git/proof").path()
    try await hook("touch '\(proof)-hook'", in: folder)
    try await git("config", "core.fsmonitor", folder.path() + "/.git/hooks/pre-commit")
    try await git("config", "filter.mark.clean", "touch '\(proof)-filter'; cat")
    try Data("*.yaml filter=mark\n".utf8).write(to: folder.appending(path: ".git/info/attributes"))
    let file = folder.appending(path: "Experiments/annual-trial.yaml")
    let touched = try text("Experiments/annual-trial.yaml") + "# a thought\n"
    try Data(touched.utf8).write(to: file)
    let refused = try await experiment("pause", "annual-trial", "--yes", "-m", "why")
    #expect(refused.complaints.contains("has changes that are not committed"))
    #expect(!FileManager.default.fileExists(atPath: proof + "-filter"))
    #expect(!FileManager.default.fileExists(atPath: proof + "-hook"))
    try await git("config", "--unset", "core.fsmonitor")
    try await git("checkout", "--quiet", "--", ".")
    try await experiment("pause", "annual-trial", "--yes", "-m", "why").expect(0)
    #expect(FileManager.default.fileExists(atPath: proof + "-hook"))
  }

  /// Writes a hook before commits through another program: a program that other tests start at that
  /// moment would hold this process's open file, and a file that is open for writing cannot be
  /// executed.
  private func hook(_ commands: String, in folder: URL) async throws {
    let path = folder.appending(path: ".git/hooks/pre-commit").path()
    let script = #"printf '#!/bin/sh\n%s\n' "$1" > "$0" && chmod 755 "$0""#
    try await run(URL(filePath: "/bin/sh"), ["-c", script, path, commands], environment: [:])
      .expect(0)
  }

  @Test(.inRepository) func `A hook may say more than a pipe holds`() async throws {
    try await hook("head -c 300000 /dev/zero | tr '\\0' x >&2", in: folder)
    try await experiment("pause", "annual-trial", "--yes", "-m", "why").expect(0)
  }

  @Test(.inRepository)
  func `A commit that a hook refuses leaves the file written, and says both`() async throws {
    try await hook("echo 'a ticket is missing' >&2\nexit 1", in: folder)
    let head = try await git("rev-parse", "HEAD")
    let run = try await experiment("pause", "annual-trial", "--yes", "-m", "why")
    run.expect(
      3,
      complains:
        "annual-trial.yaml was written, and not committed: git commit failed: a ticket is missing",
      "help: run it by hand in ")
    #expect(try text("Experiments/annual-trial.yaml").contains("\nstatus: paused\n"))
    #expect(try await git("rev-parse", "HEAD") == head)
  }

  @Test(.inExample) func `A machine without git says what needs it`() async throws {
    let run = try await run(
      Program.url, ["check", "--base", "HEAD", "--config", folder.path()],
      environment: ["PATH": "/nowhere"])
    run.expect(
      3, complains: "--base needs git, and the program 'git' cannot be run here",
      "help: install git")
  }

  @Test(.inRepository)
  func `A base with mistakes is said to be one, and nothing is compared with it`() async throws {
    try replace("selected: ", by: "selektiert: ", in: "Paywalls/standard.yaml", of: folder)
    try await git("commit", "--quiet", "-a", "-m", "A slip")
    try replace("selektiert: ", by: "selected: ", in: "Paywalls/standard.yaml", of: folder)
    let run = try await paywall("check", "--base", "HEAD", in: folder)
    run.expect(
      1, prints: "the configuration of HEAD has errors, so nothing was compared with it",
      "help: compare with a revision that 'paywall check'")
  }

  @Test(.inExample) func `A folder without git says why -m and --base cannot be`() async throws {
    let run = try await experiment("pause", "annual-trial", "--yes", "-m", "why")
    run.expect(3, complains: "in no git repository")
    let check = try await paywall("check", "--base", "HEAD", in: folder)
    check.expect(3, complains: "--base needs git")
    try await experiment("pause", "annual-trial", "--yes").expect(0)
  }

  @Test(.inRepository)
  func `A plan counts recorded visitors, and names the line that it cannot read`() async throws {
    let file = folder.appending(path: "Paywalls/targeting/placements.yaml")
    let edited = try text("Paywalls/targeting/placements.yaml")
      .replacing("default: standard", with: "default: lite")
    try Data(edited.utf8).write(to: file)
    let visitors = folder.appending(path: "visitors.ndjson")
    // The first keeps the variant that is recorded; the second gets the default.
    try Data(
      """
      {"attributes":{"userId":"user-7","country":"GB"},"recorded":{"annual-trial":"trial"}}
      {"attributes":{"userId":7,"country":"FR"}}

      """.utf8
    ).write(to: visitors)
    try await paywall("plan", "--visitors", visitors.path(), "--detailed-exitcode", in: folder)
      .expect(4, prints: "onboarding: 1 of 2 visitors")
    try Data("{\"attributes\":{}}\n{\"x\":1}\n".utf8).write(to: visitors)
    let wrong = try await paywall("plan", "--visitors", visitors.path(), in: folder)
    wrong.expect(1, complains: "visitors.ndjson:2: ")
  }

  @Test(.inRepository)
  func `check --base finds a hand edit that would draw enrolled visitors again`() async throws {
    try await paywall("check", "--base", "HEAD", in: folder).expect(0)
    let file = folder.appending(path: "Experiments/annual-trial.yaml")
    let edited = try text("Experiments/annual-trial.yaml")
      .replacing("seed: 7f3a9c21", with: "seed: 0f3a9c21")
    try Data(edited.utf8).write(to: file)
    let line =
      1
      + (edited.prefix(upTo: try #require(edited.range(of: "seed:")).lowerBound)
        .count { $0 == "\n" })
    let run = try await paywall("check", "--base", "HEAD", in: folder)
    run.expect(1, prints: "Experiments/annual-trial.yaml:\(line):1: error: ", "7f3a9c21", "help: ")
    let unknown = try await paywall("check", "--base", "no-such", in: folder)
    unknown.expect(3, complains: "'no-such' is no revision")
  }
}

/// A copy of the example app in a repository of its own, committed.
func withRepository<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  try await withCopyOfExample { folder in
    try await git("init", "--quiet", in: folder)
    try await git("config", "user.name", "A marketer", in: folder)
    try await git("config", "user.email", "growth@example.com", in: folder)
    try await git("add", ".", in: folder)
    try await git("commit", "--quiet", "-m", "The example", in: folder)
    return try await body(folder)
  }
}

@discardableResult
func git(_ arguments: String..., in place: URL = folder) async throws -> String {
  let answer = try await run(
    URL(filePath: "/usr/bin/env"), ["git", "-C", place.path()] + arguments, environment: [:])
  try #require(answer.status == 0, "\(answer.complaints)")
  return answer.output.trimmingCharacters(in: .whitespacesAndNewlines)
}
