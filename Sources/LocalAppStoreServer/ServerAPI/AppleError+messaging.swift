import LocalAppStore

// The codes are Apple's, and the messages are not known.
extension AppleError {
  static let invalidPerformanceTest = AppleError(
    4_000_211, "Invalid request. The performance test request is invalid.")
  static let invalidTestRequestId = AppleError(
    4_000_212, "Invalid request. The request ID is invalid.")
  static let performanceTestRuns = AppleError(
    4_000_213, "Invalid request. A performance test is running already.")
  static let performanceTestNotFound = AppleError(4_040_018, "Performance test run not found.")

  init(_ refusal: MessagingRefusal) {
    self.init(refusal.rawValue, refusal.message)
  }
}
