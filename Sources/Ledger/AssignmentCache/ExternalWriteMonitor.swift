/// When the database was last asked whether another process has written, and its answer.
package struct ExternalWriteMonitor {
  /// The least time between two checks.
  static let interval = Duration.seconds(1)
  /// How long an answer is valid; longer than the interval, because a check waits for the writer.
  package static let validity = Duration.seconds(5)

  private let validity: Duration
  private var version: Int?
  /// When the last check with an answer began.
  private var lastAnswer: ContinuousClock.Instant?
  private var lastCheck: ContinuousClock.Instant?
  private var isChecking = false

  init(validity: Duration = Self.validity) { self.validity = validity }

  /// Whether the last answer is still valid.
  func isTrusted(at now: ContinuousClock.Instant) -> Bool {
    lastAnswer.map { now - $0 < validity } ?? false
  }

  /// - Returns: whether the caller must check now.
  mutating func beginsCheck(at now: ContinuousClock.Instant) -> Bool {
    guard !isChecking, lastCheck.map({ now - $0 >= Self.interval }) ?? true else { return false }
    isChecking = true
    lastCheck = now
    return true
  }

  /// - Returns: whether another process may have written since the last check.
  mutating func endCheck(_ version: Int?, at now: ContinuousClock.Instant) -> Bool {
    isChecking = false
    guard let version else { return false }
    lastAnswer = now
    defer { self.version = version }
    return version != self.version
  }
}
