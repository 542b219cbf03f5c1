import Foundation

/// The exit status of the process.
package enum ExitStatus: Int32, Sendable {
  case fine = 0
  /// The answer is no: a check found errors, a signature is wrong, a name does not exist.
  case no = 1
  case wrongUsage = 2
  /// Something outside failed: a file, the network, a database.
  case failedOutside = 3
  /// There are changes, with `--detailed-exitcode`.
  case changes = 4
  /// The command belongs to another program now.
  case moved = 64
}

/// The reason that a command ends without its answer: what is wrong and what to do next.
package struct Failure: Error {
  package var status: ExitStatus
  package var message: String
  package var help: String?

  package init(_ status: ExitStatus, _ message: String, help: String? = nil) {
    self.status = status
    self.message = message
    self.help = help
  }

  /// The printed text: what is wrong, and on a line of its own what to do.
  package var text: String { "error: \(message)" + (help.map { "\nhelp: \($0)" } ?? "") }
}

extension Failure {
  /// Runs a body whose errors are failures outside.
  ///
  /// - Parameter prefix: stands before the description of an error.
  @discardableResult
  package static func outside<Value>(
    _ prefix: String = "", help: String? = nil, _ body: () throws -> Value
  ) throws(Failure) -> Value {
    do {
      return try body()
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.failedOutside, "\(prefix)\(error)", help: help)
    }
  }
}

extension [UInt8] {
  /// The bytes of a file that somebody named.
  package init(
    file path: String, help: String? = nil, orElse status: ExitStatus = .failedOutside
  ) throws(Failure) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(status, "'\(path)' cannot be read", help: help)
    }
    self = Array(data)
  }
}
