import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// The common parts of all commands: their words, their variables, the folder they are run in.
@Suite struct CommandLineTests {
  @Test(arguments: [
    (
      ["experimnt", "list"], "there is no command 'paywall experimnt'",
      "did you mean 'paywall experiment list'?"
    ),
    (
      ["experiment", "strat", "x"], "there is no command 'paywall experiment strat'",
      "did you mean 'paywall experiment start'?"
    ),
    (["frobnicate"], "there is no command 'paywall frobnicate'", "'paywall --help' lists them"),
    (
      ["experiment", "list", "--confg", "."], "unknown option '--confg'",
      "did you mean '--config'?"
    ),
    (
      ["experiment", "set"], "missing expected argument '<experiment>'",
      "see 'paywall experiment set --help'"
    ),
  ])
  func `A wrong word is answered with the right one`(
    words: [String], message: String, help: String
  ) async throws {
    let run = try await paywall(words).expect(2)
    #expect(run.complaints == "error: \(message)\nhelp: \(help)\n")
    #expect(run.output.isEmpty)
  }

  @Test(arguments: ["wall", "paywall"])
  func `Paywalls go by both words`(word: String) async throws {
    try await paywall(word, "list", "--config", example).expect(0, prints: "standard-trial")
  }

  @Test(.inExample) func `The folder is found from below`() async throws {
    for below in ["Experiments", "Paywalls/targeting"] {
      let run = try await run(
        URL(filePath: "/usr/bin/env"),
        ["--chdir", folder.appending(path: below).path(), Program.url.path(), "check"],
        environment: [:])
      run.expect(0)
    }
  }

  @Test(.inExample)
  func `A variable counts for every command, and the command line before it`() async throws {
    let environment = ["PAYWALL_CONFIG": folder.path()]
    try Data("title: x\n".utf8).write(to: folder.appending(path: "Paywalls/broken.yaml"))
    try await run(Program.url, ["check"], environment: environment).expect(1)
    try await run(Program.url, ["check", "--config", example], environment: environment).expect(0)
  }

  @Test
  func `A variable that means nothing is warned of, except those of Kubernetes`() async throws {
    let list = try await run(
      Program.url, ["experiment", "list", "--config", example],
      environment: [
        "PAYWALL_CONFG": "x", "PAYWALL_SERVICE_HOST": "10.0.0.1", "PAYWALL_SERVICE_PORT": "80",
        "PAYWALL_SERVICE_PORT_HTTP": "80", "PAYWALL_PORT": "tcp://10.0.0.1:80",
        "PAYWALL_PORT_80_TCP": "tcp://10.0.0.1:80", "PAYWALL_PORT_80_TCP_ADDR": "10.0.0.1",
      ])
    list.expect(0)
    #expect(
      list.complaints
        == "warning: the variable PAYWALL_CONFG means nothing; did you mean PAYWALL_CONFIG?\n")
    let doctor = try await run(
      Program.url, ["doctor", "--config", example, "--port", "0"],
      environment: ["PAYWALL_PORT": "tcp://10.0.0.1:80"])
    #expect(!doctor.output.contains("tcp://"), "\(doctor.output)")
  }

  @Test(.inExample) func `Quiet prints errors and answers only`() async throws {
    let quiet = try await experiment("pause", "annual-trial", "--yes", "-q").expect(0)
    #expect(quiet.output.isEmpty && quiet.complaints.isEmpty, "\(quiet.output)")
    let wrong = try await experiment("pause", "annual-trial", "--yes", "--quiet")
    #expect(
      wrong.complaints
        == "error: 'annual-trial' is paused already\n"
        + "help: 'paywall experiment resume annual-trial' continues it\n")
    let list = try await paywall("-q", "experiment", "list", in: folder)
    #expect(list.output.contains("annual-trial"))
  }

  @Test(arguments: ["40", "80"])
  func `An example is one line, however narrow the terminal`(columns: String) async throws {
    let script =
      "stty cols \(columns); exec env TERM=xterm \(Program.url.path()) experiment list --help"
    let run = try await run(
      URL(filePath: "/usr/bin/script"), ["-qec", script, "/dev/null"], environment: [:])
    #expect(
      run.output.contains(
        "  paywall experiment list --json | jq '.[] | select(.stage == \"running\") | .id'"))
  }

  @Test(.inFolder)
  func `There is a manual page of every command, which man can read`() async throws {
    try await paywall("man", "--out", folder.path()).expect(0)
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    #expect(pages.contains("paywall.1") && pages.contains("paywall-experiment-start.1"))
    #expect(pages.count == HelpTests.all(under: PaywallCommand.self).count)
    let page = try text("paywall-experiment-start.1")
    #expect(page.hasPrefix(".TH \"PAYWALL-EXPERIMENT-START\" \"1\""))
    #expect(page.contains(".B \\-\\-slice <slice>\n"))
    #expect(page.contains(".SH EXAMPLES\n.nf\npaywall experiment start lite\\-first\n"))
    let single = try await paywall("man", "experiment", "start")
    #expect(single.output == page)
    try await paywall("man", "experiment", "strat").expect(2)
  }
}
