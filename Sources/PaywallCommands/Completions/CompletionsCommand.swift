import ArgumentParser

/// `paywall completions`.
struct CompletionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "completions", "Let a shell complete commands, options and the names in your files.",
    examples: "paywall completions install",
    "paywall completions install zsh",
    subcommands: [CompletionsInstall.self])
}
