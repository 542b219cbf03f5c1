import PaywallCatalog
import PaywallTextCoding

/// Writes JSON without white space, members in the order they are given.
struct BundleWriter {
  var json = JSONText()
  private var isFirst = true

  mutating func object(_ write: (inout BundleWriter) -> Void) {
    json.raw("{")
    isFirst = true
    write(&self)
    json.raw("}")
    isFirst = false
  }

  mutating func list<Item>(
    _ items: some Sequence<Item>, each write: (inout BundleWriter, Item) -> Void
  ) {
    json.raw("[")
    for (index, item) in items.enumerated() {
      if index > 0 { json.raw(",") }
      write(&self, item)
    }
    json.raw("]")
    isFirst = false
  }

  mutating func name(_ name: String) {
    if !isFirst { json.raw(",") }
    isFirst = false
    json.string(name)
    json.raw(":")
  }

  /// Nothing at all for `nil`.
  mutating func member(_ name: String, _ value: (some BundleWritable)?) {
    guard let value else { return }
    self.name(name)
    value.write(to: &self)
    isFirst = false
  }

  /// Nothing at all for the usual value.
  mutating func member<Value: BundleWritable & Equatable>(
    _ name: String, _ value: Value, unless usual: Value
  ) {
    member(name, value == usual ? nil : value)
  }
}

extension BundleWriter {
  /// Members of content, in their order.
  mutating func content(_ members: [Content.Member]) {
    object { writer in
      for member in members { writer.member(member.key, member.value) }
    }
  }
}
