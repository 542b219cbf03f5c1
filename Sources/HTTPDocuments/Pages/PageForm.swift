import PaywallTextCoding

/// The members of a form or of a query: `application/x-www-form-urlencoded`.
package struct PageForm: Sendable {
  private let values: [String: String]

  package static let mostMembers = 32

  /// - Throws: `Problem` for a text in another encoding, a name that occurs twice, or more than
  ///   ``mostMembers``.
  package init(_ bytes: some Collection<UInt8>) throws(Problem) {
    var values: [String: String] = [:]
    for item in bytes.split(separator: UInt8(ascii: "&")) {
      let parts = item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.dropFirst().first)
      else {
        throw Problem(.malformedQuery, "The form is not percent-encoded UTF-8.")
      }
      guard values.updateValue(value, forKey: name) == nil else {
        throw Problem(.malformedQuery, "'\(name)' is given twice; send it once.", field: name)
      }
      guard values.count <= Self.mostMembers else {
        throw Problem(.malformedQuery, "A form may have \(Self.mostMembers) members.")
      }
    }
    self.values = values
  }

  private static func decoded(_ bytes: (some Collection<UInt8>)?) -> String? {
    guard let bytes else { return "" }
    return percentDecoded(bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }[...])
  }

  package subscript(_ name: String) -> String? { values[name] }

  /// Sorted by name.
  package var members: [(name: String, value: String)] {
    values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
