import ArgumentParser
import Foundation

/// A command with its options, as ArgumentParser describes it.
struct CommandDescription: Decodable {
  var commandName: String
  var superCommands: [String]?
  var abstract: String?
  var discussion: String?
  var shouldDisplay: Bool?
  var subcommands: [CommandDescription]?
  var arguments: [Argument]?

  struct Argument: Decodable {
    var kind: String
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var abstract: String?
    var sectionTitle: String?

    struct Name: Decodable {
      var kind: String
      var name: String

      /// `--yes` or `-m`.
      var written: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    /// `--offer-key`, without the dashes.
    var longName: String? { names?.first { $0.kind == "long" }?.name }
  }

  private struct Tool: Decodable {
    var command: CommandDescription
  }

  /// A command with all that are below it.
  init(of root: any ParsableCommand.Type) throws {
    self = try JSONDecoder().decode(Tool.self, from: Data(root._dumpHelp().utf8)).command
  }

  /// `paywall experiment start`.
  var words: [String] { (superCommands ?? []) + [commandName] }

  /// The command and all below it, without 'help'.
  var all: [CommandDescription] {
    [self]
      + (subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay ?? true }
      .flatMap(\.all)
  }

  /// The options that it takes, without those that every command has.
  var options: [Argument] {
    (arguments ?? []).filter {
      $0.shouldDisplay && !["help", "version"].contains($0.longName ?? "")
    }
  }
}
