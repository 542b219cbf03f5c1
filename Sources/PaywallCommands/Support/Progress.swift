/// The progress of long work, in one line of standard error that is removed at the end; nothing
/// without a terminal.
struct Progress {
  private let what: String
  private let total: Int
  private let console: Console
  private let isShown: Bool

  /// - Parameter total: below a hundred thousand the work is over before it could be read.
  init(_ what: String, of total: Int, on console: Console) {
    self.what = what
    self.total = total
    self.console = console
    isShown = console.isErrorTerminal && total > 100_000
  }

  func show(_ done: Int) {
    guard isShown else { return }
    console.progress("\r\(what): \(done * 100 / max(1, total)) %")
  }

  func end() {
    guard isShown else { return }
    console.progress("\r\u{1B}[K")
  }
}
