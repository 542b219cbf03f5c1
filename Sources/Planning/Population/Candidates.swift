import PaywallCatalog
import PaywallTextCoding

/// For each tested attribute, values that distinguish its tests: every constant, the values just
/// below and above it, one that is not listed, and none.
struct Candidates {
  /// Sorted by name; `nil` is a visitor without the attribute.
  private(set) var values: [(attribute: String, values: [AttributeValue?])] = []
  private var places: [String: Int] = [:]

  init(_ conditions: [Condition], schemas: [AttributeSchema]) {
    var tests: [String: [AttributeTest.Operator]] = [:]
    for condition in conditions { condition.collect(into: &tests) }
    for (name, operators) in tests.sorted(by: { $0.key.precedes($1.key) }) {
      guard let attribute = schemas.lazy.compactMap({ $0[name] }).first else { continue }
      var found = ValueSet()
      for each in operators { each.add(to: &found, attribute) }
      found.addUnlisted(attribute, declared: schemas.flatMap { $0[name]?.values ?? [] })
      places[name] = values.count
      values.append(
        (name, found.values.sorted { $0.description.precedes($1.description) } + [nil]))
    }
  }

  subscript(attribute: String) -> [AttributeValue?] {
    places[attribute].map { values[$0].values } ?? []
  }
}

/// Values without repetitions.
private struct ValueSet {
  var values: [AttributeValue] = []
  private var seen: Set<AttributeValue> = []

  mutating func add(_ value: AttributeValue?) {
    guard let value, seen.insert(value).inserted else { return }
    values.append(value)
  }

  /// A value that no test names.
  mutating func addUnlisted(_ attribute: Attribute, declared: [String]) {
    switch attribute.type {
    case .boolean:
      add(.boolean(true))
      add(.boolean(false))
    case .string:
      for text in declared { add(.string(text)) }
      let usual = Self.usual[attribute.name] ?? ["other", "something-else"]
      add(usual.map { .string($0) }.first { !seen.contains($0) })
    case .list:
      add(.list([]))
      add(.list(["something-else"]))
    case .integer: if values.isEmpty { add(.integer(1)) }
    case .number: if values.isEmpty { add(.number(1)) }
    case .version: if values.isEmpty { add(Version("1.0").map { .version($0) }) }
    case .time: if values.isEmpty { add(.time(Timestamp(milliseconds: 1_735_689_600_000))) }
    }
  }

  private static let usual = [
    "country": ["US", "DE", "JP", "FR", "GB", "IN", "BR"], "language": ["en", "de", "ja", "fr"],
    "locale": ["en-US", "de-DE", "ja-JP", "fr-FR"], "platform": ["iOS", "macOS", "visionOS"],
    "environment": ["production"],
  ]
}

extension Condition {
  fileprivate func collect(into tests: inout [String: [AttributeTest.Operator]]) {
    switch self {
    case .audience: break
    case .test(let test): tests[test.attribute, default: []] += test.operators
    case .all(let parts), .any(let parts): for part in parts { part.collect(into: &tests) }
    case .not(let part): part.collect(into: &tests)
    }
  }
}

extension AttributeTest.Operator {
  fileprivate func add(to set: inout ValueSet, _ attribute: Attribute) {
    switch self {
    case .equals(let value), .atLeast(let value), .atMost(let value), .moreThan(let value),
      .lessThan(let value):
      for near in value.neighbours(as: attribute.type) { set.add(near) }
    case .oneOf(let values):
      for near in values.flatMap({ $0.neighbours(as: attribute.type) }) { set.add(near) }
    case .before(let moment), .after(let moment):
      for near in AttributeValue.time(moment).neighbours(as: .time) { set.add(near) }
    case .contains(let part) where attribute.type == .list: set.add(.list([part]))
    case .contains(let part): set.add(.string("a\(part)z"))
    case .startsWith(let part): set.add(.string("\(part)z"))
    case .endsWith(let part): set.add(.string("a\(part)"))
    case .exists: break
    }
  }
}

extension AttributeValue {
  /// The value itself, and the values just below and above it.
  fileprivate func neighbours(as type: AttributeType) -> [AttributeValue?] {
    switch (self, type) {
    case (.string(let item), .list): [.list([item])]
    case (.integer(let number), .number):
      [-1, 0, 1].map { .number(Double(number) + $0) }
    case (.integer(let number), _):
      [number.subtractingReportingOverflow(1), (number, false), number.addingReportingOverflow(1)]
        .filter { !$0.1 }.map { .integer($0.0) }
    case (.number(let number), _): [.number(number - 0.01), self, .number(number + 0.01)]
    case (.time(let moment), _):
      [.time(moment.adding(milliseconds: -1000)), self, .time(moment.adding(milliseconds: 1000))]
    case (.version(let version), _): [version.below, self, version.above]
    default: [self]
    }
  }
}

extension Version {
  /// `3.1.99` for `3.2.0`, `3.99` for `4`.
  fileprivate var below: AttributeValue? {
    var parts = numbers
    while parts.last == 0 { parts.removeLast() }
    guard let last = parts.popLast() else { return Version("0-0").map { .version($0) } }
    return Version((parts + [last - 1, 99]).map(String.init).joined(separator: "."))
      .map { .version($0) }
  }

  /// `3.2.0.1` for `3.2.0`.
  fileprivate var above: AttributeValue? {
    Version((numbers + [1]).map(String.init).joined(separator: ".")).map { .version($0) }
  }

  private var numbers: [UInt64] {
    let digits = text.drop { $0 == "v" }.prefix { $0 != "-" && $0 != "+" }
    return digits.split(separator: ".").compactMap { UInt64($0) }
  }
}
