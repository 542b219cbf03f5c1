import ArgumentParser

/// `paywall key`.
struct KeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Make API keys.",
    discussion: """
      EXAMPLE
        paywall key create --role client --name app
      """,
    subcommands: [KeyCreate.self])
}
