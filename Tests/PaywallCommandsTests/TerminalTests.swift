import Foundation
import LocalAppStoreStories
import TestSupport
import Testing

/// Commands on a terminal.
@Suite struct TerminalTests {
  @Test(.inExample, arguments: ["n\n", "\n", "no\n", "nonsense\n", ""])
  func `Anything but yes changes nothing, and the exit code is 1`(answer: String) async throws {
    let before = try text("Experiments/annual-trial.yaml")
    let run = try await onTerminal(
      "experiment", "pause", "annual-trial", "--config", folder.path(), answering: answer)
    run.expect(1, prints: "Pause 'annual-trial'? [y/N]", "Nothing was changed.")
    #expect(try text("Experiments/annual-trial.yaml") == before)
  }

  @Test(.inExample) func `Yes writes it, in colour`() async throws {
    let run = try await onTerminal(
      "experiment", "pause", "annual-trial", "--config", folder.path(), answering: "y\n")
    run.expect(
      0, prints: "\u{1B}[31m- status: running\u{1B}[0m", "\u{1B}[32m+ status: paused\u{1B}[0m")
    #expect(try text("Experiments/annual-trial.yaml").contains("\nstatus: paused\n"))
  }

  @Test(.inExample) func `Control-C at a question changes nothing`() async throws {
    let before = try text("Experiments/annual-trial.yaml")
    let run = try await onTerminal(
      "experiment", "stop", "annual-trial", "--config", folder.path(), answering: "\u{3}",
      once: "[keep]: ")
    run.expect(130, prints: "What do its visitors get: keep, control or winner? [keep]")
    #expect(try text("Experiments/annual-trial.yaml") == before)
  }

  @Test(.inExample)
  func `Of two commands at once the second says that the files have changed`() async throws {
    let before = try text("Experiments/annual-trial.yaml")
    let run = try await onTerminal(
      "experiment", "pause", "annual-trial", "--config", folder.path(), answering: "y\n",
      once: "[y/N]: "
    ) {
      try await experiment("delete", "lite-first", "--yes").expect(0)
    }
    run.expect(3, prints: "the configuration changed meanwhile, so nothing was written")
    #expect(try text("Experiments/annual-trial.yaml") == before)
  }

  @Test(.inExample)
  func `A draft is asked for question by question, and a wrong name is asked again`() async throws {
    let answers = [
      "?", "Gifts first", "", "exprot", "export", "contry: [DE]", "?", "DE, AT", "", "The gift",
      "gift", "gift-wall", "", "70% 20%", "70% 30%", "20%", "wording", "?", "revenue", "", "y",
    ]
    let run = try await onTerminal(
      "experiment", "create", "gift-first", "--config", folder.path(),
      answering: answers.map { $0 + "\n" }.joined())
    run.expect(0, prints: "did you mean 'export'?")
    // A question mark explains the question, which is then asked again.
    #expect(run.output.contains("in lists and on the results.\nTitle (may be empty): "))
    #expect(run.output.contains("countries like DE, AT, or a condition"))
    #expect(run.output.contains("'The gift' cannot be the name of a variant"))
    #expect(run.output.contains("the first a letter or a digit: 'The-gift'"))
    #expect(run.output.contains("Metric that decides [proceedsPerVisitor]: "))
    #expect(run.output.contains("there is no metric 'revenue'"))
    #expect(run.output.contains("there is no attribute 'contry'"))
    #expect(run.output.contains("trialToPaid"))
    let written = try text("Experiments/gift-first.yaml")
    #expect(run.output.contains("Shares of 'control' and 'gift' [50% 50%]: "))
    #expect(run.output.contains("these are not 2 shares of 100%"))
    #expect(written.contains("\ntraffic: 20%"))
    #expect(written.contains("title: Gifts first\n"))
    #expect(written.contains("\naudience: { country: [DE, AT] }"))
    #expect(written.contains("gift:    { share: 30%, paywall: gift-wall }"))
    try await paywall("check", in: folder).expect(0)
  }
}

/// Runs the program on a terminal of 80 columns where somebody types these answers, at once or when
/// a question has been asked.
func onTerminal(
  _ arguments: String..., answering answers: String, once question: String = "",
  meanwhile: () async throws -> Void = {}
) async throws -> Run {
  let command = ([Program.url.path()] + arguments).map { "'\($0)'" }.joined(separator: " ")
  let script = [
    "-qec", "stty cols 80; exec env -u NO_COLOR TERM=xterm --default-signal=INT \(command)",
    "/dev/null",
  ]
  return try await Turns.programs.take {
    let child = try ChildProcess("/usr/bin/script", script)
    let asked = try await child.output(until: question)
    try await meanwhile()
    try child.input.write(contentsOf: Data(answers.utf8))
    try child.input.close()
    var run = try await child.end()
    run.output = (asked + run.output).replacing("\r\n", with: "\n")
    return run
  }
}
