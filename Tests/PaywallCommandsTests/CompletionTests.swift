import Foundation
import Testing

/// The completions of a shell after a Tab, as the scripts of `--generate-completion-script` ask for
/// them.
@Suite struct CompletionTests {
  @Test(
    .inExample,
    arguments: [
      (["experiment", "pause"], "positional@0", ["annual-trial", "lite-first", "team-or-solo"]),
      (["explain"], "--placement", ["export", "onboarding", "session-end", "settings"]),
      (["explain"], "--as", ["left-in-october", "team-in-mumbai", "trial-in-london"]),
      (
        ["paywall", "show"], "positional@0",
        ["come-back-wall", "gift-wall", "lite", "standard", "standard-trial", "team-wall"]
      ),
      (["key", "revoke"], "positional@0", ["app", "backend"]),
    ] as [([String], String, [String])])
  func `A shell offers what the folder holds`(
    _ command: [String], _ argument: String, _ offered: [String]
  ) async throws {
    let digest = String(repeating: "1a", count: 32)
    try Data(
      """
      keys:
        backend: { role: server, digest: \(String(repeating: "2b", count: 32)) }
        app: { role: client, digest: \(digest) }

      """.utf8
    ).write(to: folder.appending(path: "Paywalls/store/keys.yaml"))
    #expect(try await completions(command, argument, in: folder) == offered)
    let nowhere = folder.appending(path: "nowhere")
    #expect(try await completions(command, argument, in: nowhere) == [])
  }

  private func completions(
    _ command: [String], _ argument: String, in folder: URL
  ) async throws -> [String] {
    let words = ["paywall"] + command + ["--config", folder.path(), ""]
    let run = try await run(
      Program.url,
      ["---completion"] + command + ["--", argument, "\(words.count - 1)", "0"] + words,
      environment: ["SAP_SHELL": "bash"])
    run.expect(0)
    return run.output.split(separator: "\n").map(String.init)
  }
}
