import PaywallCatalog
import PaywallTextCoding

/// The members of one of GrowthBook's operator objects, `{"$type":"string","$eq":"GB"}`: all of
/// them must hold.
struct Operators {
  private(set) var members: [[UInt8]]

  private init(_ name: StaticString, _ write: (inout JSONText) -> Void) {
    var json = JSONText()
    json.raw(name)
    write(&json)
    members = [json.bytes]
  }

  static func + (left: Operators, right: Operators) -> Operators {
    var both = left
    both.members += right.members
    return both
  }

  /// A type name of GrowthBook: string, number, boolean, array.
  static func type(_ name: String) -> Operators { Operators("\"$type\":") { $0.string(name) } }

  static func exists(_ expected: Bool) -> Operators {
    Operators("\"$exists\":") { $0.boolean(expected) }
  }

  static func equal(_ text: String) -> Operators { Operators("\"$eq\":") { $0.string(text) } }

  static func differ(from text: String) -> Operators {
    Operators("\"$ne\":") { $0.string(text) }
  }

  /// One of these; for a list, it contains one of these.
  static func oneOf(_ values: [Content]) -> Operators {
    Operators("\"$in\":") { $0.list(values) { $0.content($1) } }
  }

  static func atLeast(_ bound: Content) -> Operators {
    Operators("\"$gte\":") { $0.content(bound) }
  }
  static func atMost(_ bound: Content) -> Operators { Operators("\"$lte\":") { $0.content(bound) } }
  static func above(_ bound: Content) -> Operators { Operators("\"$gt\":") { $0.content(bound) } }
  static func below(_ bound: Content) -> Operators { Operators("\"$lt\":") { $0.content(bound) } }

  static func pattern(_ pattern: String) -> Operators {
    Operators("\"$regex\":") { $0.string(pattern) }
  }

  static func not(_ operators: Operators) -> Operators {
    Operators("\"$not\":") { $0.operators(operators) }
  }
}

extension JSONText {
  mutating func operators(_ operators: Operators) {
    raw("{")
    for (index, member) in operators.members.enumerated() {
      if index > 0 { raw(",") }
      raw(member)
    }
    raw("}")
  }
}
