import ArgumentParser
import CommandSupport
import Testing

@testable import LocalAppStoreCommands
@testable import PaywallCommands

/// Words that people type, and the command that the answer names.
@Suite struct CommandGuessTests {
  @Test(arguments: [
    ("status", "experiment list"), ("results", "experiment results"), ("list", "experiment list"),
    ("start", "experiment start"), ("pause", "experiment pause"), ("stop", "experiment stop"),
    ("validate", "check"), ("diff", "plan"), ("version", "--version"),
    ("undo", "experiment rollout EXPERIMENT --undo"),
    ("rollback", "experiment rollout EXPERIMENT --undo"),
    ("experiments list", "experiment list"), ("experiments", "experiment"),
    ("experiments status", "experiment results"), ("experiment ls", "experiment list"),
    ("experiment launch", "experiment start"), ("experiment new", "experiment create"),
    ("keys", "key"), ("keys remove", "key revoke"), ("key add", "key create"),
    ("offers", "offer"), ("forget", "ledger forget"), ("chekc", "check"), ("explian", "explain"),
    ("ledger view", "ledger show"), ("Results", "experiment results"),
  ])
  func `A word that is no command is answered with the one that is meant`(
    typed: String, meant: String
  ) async throws {
    let words = typed.split(separator: " ").map(String.init)
    try await paywall(words).expect(2, complains: "help: did you mean 'paywall \(meant)'?")
    // The answer is a command.
    let path = meant.split(separator: " ").map(String.init).filter { $0 != "EXPERIMENT" }
    let command = path.filter { !$0.hasPrefix("--") }
    try await paywall(command + ["--help"]).expect(0)
  }
  @Test func `A command that the local App Store has now is answered with the line to type`()
    async throws
  {
    let there = LocalAppStoreCommand.configuration.subcommands.compactMap {
      $0.configuration.commandName
    }
    // These were never commands of the other program.
    let new: Set = ["schema", "man", "completions", "stay", "retention"]
    #expect(AppStoreCommand.former == Set(there).subtracting(new))
    for typed in [["appstore"], ["help", "appstore"]] {
      let refused = try await paywall(typed + ["buy", "pro yearly", "--customer", "ada"]).expect(64)
      #expect(
        refused.complaints == """
          error: 'paywall appstore buy' is a command of another program now
          help: type 'local-app-store buy 'pro yearly' --customer ada'

          """)
    }
  }
}
