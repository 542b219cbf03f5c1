internal import YAMLText

/// How a value is written at its place. Reading gives the value, or notes what is wrong with it and
/// gives `nil`.
struct Form<Value> {
  let read: (Node, Page) -> Value?

  init(_ read: @escaping (Node, Page) -> Value?) { self.read = read }

  /// A value written as one piece of text, `what` for short, `example` as a model.
  init(_ what: String, example: String, _ parse: @escaping (String) -> Value?) {
    self.init { node, page in
      guard let text = node.text(as: what, example: example, page) else { return nil }
      if let value = parse(text) { return value }
      page.error(
        .invalidValue, at: node.range, "'\(text.shortened)' is not \(what)",
        help: "write \(what) like \(example)")
      return nil
    }
  }

  /// The value with the place it stands at.
  var located: Form<Located<Value>> {
    Form<Located<Value>> { node, page in
      read(node, page).map { Located($0, at: page.place(node.range)) }
    }
  }

  func map<Result>(_ transform: @escaping (Value) -> Result) -> Form<Result> {
    Form<Result> { node, page in read(node, page).map(transform) }
  }
}

extension Form {
  /// A list of such values; what is wrong with one does not hide what is wrong with another.
  static func list<Item>(of item: Form<Item>) -> Form where Value == [Item] {
    Form { node, page in
      guard let items = node.items else {
        page.error(
          .wrongType, at: node.range, "expected a list, found \(node.kind)",
          help: node.scalar.map {
            $0.isNull ? "write [] for an empty list" : "write [\($0.text.shortened)]"
          } ?? "write the items as [a, b], or each on its own line behind '- '")
        return nil
      }
      let values = items.map { item.read($0, page) }
      return values.contains { $0 == nil } ? nil : values.compactMap(\.self)
    }
  }

  /// Such a list in which nothing is twice.
  static func set<Item: Hashable>(of item: Form<Item>) -> Form where Value == [Item] {
    Form { node, page in
      guard let values = Form.list(of: item).read(node, page), let items = node.items else {
        return nil
      }
      page.refuseDuplicates(in: values, items)
      return values
    }
  }

  /// A list with at least one item, and nothing twice; `help` is for who leaves it empty.
  static func some<Item: Hashable>(of item: Form<Item>, help: String) -> Form
  where Value == [Item] {
    Form { node, page in
      if let items = node.items, items.isEmpty {
        page.error(.invalidValue, at: node.range, "the list is empty", help: help)
        return nil
      }
      return Form.set(of: item).read(node, page)
    }
  }
}

extension Page {
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
  func text(as what: String, example: String, _ page: Page) -> String? {
    guard let scalar, !scalar.isNull else {
      page.error(
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
