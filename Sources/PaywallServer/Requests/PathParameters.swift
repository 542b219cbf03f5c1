import PaywallAPI

/// The parts of a path that a pattern has in braces.
package struct PathParameters: Sendable {
  private let names: [String?]
  private let parts: [Substring.UTF8View]

  init(names: [String?] = [], parts: [Substring.UTF8View] = []) {
    self.names = names
    self.parts = parts
  }

  /// As it was sent; empty if the pattern has no such part.
  subscript(name: String) -> String {
    names.firstIndex(of: name).map { String(Substring(parts[$0])) } ?? ""
  }

  /// With its percent-encoding decoded.
  ///
  /// - Parameter noun: what the part is, in a sentence.
  func decoded(_ name: String, _ noun: String? = nil) throws(Problem) -> String {
    guard let text = percentDecoded(Array(self[name].utf8)[...]) else {
      throw Problem(
        .malformedPath, "The \(noun ?? name) is not percent-encoded UTF-8.", field: name)
    }
    return text
  }
}
