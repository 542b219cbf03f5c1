import PaywallCatalog
import PaywallTextCoding

/// Maps values to integer keys, so that tests compare integers: two values of an attribute have the
/// same key if no test tells them apart, and keys have the order of the values. Texts that
/// conditions name are numbered; versions get their position among the named ones.
struct LiteralTable: Sendable {
  /// By slot, the number of each text that some condition names.
  private var texts: [[UTF8Key: Int64]]
  /// By slot, the versions that conditions name, in order.
  private var versions: [[Version]]

  /// Collects the literals of a snapshot's conditions.
  init(_ conditions: some Sequence<Condition>, schema: AttributeSchema) {
    texts = Array(repeating: [:], count: schema.attributes.count)
    versions = Array(repeating: [], count: schema.attributes.count)
    for condition in conditions { collect(condition, schema) }
    for slot in versions.indices {
      versions[slot] = versions[slot].sortedByIndex(<)
      versions[slot] = versions[slot].reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
  }

  /// `nil` for lists, which are never compared as a whole.
  func key(of value: AttributeValue, slot: Int) -> Int64? {
    switch value {
    case .string(let text): texts[slot].isEmpty ? 0 : texts[slot][UTF8Key(text)] ?? 0
    case .integer(let number): number
    case .number(let number): number.orderedBits
    case .boolean(let value): value ? 1 : 0
    case .version(let version): place(of: version, in: versions[slot])
    case .time(let moment): moment.milliseconds
    case .list: nil
    }
  }

  /// Odd for a named version, even for one between two named ones.
  private func place(of version: Version, in named: [Version]) -> Int64 {
    let lower = Int64(named.firstIndex { $0 >= version } ?? named.count)
    let isNamed = lower < named.count && named[Int(clamping: lower)] == version
    return lower * 2 + (isNamed ? 1 : 0)
  }

  private mutating func collect(_ condition: Condition, _ schema: AttributeSchema) {
    switch condition {
    case .audience: break
    case .all(let parts), .any(let parts): for part in parts { collect(part, schema) }
    case .not(let part): collect(part, schema)
    case .test(let test):
      guard let slot = schema.slot(of: test.attribute) else { return }
      for value in test.operators.flatMap(\.values) { collect(value, slot, schema) }
    }
  }

  private mutating func collect(_ value: AttributeValue, _ slot: Int, _ schema: AttributeSchema) {
    switch value.literal(for: schema.attributes[slot]) {
    case .string(let text):
      let next = Int64(texts[slot].count + 1)
      texts[slot][UTF8Key(text), default: next] = texts[slot][UTF8Key(text)] ?? next
    case .version(let version): versions[slot].append(version)
    default: break
    }
  }
}

extension AttributeTest.Operator {
  /// The values that it compares with as a whole.
  fileprivate var values: [AttributeValue] {
    switch self {
    case .equals(let value), .atLeast(let value), .atMost(let value), .moreThan(let value),
      .lessThan(let value):
      [value]
    case .oneOf(let values): values
    case .before, .after, .contains, .startsWith, .endsWith, .exists: []
    }
  }
}

extension AttributeValue {
  /// This value converted to the attribute's type; `nil` if it has another type. A word
  /// is spelled like a visitor's.
  func literal(for attribute: Attribute) -> AttributeValue? {
    switch (self, attribute.type) {
    case (.string(let text), .string):
      .string(BuiltInWord.normal(text, of: attribute.name) ?? text)
    case (.integer(let number), .number): .number(Double(number))
    case (.integer, .integer), (.number, .number), (.boolean, .boolean), (.version, .version),
      (.time, .time):
      self
    default: nil
    }
  }
}

extension Double {
  /// Integers in the order of the numbers, with one for both zeros.
  fileprivate var orderedBits: Int64 {
    let bits = Int64(bitPattern: (self == 0 ? 0 : self).bitPattern)
    return bits >= 0 ? bits : .min &- bits
  }
}
