import Synchronization

/// The outcome of a button, for the page after it.
struct PageNote: Hashable, Sendable {
  /// Where the form is on the page.
  var at: String
  var isRefusal: Bool
  var text: String
}

/// The last notes. A press is answered with a redirection, so that loading the page again presses
/// nothing; its note is found by a number in the new address.
final class PageNotes: Sendable {
  private static let most = 64
  private let notes = Mutex<(next: Int, kept: [Int: PageNote])>((1, [:]))

  /// - Returns: the number of the note.
  func keep(_ note: PageNote) -> Int {
    notes.withLock { notes in
      let number = notes.next
      notes.next += 1
      notes.kept[number] = note
      notes.kept[number - Self.most] = nil
      return number
    }
  }

  subscript(_ number: Int) -> PageNote? { notes.withLock { $0.kept[number] } }
}
