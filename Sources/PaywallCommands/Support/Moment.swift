import ArgumentParser
import Catalog

/// A time on the command line: RFC 3339, seconds may be left out.
struct Moment: ExpressibleByArgument {
  let timestamp: Timestamp
  /// As it was typed.
  let text: String

  init?(argument: String) {
    guard let timestamp = Timestamp(rfc3339: argument) else { return nil }
    self.timestamp = timestamp
    text = argument
  }

  /// Refuses a start before now: exposures could be claimed for a time without enrolment.
  func checkIsNotPast(at now: Timestamp) throws {
    guard timestamp.milliseconds < now.milliseconds - 60_000 else { return }
    throw Failure(
      .wrongUsage, "\(text) has passed, and no visitor can be enrolled in the past",
      help: "leave --at out to begin now, or name a future time")
  }
}
