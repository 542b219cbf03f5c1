import ArgumentParser
import Foundation
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// The result of a command that runs in the process of the tests and ends without its answer.
struct Refusal: Equatable, CustomStringConvertible {
  var status: CommandSupport.ExitStatus
  var message: String
  var help: String?

  var description: String { "\(status.rawValue): \(message)" + (help.map { " (\($0))" } ?? "") }
}

/// Runs a command in this process, where a refusal takes milliseconds. The answer of a command goes
/// into the log of the tests: run the program to read one.
///
/// - Returns: the refusal; `nil` if the command has done its work.
func refusal(_ arguments: [String]) async throws -> Refusal? {
  do {
    let command = try PaywallCommand.parseAsRoot(TypedArguments.joined(arguments))
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      var command = command
      try command.run()
    }
    return nil
  } catch let failure as Failure {
    return Refusal(status: failure.status, message: failure.message, help: failure.help)
  } catch  where PaywallCommand.exitCode(for: error) == .validationFailure {
    return Refusal(status: .wrongUsage, message: PaywallCommand.message(for: error), help: nil)
  }
}

/// Replaces a part of a file, which must be there.
func replace(_ old: String, by new: String, in path: String, of folder: URL) throws {
  let before = try text(path, in: folder)
  try #require(before.contains(old), "\(path) holds no '\(old)'")
  try Data(before.replacing(old, with: new).utf8).write(to: folder.appending(path: path))
}
