/// A text from outside that is compared byte by byte, never by Swift's canonical equivalence.
package struct Exact: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: Exact, right: Exact) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
