/// What came of a test notification.
package enum TestOutcome: Hashable, Sendable {
  case arrived
  /// Apple's words for its attempts, and what to look at.
  case missing([String])
  /// App Store Connect has no URL.
  case noURL
  /// It could not be asked for.
  case failed(SourceFailure)
}
