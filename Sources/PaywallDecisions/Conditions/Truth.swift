/// Kleene's three truth values. Only `true` matches.
package enum Truth: String, CaseIterable, Sendable {
  case `false`, unknown, `true`

  package init(_ value: Bool) { self = value ? .true : .false }

  package static prefix func ! (value: Truth) -> Truth {
    switch value {
    case .false: .true
    case .unknown: .unknown
    case .true: .false
    }
  }

  /// False if one is false, true if both are true.
  package static func && (left: Truth, right: Truth) -> Truth {
    if left == .false || right == .false { return .false }
    return left == .true && right == .true ? .true : .unknown
  }

  /// True if one is true, false if both are false.
  package static func || (left: Truth, right: Truth) -> Truth { !(!left && !right) }
}
