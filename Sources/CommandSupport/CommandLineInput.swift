import ArgumentParser
import Foundation

/// The command line and the variables of the process, before they are parsed.
package struct CommandLineInput {
  package private(set) var arguments: [String]
  private let root: any Program.Type
  private let isQuiet: Bool
  private let variables: EnvironmentVariables

  package init(
    _ typed: [String], _ environment: [String: String], of root: any Program.Type
  ) {
    self.root = root
    let joined = TypedArguments.joined(typed)
    let end = joined.firstIndex(of: "--") ?? joined.endIndex
    let isQuiet: (String) -> Bool = { $0 == "-q" || $0 == "--quiet" }
    self.isQuiet = joined[..<end].contains(where: isQuiet)
    arguments = joined[..<end].filter { !isQuiet($0) } + joined[end...]
    variables = EnvironmentVariables(environment)
  }

  /// The command that is named. A line that begins with an option is for the parser alone.
  package var words: CommandWords {
    CommandWords(arguments.first?.hasPrefix("-") ?? true ? [] : arguments, of: root)
  }

  /// Takes what Kubernetes sets out of the process, and keeps `--quiet` for the console.
  package func adoptEnvironment() {
    for name in variables.ofKubernetes { unsafe unsetenv(name) }
    if isQuiet { unsafe setenv(Console.quietVariable, "1", 1) }
  }

  /// Warns of variables that mean nothing, and adds the options that variables give.
  ///
  /// - Throws: a failure for a word that names no command.
  package mutating func complete(on console: Console) throws {
    try words.check()
    guard !variables.isEmpty, !words.isEmpty else { return }
    // A description of all commands takes longer than most commands: two are enough.
    let command = try CommandDescription(of: words.command)
    var shared = root.sharedOptions
    if let server = try root.server.map({ try CommandDescription(of: $0) }) {
      shared.formUnion(server.options.compactMap(\.longName))
      let unknown = variables.unknown(to: [server, command])
      if !unknown.isEmpty {
        let all = try CommandDescription(of: root).all
        for warning in variables.warnings(of: unknown, for: all) { console.note(warning) }
      }
    }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    arguments.insert(contentsOf: variables.options(for: command, arguments, shared), at: end)
  }
}

extension CommandLineInput {
  /// The argument to type in place of one that the parser refused: a change of the line was tried,
  /// and the parser gets further with it.
  package func advice(on message: String) -> String? {
    if let match = message.firstMatch(of: /Unexpected argument '(.*)'$/) {
      let name = String(match.1)
      return parses(arguments.flatMap { $0 == name ? ["--placement", name] : [$0] })
        ? "write --placement \(name)" : nil
    }
    guard let match = message.firstMatch(of: /^The value '(.*)' is invalid for '(--[a-z-]+)/) else {
      return nil
    }
    let (refused, option) = (String(match.1), String(match.2))
    let isGrouped = refused.wholeMatch(of: /[0-9]{1,3}(,[0-9]{3})+/) != nil
    let number = refused.replacing(",", with: isGrouped ? "" : ".")
    // A number below one is a fraction: 0.04 is 4%.
    let fraction = number.wholeMatch(of: /0?\.[0-9]+/).flatMap {
      Decimal(string: String($0.output))
    }
    let share = fraction.map { "\($0 * 100)%" } ?? "\(number)%"
    let attempts = [number, share, "control=\(refused)"]
    let attempt = attempts.first { attempt in
      parses(
        arguments.map {
          $0 == refused ? attempt : $0 == "\(option)=\(refused)" ? "\(option)=\(attempt)" : $0
        }, butFor: attempt)
    }
    return attempt.map { "write \(option) \($0)" }
  }

  /// - Parameter value: further mistakes are none of this one; `nil` if there must be none.
  private func parses(_ arguments: [String], butFor value: String? = nil) -> Bool {
    do {
      _ = try root.parseAsRoot(arguments)
      return true
    } catch {
      return value.map { !root.message(for: error).contains("'\($0)'") } ?? false
    }
  }
}

extension Failure {
  /// A command line that cannot be parsed, in the parser's words.
  ///
  /// - Parameter advice: what to type instead, if that is known.
  package init(usage message: String, of words: CommandWords, advice: String? = nil) {
    let help = advice ?? "see '\(words.text) --help'"
    let parts = message.split(separator: ". Did you mean ", maxSplits: 1).map(String.init)
    let first = parts.first ?? message
    // A name in quotes or an option keeps its case.
    let start = first.prefix(1).lowercased() + first.dropFirst()
    self.init(
      .wrongUsage, start.hasSuffix(".") ? String(start.dropLast()) : start,
      help: parts.count == 2 ? "did you mean \(parts[1])" : help)
  }
}
