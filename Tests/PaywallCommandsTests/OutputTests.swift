import Foundation
import Testing

/// The output of each command on the example app, in a pipe, kept as text so that review shows each
/// change. `RECORD_OUTPUT=1 swift test --filter OutputTests` records the files again.
@Suite struct OutputTests {
  static let commands: [String: [String]] = [
    "check": ["check"],
    "experiment-list": ["experiment", "list"],
    "experiment-show": ["experiment", "show", "annual-trial"],
    "experiment-create": [
      "experiment", "create", "gift-first", "--placement", "export", "--variant",
      "control=standard", "--variant", "gift=gift-wall:30%", "--title", "Gifts first", "--layer",
      "wording", "--audience", "{ country: [NO, SE] }", "--primary", "paidRate", "--dry-run",
    ],
    "experiment-create-unfinished": ["experiment", "create", "gift-first"],
    "experiment-start": [
      "experiment", "start", "lite-first", "--at", "2099-01-01T09:00Z", "--baseline", "4%",
      "--lift", "10%", "--per-day", "3000", "--dry-run",
    ],
    "experiment-set": ["experiment", "set", "annual-trial", "traffic=80%", "--dry-run"],
    "experiment-set-frozen": ["experiment", "set", "annual-trial", "traffic=10%", "--dry-run"],
    "experiment-set-wrong": ["experiment", "set", "annual-trial", "trafic=80%", "--dry-run"],
    "experiment-pause": ["experiment", "pause", "annual-trial", "--dry-run"],
    "experiment-resume": ["experiment", "resume", "annual-trial", "--dry-run"],
    "experiment-stop": [
      "experiment", "stop", "annual-trial", "--after", "winner", "--winner", "trial", "--dry-run",
    ],
    "experiment-stop-undecided": ["experiment", "stop", "annual-trial", "--yes"],
    "experiment-restart": [
      "experiment", "restart", "annual-trial", "variants.trial.paywall=lite", "--at",
      "2099-01-01T09:00Z", "--dry-run",
    ],
    "experiment-archive": ["experiment", "archive", "team-or-solo", "--dry-run"],
    "experiment-delete": ["experiment", "delete", "lite-first", "--dry-run"],
    "explain": [
      "explain", "--placement", "onboarding", "--user", "user-7", "--country", "GB", "--at",
      "2026-11-21T12:00Z",
    ],
    "explain-as": [
      "explain", "--placement", "onboarding", "--as", "left-in-october", "--at",
      "2026-11-21T12:00Z",
    ],
    "explain-why-not": [
      "explain", "--placement", "onboarding", "--user", "user-7", "--country", "DE", "--why-not",
      "annual-trial", "--at", "2026-11-21T12:00Z",
    ],
    "simulate": [
      "simulate", "annual-trial", "--visitors", "20000", "--baseline", "4%", "--lift", "10%",
      "--per-day", "3000",
    ],
    "doctor": ["doctor", "--port", "0"],
    "doctor-wrong": [
      "doctor", "--host", "0.0.0.0", "--offer-key", "gone.p8", "--offer-key-id", "abc",
      "--apple-root", "gone.pem", "--state-dir", "/nowhere/at/all", "--ledger", "memory",
      "--port", "0",
    ],
    "fmt": ["fmt", "--check"],
    "schema": ["schema", "keys"],
    "key-list-none": ["key", "list"],
    "key-revoke-unknown": ["key", "revoke", "app", "--yes"],
    "key-create-add": ["key", "create", "--role", "client", "--name", "app", "--add", "--dry-run"],
    "plan": ["plan", "BEFORE", "AFTER", "--at", "2026-11-21T12:00Z", "--count", "2000"],
    "plan-markdown": [
      "plan", "BEFORE", "AFTER", "--at", "2026-11-21T12:00Z", "--count", "2000", "--format",
      "markdown",
    ],
    "plan-without-git": ["plan"],
  ]

  @Test(arguments: commands.keys.sorted())
  func `The output of a command is the text on file`(name: String) async throws {
    let arguments = try #require(Self.commands[name])
    let printed = try await withCopyOfExample { folder in
      let after = folder.appending(path: "after")
      try change(folder, into: after)
      let run = try await run(
        Program.url,
        arguments.map { $0 == "BEFORE" ? folder.path() : $0 == "AFTER" ? after.path() : $0 }
          + ["--config", folder.path()], environment: ["GIT_CEILING_DIRECTORIES": "/"])
      return "\(run.output)\(run.complaints)exit \(run.status)\n"
        .replacing(folder.path(), with: "FOLDER/")
        .replacing(/digest: [0-9a-f]{64}/, with: "digest: DIGEST")
        .replacing(/(?m)^\w+ +(disk|port) .*\n/, with: "")
        .replacing(/seed: [0-9a-f]{8}/, with: "seed: 5eed5eed")
        .replacing(/(from|until): \d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z/) { "\($0.1): NOW" }
        .replacing(/'[^']*' is in no git/, with: "'FOLDER' is in no git")
    }
    if ProcessInfo.processInfo.environment["RECORD_OUTPUT"] != nil {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Output/\(name).txt")
      try Data(printed.utf8).write(to: file)
      return
    }
    let file = try #require(Bundle.module.url(forResource: "Output/\(name)", withExtension: "txt"))
    #expect(printed == (try String(contentsOf: file, encoding: .utf8)))
  }

  /// Makes the same app a week later: more traffic, another rule, another order of products.
  private func change(_ folder: URL, into after: URL) throws {
    try FileManager.default.createDirectory(at: after, withIntermediateDirectories: true)
    for name in ["Paywalls", "Experiments"] {
      try FileManager.default.copyItem(
        at: folder.appending(path: name), to: after.appending(path: name))
    }
    for (path, old, new) in [
      ("Experiments/annual-trial.yaml", "traffic: 50%", "traffic: 80%"),
      ("Paywalls/targeting/placements.yaml", "default: standard", "default: lite"),
    ] {
      let file = after.appending(path: path)
      let text = try String(contentsOf: file, encoding: .utf8)
      try #require(text.contains(old))
      try Data(text.replacing(old, with: new, maxReplacements: 1).utf8).write(to: file)
    }
  }
}
