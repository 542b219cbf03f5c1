import PaywallCatalog

/// Calls that are written down as used before they are made: every call of a process that is killed
/// is counted. A block that was used up is followed by a larger one, any other by a small one.
struct CallBlock: Sendable {
  private let most: Int
  private var size = 0
  private(set) var left = 0
  /// The calls must be made by this moment, and are counted at it.
  private(set) var until = Timestamp(milliseconds: 0)
  private(set) var isBeingWritten = false

  /// Milliseconds.
  private static let length: Int64 = 10_000

  /// - Parameter hourly: the calls of the budget; a block has at most six seconds of it.
  init(hourly: Int) { most = max(1, hourly / 600) }

  /// True if a call may be made.
  func hasCall(at now: Timestamp) -> Bool {
    left > 0 && !isBeingWritten && now <= until && until <= now.adding(milliseconds: Self.length)
  }

  mutating func take() { left -= 1 }

  /// Begins another block for calls that wait for one.
  ///
  /// - Returns: true if it must be written down now.
  mutating func begin(for waiting: Int, at now: Timestamp) -> Bool {
    guard waiting > 0, !isBeingWritten, !hasCall(at: now) else { return false }
    size = left > 0 ? 1 : min(max(1, size * 2, waiting), most)
    (left, until) = (size, now.adding(milliseconds: Self.length))
    isBeingWritten = true
    return true
  }

  mutating func endWriting() { isBeingWritten = false }

  /// At the end of the process.
  mutating func end() { left = 0 }
}
