#if Server
extension Condition: CustomStringConvertible {
  /// The condition in a marketer's words: `country is GB or IE and not (planInterest is teams)`.
  package var description: String {
    switch self {
    case .audience(let name): name
    case .test(let test): test.description
    case .all(let parts): joined(parts, by: " and ")
    case .any(let parts): joined(parts, by: " or ")
    case .not(let part): "not (\(part))"
    }
  }

  private func joined(_ parts: [Condition], by word: String) -> String {
    parts.map { part in
      switch part {
      case .all(let inner) where inner.count > 1: "(\(part))"
      case .any(let inner) where inner.count > 1: "(\(part))"
      default: "\(part)"
      }
    }.joined(separator: word)
  }
}

extension AttributeTest: CustomStringConvertible {
  package var description: String {
    operators.map { "\(attribute) \($0)" }.joined(separator: " and ")
  }
}

extension AttributeTest.Operator: CustomStringConvertible {
  package var description: String {
    switch self {
    case .equals(let value): "is \(value)"
    case .oneOf(let values): "is \(values.map(\.description).joined(separator: " or "))"
    case .atLeast(let value): "is at least \(value)"
    case .atMost(let value): "is at most \(value)"
    case .moreThan(let value): "is more than \(value)"
    case .lessThan(let value): "is less than \(value)"
    case .before(let moment): "is before \(moment.rfc3339)"
    case .after(let moment): "is at or after \(moment.rfc3339)"
    case .contains(let text): "contains \(text)"
    case .startsWith(let text): "starts with \(text)"
    case .endsWith(let text): "ends with \(text)"
    case .exists(let expected): expected ? "is known" : "is not known"
    }
  }
}

extension AttributeValue: CustomStringConvertible {
  /// The form in files.
  package var description: String {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .boolean(let value): String(value)
    case .version(let version): version.text
    case .time(let moment): moment.rfc3339
    case .list(let items): "[\(items.joined(separator: ", "))]"
    }
  }
}
#endif
