import PaywallTextCoding
/// Compares two copies of a fact field by field, until a field differs. A missing value precedes
/// every other, `false` precedes `true`, and texts are compared by their bytes.
struct Precedence {
  /// Whether the own copy comes last; `nil` while all fields are equal.
  private(set) var isLast: Bool?

  mutating func compare<Value: Comparable>(_ own: Value?, _ other: Value?) {
    settle(own, other) { $0 < $1 }
  }

  mutating func compare(_ own: String?, _ other: String?) {
    settle(own, other) { $0.precedes($1) }
  }

  mutating func compare(_ own: Bool?, _ other: Bool?) {
    settle(own, other) { !$0 && $1 }
  }

  mutating func compare(_ own: [String]?, _ other: [String]?) {
    settle(own, other) { $0.lexicographicallyPrecedes($1) { $0.precedes($1) } }
  }

  mutating func compare<Word>(_ own: OpenEnum<Word>?, _ other: OpenEnum<Word>?)
  where Word.RawValue == String {
    compare(own?.raw, other?.raw)
  }

  mutating func compare<Word>(_ own: OpenEnum<Word>?, _ other: OpenEnum<Word>?)
  where Word.RawValue == Int {
    compare(own?.raw, other?.raw)
  }

  private mutating func settle<Value>(
    _ own: Value?, _ other: Value?, precedes: (Value, Value) -> Bool
  ) {
    guard isLast == nil else { return }
    switch (own, other) {
    case (nil, nil): return
    case (nil, _?): isLast = false
    case (_?, nil): isLast = true
    case (let own?, let other?):
      if precedes(other, own) { isLast = true } else if precedes(own, other) { isLast = false }
    }
  }
}
