/// The parts of a path that a pattern has in braces.
package struct PathParameters: Sendable {
  private let names: [String?]
  private let parts: [Substring.UTF8View]

  init(names: [String?], parts: [Substring.UTF8View]) {
    self.names = names
    self.parts = parts
  }

  /// As it was sent; empty if the pattern has no such part.
  package subscript(name: String) -> String {
    names.firstIndex(of: name).map { String(Substring(parts[$0])) } ?? ""
  }
}
