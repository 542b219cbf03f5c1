import Catalog

extension Conditions.Source: CustomStringConvertible {
  /// A test in the words of the files: `country oneOf [GB, IE]`, `appVersion atLeast 3.2.0`.
  var description: String {
    switch self {
    case .word(let word): word
    case .test(let attribute, let written): "\(attribute) \(written.written)"
    }
  }
}

extension AttributeTest.Operator {
  fileprivate var written: String {
    switch self {
    case .equals(let value): "equals \(value.written)"
    case .oneOf(let values): "oneOf [\(values.map(\.written).joined(separator: ", "))]"
    case .atLeast(let bound): "atLeast \(bound.written)"
    case .atMost(let bound): "atMost \(bound.written)"
    case .moreThan(let bound): "moreThan \(bound.written)"
    case .lessThan(let bound): "lessThan \(bound.written)"
    case .before(let moment): "before \(moment.rfc3339)"
    case .after(let moment): "after \(moment.rfc3339)"
    case .contains(let text): "contains \(text)"
    case .startsWith(let text): "startsWith \(text)"
    case .endsWith(let text): "endsWith \(text)"
    case .exists(let expected): "exists \(expected)"
    }
  }
}

extension AttributeValue {
  /// As the files write it.
  var written: String {
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
