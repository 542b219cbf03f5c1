import PaywallAPI

/// A value that a command prints as JSON. Each member is said once: its name, its schema and its
/// value.
protocol Card: Encodable {
  static var members: Members<Self> { get }
}

extension Card {
  static var schema: Schema { .object(members.properties) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    for write in Self.members.writers { try write(self, &container) }
  }
}

/// The members of an object that is made from a value.
struct Members<Subject>: Sendable {
  fileprivate typealias Writer =
    @Sendable (Subject, inout KeyedEncodingContainer<MemberName>) throws -> Void

  private(set) var properties: [Property] = []
  fileprivate private(set) var writers: [Writer] = []

  init(_ list: (inout Self) -> Void) { list(&self) }

  mutating func always<Value: Encodable & SendableMetatype>(
    _ name: String, _ schema: Schema, _ description: String? = nil,
    _ value: @escaping @Sendable (Subject) -> Value
  ) {
    properties.append(.always(name, schema, description))
    writers.append { try $1.encode(value($0), forKey: MemberName(name)) }
  }

  /// A member that is left out if it is `nil`.
  mutating func maybe<Value: Encodable & SendableMetatype>(
    _ name: String, _ schema: Schema, _ description: String? = nil,
    _ value: @escaping @Sendable (Subject) -> Value?
  ) {
    properties.append(.maybe(name, schema, description))
    writers.append { try $1.encodeIfPresent(value($0), forKey: MemberName(name)) }
  }
}

/// A name in an object of JSON.
struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
