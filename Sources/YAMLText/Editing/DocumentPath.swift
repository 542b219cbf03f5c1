/// The path of a value in a document: `variants`, `control`, `paywall`.
package struct DocumentPath: Hashable, Sendable {
  package let steps: [Step]

  package enum Step: Hashable, Sendable {
    /// A key of a mapping, compared byte for byte.
    case key(String)
    /// An index in a sequence, from 0.
    case index(Int)
  }

  package init(_ steps: [Step] = []) { self.steps = steps }

  package static let root = DocumentPath()

  package func appending(_ step: Step) -> DocumentPath { DocumentPath(steps + [step]) }

  /// `nil` for the root.
  package var parent: DocumentPath? { steps.isEmpty ? nil : DocumentPath(steps.dropLast()) }
}

extension DocumentPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// A key of the outermost mapping.
  package init(stringLiteral key: String) { self.init([.key(key)]) }

  /// Keys from the outermost mapping inwards.
  package init(arrayLiteral keys: String...) { self.init(keys.map { .key($0) }) }
}

extension DocumentPath: CustomStringConvertible {
  /// The path in messages: `variants.control.paywall`, `products[2]`.
  package var description: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      case .index(let index): text += "[\(index)]"
      }
    }
  }
}

extension Node {
  /// The entry of a key; `nil` if this is no mapping or has no such key.
  package func entry(_ key: String) -> Entry? {
    entries?.first { $0.key.utf8.elementsEqual(key.utf8) }
  }

  /// The value at a path; `nil` if there is none.
  package func value(at path: DocumentPath) -> Node? {
    path.steps.reduce(Optional(self)) { node, step in
      switch step {
      case .key(let key): node?.entry(key)?.value
      case .index(let index): node?.items.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
    }
  }
}

extension Document {
  /// The place to report for a path: the last existing key of it, or an item; `nil` for an empty
  /// document.
  package func place(of path: DocumentPath) -> SourceRange? {
    var place = root?.range
    var node = root
    for step in path.steps {
      switch step {
      case .key(let key):
        guard let entry = node?.entry(key) else { return place }
        (place, node) = (entry.keyRange, entry.value)
      case .index(let index):
        guard let items = node?.items, items.indices.contains(index) else { return place }
        (place, node) = (items[index].range, items[index])
      }
    }
    return place
  }
}
