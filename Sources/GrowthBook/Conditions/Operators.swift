import PaywallCatalog
import PaywallTextCoding

/// The members of one of GrowthBook's operator objects, `{"$type":"string","$eq":"GB"}`: all of
/// them must hold.
struct Operators {
  fileprivate var members: [(name: String, value: JSONText)]

  private init(_ name: String, _ write: (inout JSONText) -> Void) {
    members = [(name, JSONText(write))]
  }

  static func + (left: Self, right: Self) -> Self {
    var both = left
    both.members += right.members
    return both
  }

  /// A type name of GrowthBook: string, number, boolean, array.
  static func type(_ name: String) -> Self { Self("$type") { $0.string(name) } }

  static func exists(_ expected: Bool) -> Self { Self("$exists") { $0.boolean(expected) } }

  static func equal(_ text: String) -> Self { Self("$eq") { $0.string(text) } }

  static func differ(from text: String) -> Self { Self("$ne") { $0.string(text) } }

  /// One of these; for a list, it contains one of these.
  static func oneOf(_ values: [Content]) -> Self {
    Self("$in") { $0.list(values) { $0.content($1) } }
  }

  static func atLeast(_ bound: Content) -> Self { Self("$gte") { $0.content(bound) } }
  static func atMost(_ bound: Content) -> Self { Self("$lte") { $0.content(bound) } }
  static func above(_ bound: Content) -> Self { Self("$gt") { $0.content(bound) } }
  static func below(_ bound: Content) -> Self { Self("$lt") { $0.content(bound) } }

  static func pattern(_ pattern: String) -> Self { Self("$regex") { $0.string(pattern) } }

  static func not(_ operators: Self) -> Self {
    Self("$not") { $0.raw(JSONMembers(operators).bytes) }
  }
}

extension JSONMembers {
  init(_ operators: Operators) {
    self.init()
    for (name, value) in operators.members { json(name) { $0.raw(value.bytes) } }
  }
}
