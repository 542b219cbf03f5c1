#if Server
/// Writes one JSON object, its members in the order in which they are given; `nil` is left out.
package struct JSONMembers: Sendable {
  private var json = JSONText()

  package init() { json.raw("{") }

  package init(_ write: (inout JSONMembers) -> Void) {
    self.init()
    write(&self)
  }

  /// The object in UTF-8.
  package var bytes: [UInt8] { json.bytes + "}".utf8 }

  package mutating func text(_ name: String, _ value: String?) {
    add(name, value) { $0.string($1) }
  }

  package mutating func number(_ name: String, _ value: (some BinaryInteger)?) {
    add(name, value) { $0.integer($1) }
  }

  package mutating func flag(_ name: String, _ value: Bool?) {
    add(name, value) { $0.boolean($1) }
  }

  package mutating func texts(_ name: String, _ values: [String]?) {
    add(name, values) { json, values in json.list(values) { $0.string($1) } }
  }

  package mutating func objects(_ name: String, _ objects: [JSONMembers]?) {
    add(name, objects) { json, objects in json.list(objects) { $0.raw($1.bytes) } }
  }

  package mutating func object(_ name: String, _ object: JSONMembers?) {
    add(name, object) { $0.raw($1.bytes) }
  }

  package mutating func object(_ name: String, _ write: (inout JSONMembers) -> Void) {
    object(name, JSONMembers(write))
  }

  package mutating func json(_ name: String, _ write: (inout JSONText) -> Void) {
    add(name, ()) { json, _ in write(&json) }
  }

  private mutating func add<Value>(
    _ name: String, _ value: Value?, _ write: (inout JSONText, Value) -> Void
  ) {
    guard let value else { return }
    if json.bytes.count > 1 { json.raw(",") }
    json.string(name)
    json.raw(":")
    write(&json, value)
  }
}
#endif
