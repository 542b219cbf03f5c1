package import ArgumentParser
import Foundation

/// A command with its options, as ArgumentParser describes it.
package struct CommandDescription: Decodable {
  package var commandName: String
  package var superCommands: [String]?
  package var abstract: String?
  package var discussion: String?
  package var shouldDisplay: Bool?
  package var subcommands: [CommandDescription]?
  package var arguments: [Argument]?

  package struct Argument: Decodable {
    package var kind: String
    package var shouldDisplay: Bool
    package var isOptional: Bool
    package var isRepeating: Bool
    package var names: [Name]?
    package var valueName: String?
    package var defaultValue: String?
    package var abstract: String?
    package var sectionTitle: String?

    package struct Name: Decodable {
      var kind: String
      var name: String

      /// `--yes` or `-m`.
      var written: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    /// `--offer-key`, without the dashes.
    package var longName: String? { names?.first { $0.kind == "long" }?.name }
  }

  private struct Tool: Decodable {
    var command: CommandDescription
  }

  /// A command with all that are below it.
  package init(of root: any ParsableCommand.Type) throws {
    self = try JSONDecoder().decode(Tool.self, from: Data(root._dumpHelp().utf8)).command
  }

  /// `paywall experiment start`.
  package var words: [String] { (superCommands ?? []) + [commandName] }

  /// The command and all below it, without 'help'.
  package var all: [CommandDescription] {
    [self]
      + (subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay ?? true }
      .flatMap(\.all)
  }

  /// The options of the command, without those that every command has.
  package var options: [Argument] {
    (arguments ?? []).filter {
      $0.shouldDisplay && !["help", "version"].contains($0.longName ?? "")
    }
  }
}
