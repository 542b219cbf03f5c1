package import ArgumentParser
import Foundation

/// The root of a program's commands.
package protocol Program: AsyncParsableCommand {
  static var name: String { get }
  /// The command whose options the variables of the process may give to all; `nil` if variables
  /// give ``sharedOptions`` and mean nothing else.
  static var server: (any ParsableCommand.Type)? { get }
  static var sharedOptions: Set<String> { get }
  /// The commands that people mean by other words.
  static var otherWords: [String: String] { get }
  /// The line to type instead of one whose command belongs to another program now.
  ///
  /// - Parameters:
  ///   - path: the words that name a command, the program first.
  ///   - unknown: the first word that names no command.
  static func former(_ path: [String], _ unknown: String) -> String?
  /// True if the version was asked for.
  var version: Bool { get }
}

extension Program {
  package static var server: (any ParsableCommand.Type)? { nil }
  package static var sharedOptions: Set<String> { [] }
  package static func former(_ path: [String], _ unknown: String) -> String? { nil }

  /// Runs one command line, without the name of the program, and returns its exit status.
  ///
  /// - Parameter commit: 40 hexadecimal digits, or `unknown` if the program was not built from a
  ///   repository.
  package static func run(_ typed: [String], commit: String) async -> ExitStatus {
    var line = CommandLineInput(typed, ProcessInfo.processInfo.environment, of: Self.self)
    line.adoptEnvironment()
    let console = Console.ofProcess()
    do {
      try line.complete(on: console)
      var command = try parseAsRoot(line.arguments)
      if let root = command as? Self, root.version {
        console.write(BuildInfo(program: name, commit: commit).text)
        return .fine
      }
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return .fine
    } catch let failure as Failure {
      console.complain(wrapped(failure.text, to: console.width))
      return failure.status
    } catch {
      switch exitCode(for: error) {
      case .success:
        console.write(
          line.words.withWholeExamples(fullMessage(for: error, columns: console.width)))
        return .fine
      case .validationFailure:
        let message = message(for: error)
        let failure = Failure(
          usage: message, of: line.words, advice: line.advice(on: message))
        console.complain(wrapped(failure.text, to: console.width))
        return .wrongUsage
      case let code:
        let text = fullMessage(for: error, columns: console.width)
        if !text.isEmpty { console.complain(text) }
        return ExitStatus(rawValue: code.rawValue) ?? .failedOutside
      }
    }
  }
}
