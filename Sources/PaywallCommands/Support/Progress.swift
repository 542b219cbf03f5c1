import CommandSupport

/// The progress of long work with the time left, in one line of standard error that is removed at
/// the end; not shown without a terminal, or for work that takes less than a second.
final class Progress {
  private let what: String
  private let console: Console
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var last: ContinuousClock.Instant?

  init(_ what: String, on console: Console) {
    self.what = what
    self.console = console
    isShown = console.isErrorTerminal && !console.isQuiet
  }

  /// - Parameters: the amount that is done, and the total.
  func show(_ done: Int, of total: Int) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - (last ?? start) >= (last == nil ? .seconds(1) : .milliseconds(200)) else { return }
    last = now
    let text = Self.text(what, done, of: total, after: now - start)
    console.progress("\r\u{1B}[K\(text)")
  }

  func end() {
    guard last != nil else { return }
    console.progress("\r\u{1B}[K")
  }

  /// `Drawing visitors [#####---------------] 25 %, 12 s left`.
  static func text(
    _ what: String, _ done: Int, of total: Int, after elapsed: Duration
  ) -> String {
    let share = min(1, Double(done) / Double(max(1, total)))
    let filled = Int(share * Double(width))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    let seconds = elapsed / .seconds(1)
    let left = share > 0 ? ", \(time(seconds * (1 - share) / share)) left" : ""
    return "\(what) [\(bar)] \(Int(share * 100)) %\(left)"
  }

  private static let width = 20

  /// `12 s`, `3 min` or `2 h`.
  private static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<90: "\(Int(seconds.rounded(.up))) s"
    case ..<5_400: "\(Int((seconds / 60).rounded())) min"
    default: "\(Int((seconds / 3_600).rounded())) h"
    }
  }
}
