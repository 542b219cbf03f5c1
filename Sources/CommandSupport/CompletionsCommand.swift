package import ArgumentParser

/// `completions`.
package struct CompletionsCommand<Root: Program>: AsyncParsableCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      "completions", "Let a shell complete commands, options and the names in your files.",
      examples: "\(Root.name) completions install", "\(Root.name) completions install zsh",
      subcommands: [CompletionsInstall<Root>.self])
  }

  package init() {}
}
