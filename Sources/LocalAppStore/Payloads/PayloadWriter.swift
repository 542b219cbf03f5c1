import PaywallCatalog
import PaywallTextCoding

/// Writes one JSON object, its members in the order in which they are given; `nil` is left out.
struct PayloadWriter {
  private var json = JSONText()

  init() { json.raw("{") }

  /// The object in UTF-8.
  var bytes: [UInt8] { json.bytes + "}".utf8 }

  mutating func text(_ name: String, _ value: String?) {
    guard let value else { return }
    self.name(name)
    json.string(value)
  }

  mutating func number(_ name: String, _ value: (some BinaryInteger)?) {
    guard let value else { return }
    self.name(name)
    json.integer(value)
  }

  mutating func date(_ name: String, _ value: Timestamp?) { number(name, value?.milliseconds) }

  mutating func flag(_ name: String, _ value: Bool?) {
    guard let value else { return }
    self.name(name)
    json.boolean(value)
  }

  mutating func texts(_ name: String, _ values: [String]?) {
    guard let values else { return }
    self.name(name)
    json.list(values) { $0.string($1) }
  }

  mutating func objects(_ name: String, _ objects: [[UInt8]]) {
    self.name(name)
    json.list(objects) { $0.raw($1) }
  }

  mutating func object(_ name: String, _ write: (inout PayloadWriter) -> Void) {
    var object = PayloadWriter()
    write(&object)
    self.object(name, object.bytes)
  }

  mutating func object(_ name: String, _ bytes: [UInt8]) {
    self.name(name)
    json.raw(bytes)
  }

  private mutating func name(_ name: String) {
    if json.bytes.count > 1 { json.raw(",") }
    json.string(name)
    json.raw(":")
  }
}
