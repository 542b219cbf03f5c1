package import ArgumentParser

extension CommandConfiguration {
  /// A command whose help ends with examples.
  ///
  /// - Parameters:
  ///   - text: further sentences below the abstract.
  ///   - examples: lines as they are typed.
  package init(
    _ name: String, _ abstract: String, _ text: String? = nil, examples: String...,
    subcommands: [any ParsableCommand.Type] = [], aliases: [String] = []
  ) {
    self.init(name, abstract, text, examples: examples, subcommands: subcommands, aliases: aliases)
  }

  package init(
    _ name: String, _ abstract: String, _ text: String? = nil, examples: [String],
    subcommands: [any ParsableCommand.Type] = [], aliases: [String] = []
  ) {
    let lines = (["EXAMPLE"] + examples.map { "  \($0)" }).joined(separator: "\n")
    self.init(
      commandName: name, abstract: abstract,
      discussion: text.map { "\($0)\n\n\(lines)" } ?? lines, subcommands: subcommands,
      aliases: aliases)
  }
}
