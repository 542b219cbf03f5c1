import CommandSupport

/// The progress of long work whose lines are counted: on a terminal one line that changes, in a
/// pipe one line at the end. It shows the time left if the total is known.
struct RunningCount {
  private let console: Console
  private let what: String
  private let progress: Progress
  private var count = 0
  private var shown = 0

  init(_ console: Console, _ what: String) {
    self.console = console
    self.what = what
    progress = Progress(what.prefix(1).uppercased() + what.dropFirst(), on: console)
  }

  /// - Parameter share: the part that is done, and the total; `nil` if that is unknown.
  mutating func add(_ more: Int, share: (done: Int, total: Int)? = nil) {
    count += more
    if let share { return progress.show(share.done, of: share.total) }
    guard console.isErrorTerminal, !console.isQuiet, count - shown >= 1000 else { return }
    shown = count
    console.progress("\r\(count) \(what)")
  }

  func finish() {
    progress.end()
    console.progress("\(console.isErrorTerminal ? "\r" : "")\(count) \(what)\n")
  }
}
