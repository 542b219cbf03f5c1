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
}

/// Why a command ends without its answer: what is wrong and what to do next.
struct Failure: Error {
  var status: ExitStatus
  var message: String
  var help: String?

  init(_ status: ExitStatus, _ message: String, help: String? = nil) {
    self.status = status
    self.message = message
    self.help = help
  }

  /// As it is printed: what is wrong, and on a line of its own what to do.
  var text: String { "error: \(message)" + (help.map { "\nhelp: \($0)" } ?? "") }
}
