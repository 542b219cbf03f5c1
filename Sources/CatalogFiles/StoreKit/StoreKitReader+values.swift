import PaywallTextCoding
import YAMLText

extension StoreKitReader {
  /// `nil` for a missing key and for `null`.
  func value(_ key: String, in node: Node) -> Node? {
    node.entries?.first { $0.key.hasSameUTF8(as: key) }.flatMap { $0.value.isNull ? nil : $0.value }
  }

  /// The items of a list; a missing one is empty.
  mutating func list(_ key: String, in node: Node) -> [Node] {
    guard let list = value(key, in: node) else { return [] }
    if let items = list.items { return items }
    warn(list, "'\(key)' is \(list.kind), not a list; it is ignored", help: Self.finish)
    return []
  }

  mutating func text(_ key: String, in node: Node) -> StoreKitFile.Field<String>? {
    guard let value = value(key, in: node) else { return nil }
    guard let scalar = value.scalar else {
      warn(value, "'\(key)' is \(value.kind), not text; it is ignored", help: Self.finish)
      return nil
    }
    return StoreKitFile.Field(value: scalar.text, range: value.range)
  }

  mutating func integer(_ key: String, in node: Node) -> StoreKitFile.Field<Int>? {
    guard let text = text(key, in: node) else { return nil }
    guard let number = Int(text.value) else {
      warn(at: text.range, "'\(key)' is not a whole number; it is ignored", help: Self.finish)
      return nil
    }
    return StoreKitFile.Field(value: number, range: text.range)
  }

  mutating func boolean(_ key: String, in node: Node) -> StoreKitFile.Field<Bool>? {
    word(key, in: node, required: false) { $0 == "true" ? true : $0 == "false" ? false : nil }
  }

  /// A known word; an unknown one is ignored with a warning.
  mutating func word<Value>(
    _ key: String, in node: Node, required: Bool, meaning: (String) -> Value?
  ) -> StoreKitFile.Field<Value>? {
    guard let text = text(key, in: node) else {
      if required, value(key, in: node) == nil {
        warn(node, "'\(key)' is missing", help: Self.finish)
      }
      return nil
    }
    guard let value = meaning(text.value) else {
      warn(
        at: text.range, "\(Diagnostic.quoted(text.value)) is not known as '\(key)'; it is ignored",
        help: Self.finish)
      return nil
    }
    return StoreKitFile.Field(value: value, range: text.range)
  }

  /// `displayPrice`, a text such as `"9.99"`, in thousandths. Xcode writes `""` until it is set.
  mutating func price(in node: Node) -> Int64? {
    guard let text = text("displayPrice", in: node), !text.value.isEmpty else { return nil }
    if let price = StoreKitFile.milliunits(text.value) { return price }
    warn(
      at: text.range, "\(Diagnostic.quoted(text.value)) is not a price; it is ignored",
      help: "write it with a dot and at most three decimals, without a currency")
    return nil
  }

  mutating func warn(_ node: Node, _ message: String, help: String) {
    warn(at: node.range, message, help: help)
  }

  mutating func warn(
    at range: SourceRange, code: Diagnostic.Code = .storeKitShape, _ message: String, help: String
  ) {
    diagnostics.append(Diagnostic(.warning, code: code, in: path, at: range, message, help: help))
  }
}
