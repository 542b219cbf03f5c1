/// Notices a cursor that repeats or never ends, in constant space (Brent's algorithm): it compares
/// each cursor with the last one, and with one from before, which it replaces after 1, 2, 4, … pages.
struct CursorGuard: Sendable {
  private let mostPages: Int
  private var pages = 0
  private var held: String?
  private var last: String?
  private var next = 1

  /// - Parameter asked: the cursor of the first request.
  init(mostPages: Int, asked: String? = nil) {
    self.mostPages = mostPages
    last = asked
  }

  /// - Returns: the mistake of the cursor of the page that was just read; `nil` if there is none.
  mutating func see(_ cursor: String) -> String? {
    pages += 1
    guard pages < mostPages else { return "it has more than \(mostPages) pages" }
    guard held != cursor, last != cursor else { return "its cursor repeats, so it would never end" }
    last = cursor
    if pages == next {
      held = cursor
      next *= 2
    }
    return nil
  }
}
