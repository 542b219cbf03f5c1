import PaywallCatalog
import PaywallTextCoding

extension AttributeTest.Operator {
  /// Whether it is true of a value; for a missing one (`nil`) only `exists` is known. Returns `nil`
  /// if unknown.
  func holds(_ value: AttributeValue?, on attribute: String) -> Bool? {
    if case .exists(let expected) = self { return (value != nil) == expected }
    guard let value else { return nil }
    switch (self, value) {
    case (.equals(.string(let text)), .list(let items)),
      (.contains(let text), .list(let items)):
      return items.contains { $0.hasSameUTF8(as: text) }
    case (.oneOf(let texts), .list(let items)):
      return texts.contains { text in items.contains { text.isText($0, on: attribute) } }
    case (.equals(let wanted), _): return wanted.isSame(value, on: attribute)
    case (.oneOf(let values), _): return values.contains { $0.isSame(value, on: attribute) }
    case (.atLeast(let bound), _): return bound.isAtMost(value)
    case (.atMost(let bound), _): return value.isAtMost(bound)
    case (.moreThan(let bound), _): return bound.isAtMost(value) && !value.isAtMost(bound)
    case (.lessThan(let bound), _): return value.isAtMost(bound) && !bound.isAtMost(value)
    case (.before(let moment), .time(let time)): return time < moment
    case (.after(let moment), .time(let time)): return time >= moment
    case (.contains(let part), .string(let text)): return text.isHolding(part)
    case (.startsWith(let part), .string(let text)): return text.utf8.starts(with: part.utf8)
    case (.endsWith(let part), .string(let text)):
      return text.utf8.reversed().starts(with: part.utf8.reversed())
    default: return nil
    }
  }
}

extension AttributeValue {
  /// Country codes of two and three letters are compared as countries.
  fileprivate func isSame(_ other: AttributeValue, on attribute: String) -> Bool {
    switch (self, other) {
    case (.string, .string(let text)): isText(text, on: attribute)
    default: isAtMost(other) && other.isAtMost(self) || self == other
    }
  }

  fileprivate func isText(_ other: String, on attribute: String) -> Bool {
    guard case .string(let own) = self else { return false }
    guard attribute == "country" else { return own.hasSameUTF8(as: other) }
    return (Country.alpha2(of: own) ?? own).hasSameUTF8(as: Country.alpha2(of: other) ?? other)
  }
}

extension String {
  fileprivate func isHolding(_ part: String) -> Bool {
    let part = Array(part.utf8)
    let own = Array(utf8)
    guard !part.isEmpty else { return true }
    guard own.count >= part.count else { return false }
    return (0...own.count - part.count).contains { own[$0..<$0 + part.count].elementsEqual(part) }
  }
}
