import ArgumentParser
import Foundation

/// The command line and the variables of the process, before they are parsed.
struct CommandLineInput {
  private(set) var arguments: [String]
  private let root: any ParsableCommand.Type
  private let server: any ParsableCommand.Type
  private let isQuiet: Bool
  private let variables: EnvironmentVariables

  /// - Parameter server: the command whose options the variables give.
  init(
    _ typed: [String], _ environment: [String: String], of root: any ParsableCommand.Type,
    variablesOf server: any ParsableCommand.Type
  ) {
    self.root = root
    self.server = server
    let joined = TypedArguments.joined(typed)
    let end = joined.firstIndex(of: "--") ?? joined.endIndex
    let isQuiet: (String) -> Bool = { $0 == "-q" || $0 == "--quiet" }
    self.isQuiet = joined[..<end].contains(where: isQuiet)
    arguments = joined[..<end].filter { !isQuiet($0) } + joined[end...]
    variables = EnvironmentVariables(environment)
  }

  /// The command that is named. A line that begins with an option is for the parser alone.
  var words: CommandWords {
    CommandWords(arguments.first?.hasPrefix("-") ?? true ? [] : arguments, of: root)
  }

  /// Takes what Kubernetes sets out of the process, and keeps `--quiet` for the console.
  func adoptEnvironment() {
    for name in variables.ofKubernetes { unsafe unsetenv(name) }
    if isQuiet { unsafe setenv(Console.quietVariable, "1", 1) }
  }

  /// Warns of variables that mean nothing, and adds the options that variables give.
  ///
  /// - Throws: a failure for a word that names no command.
  mutating func complete(on console: Console) throws {
    try words.check()
    guard !variables.isEmpty, !words.isEmpty else { return }
    // A description of all commands takes longer than most commands: two are enough.
    let serve = try CommandDescription(of: server)
    let command = try CommandDescription(of: words.command)
    let unknown = variables.unknown(to: [serve, command])
    if !unknown.isEmpty {
      let all = try CommandDescription(of: root).all
      for warning in variables.warnings(of: unknown, for: all) { console.note(warning) }
    }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    arguments.insert(contentsOf: variables.options(for: command, arguments, of: serve), at: end)
  }
}

extension Failure {
  /// A command line that cannot be parsed, in the parser's words.
  init(usage message: String, of words: CommandWords) {
    let help = "see '\(words.text) --help'"
    let parts = message.split(separator: ". Did you mean ", maxSplits: 1).map(String.init)
    let first = parts.first ?? message
    // A name in quotes or an option keeps its case.
    let start = first.prefix(1).lowercased() + first.dropFirst()
    self.init(
      .wrongUsage, start.hasSuffix(".") ? String(start.dropLast()) : start,
      help: parts.count == 2 ? "did you mean \(parts[1])" : help)
  }
}
