import PaywallCatalog
import PaywallTextCoding

/// A test of the inside of a text or a list.
enum TextTest: Sendable {
  /// Any of these is in the list.
  case hasAny([String])
  case contains(String)
  case startsWith(String)
  case endsWith(String)
  /// The list is present, or not.
  case exists(Bool)

  func truth(of value: AttributeValue?) -> Truth {
    if case .exists(let expected) = self { return Truth((value != nil) == expected) }
    return switch (self, value) {
    case (.hasAny(let wanted), .list(let items)):
      Truth(wanted.contains { text in items.contains { $0.hasSameUTF8(as: text) } })
    case (.contains(let part), .string(let text)): Truth(text.holds(part))
    case (.startsWith(let part), .string(let text)): Truth(text.utf8.starts(with: part.utf8))
    case (.endsWith(let part), .string(let text)):
      Truth(text.utf8.reversed().starts(with: part.utf8.reversed()))
    default: .unknown
    }
  }
}

extension String {
  /// Whether this text contains the code units of `part`.
  fileprivate func holds(_ part: String) -> Bool {
    var rest = utf8[...]
    while true {
      if rest.starts(with: part.utf8) { return true }
      if rest.isEmpty { return false }
      rest = rest.dropFirst()
    }
  }
}
