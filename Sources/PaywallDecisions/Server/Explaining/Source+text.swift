#if Server

extension Conditions.Source: CustomStringConvertible {
  /// A test in a marketer's words: `country is GB or IE`, `appVersion is at least 3.2.0`.
  var description: String {
    switch self {
    case .word(let word): word
    case .test(let attribute, let test): "\(attribute) \(test)"
    }
  }

  /// The attribute of a test.
  var attribute: String? {
    if case .test(let attribute, _) = self { attribute } else { nil }
  }
}
#endif
