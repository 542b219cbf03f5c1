internal import YAMLText

/// How a value is written at its place. Reading gives the value, or notes what is wrong with it and
/// gives `nil`.
struct NodeDecoder<Value> {
  let decode: (Node, DecodingContext) -> Value?

  init(_ decode: @escaping (Node, DecodingContext) -> Value?) { self.decode = decode }

  /// A value written as one piece of text, `what` for short, `example` as a model.
  init(_ what: String, example: String, _ parse: @escaping (String) -> Value?) {
    self.init { node, context in
      guard let text = node.text(as: what, example: example, context) else { return nil }
      if let value = parse(text) { return value }
      context.error(
        .invalidValue, at: node.range, "'\(text.shortened)' is not \(what)",
        help: "write \(what) like \(example)")
      return nil
    }
  }

  /// The value with the place it stands at.
  var located: NodeDecoder<Located<Value>> {
    NodeDecoder<Located<Value>> { node, context in
      decode(node, context).map { Located($0, at: context.place(node.range)) }
    }
  }

  func map<Result>(_ transform: @escaping (Value) -> Result) -> NodeDecoder<Result> {
    NodeDecoder<Result> { node, context in decode(node, context).map(transform) }
  }
}

extension NodeDecoder {
  /// A list of such values; what is wrong with one does not hide what is wrong with another.
  static func list<Item>(of item: NodeDecoder<Item>) -> NodeDecoder where Value == [Item] {
    NodeDecoder { node, context in
      guard let items = node.items else {
        context.error(
          .wrongType, at: node.range, "expected a list, found \(node.kind)",
          help: node.scalar.map {
            $0.isNull ? "write [] for an empty list" : "write [\($0.text.shortened)]"
          } ?? "write the items as [a, b], or each on its own line behind '- '")
        return nil
      }
      let values = items.map { item.decode($0, context) }
      return values.contains { $0 == nil } ? nil : values.compactMap(\.self)
    }
  }

  /// Such a list in which nothing is twice.
  static func set<Item: Hashable>(of item: NodeDecoder<Item>) -> NodeDecoder where Value == [Item] {
    NodeDecoder { node, context in
      guard let values = NodeDecoder.list(of: item).decode(node, context), let items = node.items
      else {
        return nil
      }
      context.refuseDuplicates(in: values, items)
      return values
    }
  }

  /// A list with at least one item, and nothing twice; `help` is for who leaves it empty.
  static func some<Item: Hashable>(of item: NodeDecoder<Item>, help: String) -> NodeDecoder
  where Value == [Item] {
    NodeDecoder { node, context in
      if let items = node.items, items.isEmpty {
        context.error(.invalidValue, at: node.range, "the list is empty", help: help)
        return nil
      }
      return NodeDecoder.set(of: item).decode(node, context)
    }
  }
}

extension DecodingContext {
  /// Reports every item of a list that is there a second time.
  func refuseDuplicates<Value: Hashable>(in values: [Value], _ items: [Node]) {
    var first: [Value: Node] = [:]
    for (value, item) in zip(values, items) {
      guard let earlier = first[value] else {
        first[value] = item
        continue
      }
      error(
        .duplicate, at: item.range,
        "this is in the list twice; it is first on line \(earlier.range.start.line)",
        help: "remove one of the two")
    }
  }
}

extension Node {
  /// The text of a scalar, or a finding that says what was expected.
  func text(as what: String, example: String, _ context: DecodingContext) -> String? {
    guard let scalar, !scalar.isNull else {
      context.error(
        .wrongType, at: range, "expected \(what), found \(kind)",
        help: isNull ? "write a value like \(example), or remove the key" : "write \(example)")
      return nil
    }
    return scalar.text
  }
}

extension String {
  /// Cut to a length that fits into a message.
  var shortened: String { count <= 60 ? self : prefix(57) + "…" }
}
