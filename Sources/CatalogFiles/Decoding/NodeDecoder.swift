internal import YAMLText

/// Decodes a value from a node: returns the value, or reports the mistake and returns `nil`. It also
/// knows what editors need to know of such a value.
struct NodeDecoder<Value> {
  let decode: (Node, DecodingContext) -> Value?
  let schema: (Folder) -> JSONSchema

  init(
    in schema: @escaping (Folder) -> JSONSchema,
    _ decode: @escaping (Node, DecodingContext) -> Value?
  ) {
    self.schema = schema
    self.decode = decode
  }

  init(
    _ schema: @autoclosure @escaping () -> JSONSchema,
    _ decode: @escaping (Node, DecodingContext) -> Value?
  ) {
    self.init(in: { _ in schema() }, decode)
  }

  /// A value written as one scalar.
  ///
  /// - Parameters:
  ///   - what: describes the value in messages, and `example` shows one.
  ///   - wrong: what a text is that `parse` refuses; if left out, it is not `what`.
  ///   - help: what to write instead of that text; if left out, something like the example.
  init(
    _ what: String, example: String, _ schema: @autoclosure @escaping () -> JSONSchema,
    wrong: ((String) -> String)? = nil, help: ((String) -> String)? = nil,
    parse: @escaping (String) -> Value?
  ) {
    self.init(schema()) { node, context in
      guard let text = node.text(as: what, example: example, context) else { return nil }
      if let value = parse(text) { return value }
      return context.refuse(
        .invalidValue, at: node.range, wrong?(text) ?? "'\(text.shortened)' is not \(what)",
        help: help?(text) ?? "write \(what) like \(example)")
    }
  }

  /// The value with its place.
  var located: NodeDecoder<Located<Value>> {
    NodeDecoder<Located<Value>>(in: schema) { node, context in
      decode(node, context).map { Located($0, at: context.place(node.range)) }
    }
  }

  func map<Result>(_ transform: @escaping (Value) -> Result) -> NodeDecoder<Result> {
    NodeDecoder<Result>(in: schema) { node, context in decode(node, context).map(transform) }
  }

  /// Values that editors suggest; others are equally valid.
  func examples(_ texts: @autoclosure @escaping () -> [String]) -> NodeDecoder {
    NodeDecoder(in: { schema($0).examples(texts()) }, decode)
  }

  /// The same value, which editors know by another schema.
  func shown(as schema: @autoclosure @escaping () -> JSONSchema) -> NodeDecoder {
    NodeDecoder(schema(), decode)
  }
}

extension NodeDecoder {
  /// A list of such values; all wrong items are reported.
  static func list<Item>(of item: NodeDecoder<Item>) -> NodeDecoder where Value == [Item] {
    NodeDecoder(in: { .list(of: item.schema($0)) }) { node, context in
      guard let items = node.items else {
        return context.refuse(
          .wrongType, at: node.range, "expected a list, found \(node.kind)",
          help: node.scalar.map {
            $0.isNull
              ? "write [] for an empty list"
              : $0.text.helpOnSpaces ?? "write [\($0.text.shortened)]"
          } ?? "write the items as [a, b], or each on its own line after '- '")
      }
      let values = items.map { item.decode($0, context) }
      return values.contains { $0 == nil } ? nil : values.compactMap(\.self)
    }
  }

  /// A list of such items without duplicates.
  static func set<Item: Hashable>(of item: NodeDecoder<Item>) -> NodeDecoder where Value == [Item] {
    NodeDecoder(in: { .list(of: item.schema($0)) }) { node, context in
      guard let values = NodeDecoder.list(of: item).decode(node, context), let items = node.items
      else {
        return nil
      }
      context.refuseDuplicates(in: values, items)
      return values
    }
  }

  /// A list with at least one item and without duplicates; `help` is for an empty list.
  static func some<Item: Hashable>(of item: NodeDecoder<Item>, help: String) -> NodeDecoder
  where Value == [Item] {
    NodeDecoder(in: { .list(of: item.schema($0), atLeast: 1) }) { node, context in
      if let items = node.items, items.isEmpty {
        return context.refuse(.invalidValue, at: node.range, "the list is empty", help: help)
      }
      return NodeDecoder.set(of: item).decode(node, context)
    }
  }

  /// One value, or such a list of values.
  static func oneOrSome<Item: Hashable>(of item: NodeDecoder<Item>, help: String) -> NodeDecoder
  where Value == [Item] {
    let some = NodeDecoder.some(of: item, help: help)
    return NodeDecoder(in: { .anyOf([item.schema($0), some.schema($0)]) }) { node, context in
      node.items == nil ? item.decode(node, context).map { [$0] } : some.decode(node, context)
    }
  }
}

extension DecodingContext {
  /// Reports every repeated item of a list.
  func refuseDuplicates<Value: Hashable>(in values: [Value], _ items: [Node]) {
    for (item, earlier) in Array(zip(values, items)).repeated(by: \.0) {
      error(
        .duplicate, at: item.1.range,
        "this is in the list twice; it is first on line \(earlier.1.range.start.line)",
        help: "remove one of the two")
    }
  }
}

extension Node {
  /// The text of a scalar; otherwise reports what was expected.
  func text(
    as what: @autoclosure () -> String, example: @autoclosure () -> String,
    _ context: DecodingContext
  ) -> String? {
    guard let scalar, !scalar.isNull else {
      return context.refuse(
        .wrongType, at: range, "expected \(what()), found \(kind)",
        help: isNull
          ? "write a value like \(example()), or remove the key" : "write \(example())")
    }
    return scalar.text
  }
}

extension String {
  /// Help on a space that YAML takes for text: at the start, or after the dash of an item.
  var helpOnSpaces: String? {
    let start = unicodeScalars.drop { $0 == "-" || $0 == " " }
    guard let name = start.first?.nameOfSpace else { return nil }
    return "delete \(name) before it and type a space; it often comes with text that is pasted"
  }

  /// Shortened to a length that fits into a message.
  var shortened: String { count <= 60 ? self : prefix(57) + "…" }
}
