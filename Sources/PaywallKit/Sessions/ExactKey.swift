/// A text as a key, told apart by its bytes.
struct ExactKey: Hashable, Sendable {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }
}
