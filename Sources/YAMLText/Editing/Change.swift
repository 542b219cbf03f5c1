/// An edit with its positions in a tree.
enum Change {
  case replace(DocumentPath, YAMLValue)
  /// With `isBefore` it is placed next to the following entry, else next to the one before.
  case insert(into: DocumentPath, at: Int, key: String?, YAMLValue, isBefore: Bool)
  case remove(from: DocumentPath, at: Int)
  case rename(in: DocumentPath, at: Int, to: String)
  case move(in: DocumentPath, from: Int, to: Int)
}

extension Node {
  /// Resolves an edit in this tree, or throws why it is impossible.
  func change(for edit: Edit) throws(ImpossibleEdit) -> Change {
    switch edit {
    case .set(let path, let value): return try setting(path, value)
    case .insert(let path, let value, let placement):
      guard let parent = path.parent, case .key(let key)? = path.steps.last else {
        throw ImpossibleEdit(
          .noSuchPlace, path, "an item of a list has no key", help: "insert it into the list")
      }
      guard let node = self.value(at: parent), !node.isNull else {
        return try setting(path, value)
      }
      guard node.entries != nil else { throw ImpossibleEdit(parent, is: node, not: "a mapping") }
      guard node.entry(key) == nil else { throw ImpossibleEdit(taken: path) }
      let (index, isBefore) = try node.index(of: placement, at: parent)
      return .insert(into: parent, at: index, key: key, value, isBefore: isBefore)
    case .insertItem(let path, let value, let placement):
      guard let node = self.value(at: path), !node.isNull else {
        return try setting(path, .list([value]))
      }
      guard node.items != nil else { throw ImpossibleEdit(path, is: node, not: "a list") }
      let (index, isBefore) = try node.index(of: placement, at: path)
      return .insert(into: path, at: index, key: nil, value, isBefore: isBefore)
    case .remove(let path):
      let (parent, _, index) = try slot(path)
      return .remove(from: parent, at: index)
    case .rename(let path, let name):
      let (parent, node, index) = try slot(path)
      guard let entries = node.entries else {
        throw ImpossibleEdit(parent, is: node, not: "a mapping")
      }
      let isSame = entries[index].key.utf8.elementsEqual(name.utf8)
      guard isSame || node.entry(name) == nil else {
        throw ImpossibleEdit(taken: parent.appending(.key(name)))
      }
      return .rename(in: parent, at: index, to: name)
    case .move(let path, let placement):
      let (parent, node, index) = try slot(path)
      let (gap, _) = try node.index(of: placement, at: parent)
      let last = node.count - 1
      switch placement {
      case .at: return .move(in: parent, from: index, to: min(gap, last))
      default: return .move(in: parent, from: index, to: gap > index ? gap - 1 : gap)
      }
    }
  }

  private func setting(
    _ path: DocumentPath, _ value: YAMLValue
  ) throws(ImpossibleEdit) -> Change {
    if self.value(at: path) != nil { return .replace(path, value) }
    var known = DocumentPath.root
    var node = self
    while let next = node.value(at: DocumentPath([path.steps[known.steps.count]])) {
      known = known.appending(path.steps[known.steps.count])
      node = next
    }
    let step = path.steps[known.steps.count]
    var value = value
    for missing in path.steps.dropFirst(known.steps.count + 1).reversed() {
      guard case .key(let key) = missing else { throw ImpossibleEdit(nothingAt: path) }
      value = .mapping([YAMLValue.Member(key, value)])
    }
    switch (step, node.value) {
    case (.key(let key), .mapping(let entries, _)):
      return .insert(into: known, at: entries.count, key: key, value, isBefore: false)
    case (.key(let key), _) where node.isNull:
      return .replace(known, .mapping([YAMLValue.Member(key, value)]))
    case (.index(let index), .sequence(let items, _)) where index == items.count:
      return .insert(into: known, at: index, key: nil, value, isBefore: false)
    case (.index(0), _) where node.isNull:
      return .replace(known, .list([value]))
    case (.index, .sequence): throw ImpossibleEdit(nothingAt: path)
    case (.key, _): throw ImpossibleEdit(known, is: node, not: "a mapping")
    case (.index, _): throw ImpossibleEdit(known, is: node, not: "a list")
    }
  }

  var count: Int { entries?.count ?? items?.count ?? 0 }

  /// The collection of the value at a path, and its index there.
  private func slot(_ path: DocumentPath) throws(ImpossibleEdit) -> (DocumentPath, Node, Int) {
    guard let parent = path.parent, let step = path.steps.last, let node = value(at: parent),
      let index = node.index(of: step)
    else { throw ImpossibleEdit(nothingAt: path) }
    return (parent, node, index)
  }

  func index(of step: DocumentPath.Step) -> Int? {
    switch step {
    case .key(let key): entries?.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
    case .index(let index): items?.indices.contains(index) == true ? index : nil
    }
  }

  private func index(
    of placement: EditPosition, at path: DocumentPath
  ) throws(ImpossibleEdit) -> (Int, isBefore: Bool) {
    switch placement {
    case .first: return (0, true)
    case .last: return (count, false)
    case .at(let index):
      guard (0...count).contains(index) else {
        throw ImpossibleEdit(nothingAt: path.appending(.index(index)))
      }
      return (index, index == 0)
    case .before(let step):
      guard let index = index(of: step) else {
        throw ImpossibleEdit(nothingAt: path.appending(step))
      }
      return (index, true)
    case .after(let step):
      guard let index = index(of: step) else {
        throw ImpossibleEdit(nothingAt: path.appending(step))
      }
      return (index + 1, false)
    }
  }
}
