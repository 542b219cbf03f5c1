/// When somebody last looked whether another process writes to the file, and what they saw.
struct LookingOut {
  /// Between two looks.
  static let pause = Duration.seconds(1)
  /// For how long a look is good; longer than the pause, as looking waits for the writer.
  static let patience = Duration.seconds(5)

  private var version: Int?
  /// That was answered.
  private var lastLook: ContinuousClock.Instant?
  private var lastTry: ContinuousClock.Instant?
  private var isLooking = false

  /// Whether nobody else can have written for long.
  func isTrusted(at now: ContinuousClock.Instant) -> Bool {
    lastLook.map { now - $0 < Self.patience } ?? false
  }

  mutating func begins(at now: ContinuousClock.Instant) -> Bool {
    guard !isLooking, lastTry.map({ now - $0 >= Self.pause }) ?? true else { return false }
    isLooking = true
    lastTry = now
    return true
  }

  /// - Returns: whether somebody else may have written since the last look.
  mutating func saw(_ version: Int?, at now: ContinuousClock.Instant) -> Bool {
    isLooking = false
    guard let version else { return false }
    lastLook = now
    defer { self.version = version }
    return version != self.version
  }
}
