/// The result of a test notification.
package enum TestOutcome: Hashable, Sendable {
  case arrived
  /// Apple's words for its attempts, and the things to check.
  case missing([String])
  /// App Store Connect has no URL.
  case noURL
  /// It could not be asked for.
  case failed(SourceFailure)
}
