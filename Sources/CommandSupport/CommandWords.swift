package import ArgumentParser
import Foundation
import YAMLText

/// The words of a command line that name a command: `experiment start`.
package struct CommandWords {
  /// The commands from the root to the one that is named.
  package private(set) var commands: [any ParsableCommand.Type]
  /// A word that names no command of the last one.
  package private(set) var unknown: String?
  /// The words after the unknown word.
  private var rest: [String] = []

  package init(_ arguments: [String], of root: any ParsableCommand.Type) {
    commands = [root]
    for (place, word) in arguments.enumerated() where word != "help" {
      let children = command.configuration.subcommands
      guard !children.isEmpty else { return }
      guard !word.hasPrefix("-") else { continue }
      guard let child = children.first(where: { commandNames($0).contains(word) }) else {
        unknown = word
        rest = Array(arguments.dropFirst(place + 1))
        return
      }
      commands.append(child)
    }
  }

  /// True if no word names a command.
  package var isEmpty: Bool { commands.count == 1 }

  var program: (any Program.Type)? { commands[0] as? any Program.Type }

  package var command: any ParsableCommand.Type { commands[commands.count - 1] }

  /// `paywall`, `experiment`, `start`.
  package var path: [String] { commands.map { commandNames($0)[0] } }

  /// `paywall experiment start`.
  package var text: String { path.joined(separator: " ") }

  /// Ends the command line if a word names no command.
  package func check() throws {
    guard let unknown else { return }
    if let line = program?.former(path, unknown) {
      let words = ([line] + rest.map(\.shellWord)).joined(separator: " ")
      throw Failure(
        .moved, "'\(text) \(unknown)' is a command of another program now", help: "type '\(words)'")
    }
    throw Failure(
      .wrongUsage, "there is no command '\(text) \(unknown)'",
      help: CommandGuess(unknown, after: self, before: rest).text.map { "did you mean '\($0)'?" }
        ?? "'\(text) --help' lists them")
  }

  /// The names of the commands below the last one.
  package var children: [String] { command.configuration.subcommands.map { commandNames($0)[0] } }

  /// The words up to a command below the last one.
  package func descending(to name: String) -> CommandWords {
    var found = self
    found.commands += command.configuration.subcommands.filter { commandNames($0)[0] == name }
    found.unknown = nil
    return found
  }

  /// Returns the help with the examples ready to be copied, without line breaks of a terminal.
  package func withWholeExamples(_ help: String) -> String {
    guard let raw = command.configuration.discussion.range(of: "EXAMPLE\n"),
      let start = help.range(of: "EXAMPLE\n"),
      let end = help.range(of: "\n\nUSAGE:", range: start.upperBound..<help.endIndex)
    else { return help }
    var example = String(command.configuration.discussion[raw.lowerBound...])
    while example.hasSuffix("\n") { example.removeLast() }
    return help.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: example)
  }
}

/// Returns the names of a command, the usual name first.
private func commandNames(_ command: any ParsableCommand.Type) -> [String] {
  let configuration = command.configuration
  return [configuration.commandName ?? "\(command)".lowercased()] + configuration.aliases
}

extension String {
  /// The text quoted, if necessary, so that a shell reads it as one word.
  fileprivate var shellWord: String {
    wholeMatch(of: /[A-Za-z0-9_\-.,:\/=@%+]+/) == nil
      ? "'\(replacing("'", with: #"'\''"#))'" : self
  }
}
