/// A change of a document.
package enum Edit: Hashable, Sendable {
  /// Replaces a value. A missing one is added as the last key of its mapping, or as the last item
  /// of its list; missing mappings are created.
  case set(DocumentPath, YAMLValue)
  /// Adds a new key.
  case insert(DocumentPath, YAMLValue, EditPosition = .last)
  /// Adds an item to the list at the path.
  case insertItem(into: DocumentPath, YAMLValue, EditPosition = .last)
  /// Removes a key or an item with its comments; the last one leaves `{}` or `[]`.
  case remove(DocumentPath)
  /// Renames the last key of the path.
  case rename(DocumentPath, String)
  /// Moves a key or an item, with its comments, to another place of the same collection.
  case move(DocumentPath, EditPosition)
}

/// A position among the keys of a mapping or the items of a list.
package enum EditPosition: Hashable, Sendable {
  case first
  case last
  /// The index from 0. A moved entry has it afterwards.
  case at(Int)
  /// The place before a key (`.before("trial")`) or an item (`.before(2)`).
  case before(DocumentPath.Step)
  case after(DocumentPath.Step)
}

extension DocumentPath.Step: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral key: String) { self = .key(key) }
  package init(integerLiteral index: Int) { self = .index(index) }
}

extension Edit {
  /// The path of the edited node, for a message.
  package var path: DocumentPath {
    switch self {
    case .set(let path, _), .insert(let path, _, _), .insertItem(let path, _, _), .remove(let path),
      .rename(let path, _), .move(let path, _):
      path
    }
  }
}
