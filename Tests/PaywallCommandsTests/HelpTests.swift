import ArgumentParser
import Foundation
import Testing

@testable import CommandSupport
@testable import LocalAppStoreCommands
@testable import PaywallCommands

/// The help of the commands. Their names, options and defaults are kept as text, so that review
/// shows each change; `RECORD_HELP=1 swift test --filter HelpTests` records the file again.
@Suite struct HelpTests {
  private static let programs: [any ParsableCommand.Type] = [
    PaywallCommand.self, LocalAppStoreCommand.self,
  ]
  static let commands: [any ParsableCommand.Type] = programs.flatMap { all(under: $0) }

  static func all(under root: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    [root] + root.configuration.subcommands.flatMap { all(under: $0) }
  }

  private static func described() throws -> [CommandDescription] {
    try programs.flatMap { try CommandDescription(of: $0).all }
  }

  @Test func `The commands, their options and defaults are those on file`() throws {
    let tree = try Self.described().map(\.outline).joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["RECORD_HELP"] != nil {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Help/commands.txt")
      return try Data(tree.utf8).write(to: file)
    }
    let file = try #require(Bundle.module.url(forResource: "Help/commands", withExtension: "txt"))
    #expect(tree == (try String(contentsOf: file, encoding: .utf8)))
  }

  @Test
  func `Every command is explained in one sentence, and each of its options in words`() throws {
    for command in try Self.described() {
      let abstract = command.abstract ?? ""
      #expect(abstract.hasSuffix(".") && !abstract.contains(". "), "\(command.words): \(abstract)")
      for option in command.options {
        let sentence = option.abstract ?? ""
        #expect(sentence.count > 5, "\(command.words) \(option.outline) is not explained")
      }
    }
  }

  @Test(arguments: commands.indices)
  func `Every command shows an example, and each example is a line that it takes`(
    index: Int
  ) throws {
    let discussion = Self.commands[index].configuration.discussion
    let commands = discussion.components(separatedBy: "EXAMPLE\n").dropFirst().joined()
      .replacing(#/\\\n */#, with: "").components(separatedBy: "\n")
      .filter { $0.hasPrefix("  ") }.flatMap { $0.components(separatedBy: " | ") }
      .map { words(of: $0) }
      .filter { ["paywall", "local-app-store"].contains($0.first) }
    #expect(!commands.isEmpty)
    for command in commands {
      let typed = TypedArguments.joined(Array(command.dropFirst()))
      #expect(throws: Never.self, "\(command)") {
        _ =
          command.first == "paywall"
          ? try PaywallCommand.parseAsRoot(typed) : try LocalAppStoreCommand.parseAsRoot(typed)
      }
    }
  }

  @Test(arguments: commands.indices)
  func `The help of a command fits into 80 columns, but for its usage and examples`(index: Int) {
    let command = Self.commands[index]
    let help =
      index < Self.all(under: PaywallCommand.self).count
      ? PaywallCommand.helpMessage(for: command, columns: 80)
      : LocalAppStoreCommand.helpMessage(for: command, columns: 80)
    let long = help.split(separator: "\n").filter {
      $0.count > 80 && !$0.hasPrefix("USAGE:") && !$0.hasPrefix("  paywall ")
        && !$0.hasPrefix("  local-app-store ")
    }
    #expect(long.isEmpty, "\(long)")
  }

  /// Returns the words of a command in a shell, up to the file that its output goes to.
  private func words(of line: String) -> [String] {
    var words: [String] = []
    var (word, quote): (String?, Character?) = (nil, nil)
    for character in line + " " {
      if character == quote {
        quote = nil
      } else if quote != nil {
        word?.append(character)
      } else if character == "'" || character == "\"" {
        (word, quote) = (word ?? "", character)
      } else if character == ">" {
        break
      } else if character != " " {
        word = (word ?? "") + String(character)
      } else if let ended = word {
        words.append(ended)
        word = nil
      }
    }
    return words
  }
}

extension CommandDescription {
  /// The command and its arguments, in lines of at most 100 columns.
  fileprivate var outline: String {
    var lines = [words.joined(separator: " ") + (options.isEmpty ? "" : ":")]
    for option in options.map(\.outline) {
      if lines[lines.count - 1].count + 1 + option.count > 100 { lines.append("   ") }
      lines[lines.count - 1] += " \(option)"
    }
    return lines.joined(separator: "\n")
  }
}

extension CommandDescription.Argument {
  /// `<file>`, `[--yes]`, `[--pages <number=50>]`, `[--product <id> ...]`.
  fileprivate var outline: String {
    let names = (names ?? []).map(\.written).joined(separator: "|")
    let value =
      kind == "flag" ? nil : "<\((valueName ?? "") + (defaultValue.map { "=\($0)" } ?? ""))>"
    let parts = [names.isEmpty ? nil : names, value, isRepeating ? "..." : nil]
    let text = parts.compactMap(\.self).joined(separator: " ")
    return isOptional ? "[\(text)]" : text
  }
}
