/// The progress of long work: on a terminal one line that changes, in a pipe one line at the end.
struct RunningCount {
  private let console: Console
  private let what: String
  private var count = 0
  private var shown = 0

  init(_ console: Console, _ what: String) {
    self.console = console
    self.what = what
  }

  mutating func add(_ more: Int) {
    count += more
    guard console.isErrorTerminal, count - shown >= 1000 else { return }
    shown = count
    console.progress("\r\(count) \(what)")
  }

  func finish() {
    console.progress("\(console.isErrorTerminal ? "\r" : "")\(count) \(what)\n")
  }
}
