import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// The commands as a person at a shell sees them, on the example app.
@Suite struct AnswerTests {
  @Test func `The example app has no mistakes`() async throws {
    let run = try await paywall("check", "--config", example).expect(0)
    #expect(run.output.hasPrefix("no mistakes in "))
    #expect(run.complaints.isEmpty)
  }

  @Test(.inExample)
  func `A mistake is reported with its place and a hint, and the exit code is 1`() async throws {
    let file = folder.appending(path: "Paywalls/lite.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacing("season_2026", with: "season_2062").utf8).write(to: file)
    let run = try await paywall("check", in: folder)
    run.expect(
      1, prints: "Paywalls/lite.yaml:6:5: error: ", "  - season_2062\n", "    ^^^^^^^^^^^\n",
      "help: did you mean 'season_2026'?")

    let annotated = try await paywall("check", "--format", "github", in: folder)
    annotated.expect(1, prints: "::error file=Paywalls/lite.yaml,line=6,col=5,endColumn=16::")

    let report = try json(await paywall("check", "--format", "json", in: folder).output)
    #expect((report as? [String: Any])?["errors"] as? Int == 1)

    let list = try await paywall("paywall", "list", in: folder).expect(1)
    #expect(list.output.isEmpty)
    #expect(list.complaints.contains("season_2062"))
  }

  @Test(.inExample)
  func `The schemas that were written, or are out of date, come as JSON`() async throws {
    func schema(_ options: String...) async throws -> (Int32, [String: [String]]) {
      let run = try await paywall(["schema", "--json"] + options, in: folder)
      let card = try #require(json(run.output) as? [String: Any])
      return (run.status, card.compactMapValues { $0 as? [String] })
    }
    let (fresh, written) = try await schema()
    #expect(fresh == 0 && written["written"]?.count == 18 && written["stale"] == [])
    try Data("{}".utf8).write(to: folder.appending(path: ".schema/keys.json"))
    let (status, checked) = try await schema("--check")
    #expect(status == 1 && checked == ["stale": ["keys"], "written": []])
    let (again, rest) = try await schema()
    #expect(again == 0 && rest["written"] == ["keys"])
  }

  @Test(arguments: [
    ["experiment", "list"], ["experiment", "show", "annual-trial"],
    ["paywall", "list"], ["paywall", "show", "standard"],
    ["placement", "list"], ["placement", "show", "onboarding"],
    ["offer", "list"], ["explain", "--placement", "onboarding", "--user", "user-7"],
  ])
  func `Every answer comes as text without colour in a pipe`(arguments: [String]) async throws {
    let plain = try await paywall(arguments + ["--config", example]).expect(0)
    #expect(!plain.output.isEmpty && !plain.output.contains("\u{1B}"))
  }

  @Test(arguments: [
    ["chek"], ["check", "--format", "xml"], ["explain"], ["experiment", "show"],
    ["explain", "--placement", "onboarding", "--at", "someday"],
    ["offer", "verify", "--offer-key", "k.pem", "--offer-key-id", "K"],
  ])
  func `Wrong usage exits with 2 and says what is right`(arguments: [String]) async throws {
    let run = try await run(Program.url, arguments, environment: ["PWD": example]).expect(2)
    #expect(run.output.isEmpty)
    #expect(!run.complaints.isEmpty)
  }

  /// The worked visitors of the bucket specification, with the seeds of the example.
  @Test(arguments: [("user-7", "trial", "standard-trial"), ("user-15", "control", "standard")])
  func `A visitor's variant is explained`(user: String, variant: String, paywall: String)
    async throws
  {
    let run = try await PaywallCommandsTests.paywall(
      "explain", "--config", example, "--placement", "onboarding", "--user", user,
      "--country", "GB", "--at", "2026-12-01T09:00Z")
    run.expect(0, prints: "annual-trial", variant, paywall)
  }

  @Test func `A folder that is not there is something outside, not an answer`() async throws {
    let run = try await paywall("check", "--config", example + "/Paywals").expect(3)
    #expect(run.output.isEmpty)
    #expect(run.complaints.contains("help: --config takes the folder"))
  }

  @Test func `What was probably mistyped is noted beside the explanation`() async throws {
    try await paywall("explain", "--config", example, "--placement", "onbording", "--country", "UK")
      .expect(0, complains: "did you mean 'onboarding'?", "'UK' is not a country code")
  }

  @Test func `On a terminal there is colour, unless NO_COLOR is set`() async throws {
    let script = URL(filePath: "/usr/bin/script")
    try #require(FileManager.default.isExecutableFile(atPath: script.path()))
    let command = "\(Program.url.path()) experiment list --config \(example)"
    let coloured = try await run(
      script, ["-qec", command, "/dev/null"], environment: ["TERM": "xterm", "NO_COLOR": ""])
    #expect(coloured.output.contains("\u{1B}[1m"))
    let plain = try await run(
      script, ["-qec", command, "/dev/null"], environment: ["TERM": "xterm", "NO_COLOR": "1"])
    #expect(!plain.output.contains("\u{1B}"))
  }

  @Test(.inExample)
  func `In a narrow terminal a table is cut to the width, and never wraps`() async throws {
    let script = URL(filePath: "/usr/bin/script")
    try #require(FileManager.default.isExecutableFile(atPath: script.path()))
    // A copy has no ledger, which a server of this checkout may have made.
    let command =
      "stty cols 50; \(Program.url.path()) experiment list --config \(folder.path())"
    let narrow = try await run(
      script, ["-qec", command, "/dev/null"], environment: ["TERM": "xterm", "NO_COLOR": "1"])
    let lines = narrow.output.split(whereSeparator: \.isNewline)
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.count <= 50 })
    #expect(narrow.output.contains("…"))
  }

  @Test(arguments: [(5, 1), (20, 2), (33, 4), (48, 5), (49, 6), (61, 7), (62, 8), (1_000, 8)])
  func `Columns that cannot fit are left out, and the header says that there are more`(
    width: Int, columns: Int
  ) {
    let titles = (1...8).map { "COLUMN \($0)" }
    let cells = titles.map { $0 + " with words" }
    let lines = Table(titles: titles, rows: [cells]).text(
      for: Console(isTerminal: true, usesColour: false, width: width)
    ).split(separator: "\n")
    #expect(lines.allSatisfy { displayWidth(String($0)) <= width })
    // Each column has at least 6 places, with 2 between two; the ellipsis has one, and 2 before it.
    #expect(lines[1].split(separator: "  ").count == columns)
    #expect(lines[0].hasSuffix("  …") == (columns < 8))
  }

  @Test func `A key is printed once, with the digest that lets it in`() async throws {
    let made = try #require(
      try json(
        await paywall("key", "create", "--role", "server", "--name", "backend", "--json").output)
        as? [String: Any])
    let key = try #require(made["key"] as? String)
    #expect(key.hasPrefix("pw_server_") && key.count == 10 + 48)
    let sum = try await run(
      URL(filePath: "/bin/sh"), ["-c", "printf %s '\(key)' | sha256sum"], environment: [:])
    #expect(sum.output.hasPrefix("\(made["digest"] as? String ?? "?") "))
    try await withCopyOfExample { folder in
      let line = "  backend: { role: server, digest: \(made["digest"] as? String ?? "") }"
      try Data("keys:\n\(line)\n".utf8)
        .write(to: folder.appending(path: "Paywalls/store/keys.yaml"))
      try await paywall("check", in: folder).expect(0)
    }
    try await paywall("key", "create", "--role", "king").expect(2)
    try await paywall("key", "create", "--role", "client", "--name", "Ä").expect(2)
  }
}
