extension Node {
  /// The tree after an edit: the required content of the edited document. The places of the result
  /// are meaningless.
  package func applying(_ edit: Edit) throws(ImpossibleEdit) -> Node {
    applying(try change(for: edit))
  }

  func applying(_ change: Change) -> Node {
    switch change {
    case .replace(let path, let value):
      return replacing(path.steps[...]) { $0.replaced(by: value) }
    case .insert(let path, let index, let key, let value, _):
      let new = Node(value, at: range)
      return replacing(path.steps[...]) { node in
        node.rearranged { slots in slots.insert(Slot(key: key, value: new), at: index) }
      }
    case .remove(let path, let index):
      return replacing(path.steps[...]) { $0.rearranged { slots in slots.remove(at: index) } }
    case .rename(let path, let index, let name):
      return replacing(path.steps[...]) { $0.rearranged { slots in slots[index].key = name } }
    case .move(let path, let from, let to):
      return replacing(path.steps[...]) { node in
        node.rearranged { slots in slots.insert(slots.remove(at: from), at: to) }
      }
    }
  }

  /// A key with its value, or an item.
  private struct Slot {
    var key: String?
    var value: Node
  }

  private func replacing(
    _ steps: ArraySlice<DocumentPath.Step>, _ change: (Node) -> Node
  ) -> Node {
    guard let step = steps.first, let index = index(of: step) else { return change(self) }
    return rearranged { slots in
      slots[index].value = slots[index].value.replacing(steps.dropFirst(), change)
    }
  }

  private func rearranged(_ change: (inout [Slot]) -> Void) -> Node {
    switch value {
    case .scalar: return self
    case .sequence(let items, let layout):
      var slots = items.map { Slot(key: nil, value: $0) }
      change(&slots)
      return Node(.sequence(slots.map(\.value), layout), at: range)
    case .mapping(let entries, let layout):
      var slots = entries.map { Slot(key: $0.key, value: $0.value) }
      change(&slots)
      let changed = slots.map { Entry(key: $0.key ?? "", keyRange: range, value: $0.value) }
      return Node(.mapping(changed, layout), at: range)
    }
  }

  /// A scalar that had quotes keeps them.
  private func replaced(by value: YAMLValue) -> Node {
    if case .text(let text) = value, let scalar, scalar.style != .plain {
      return Node(.scalar(Scalar(text, style: scalar.style)), at: range)
    }
    return Node(value, at: range)
  }

  /// The node of a value after it is written.
  init(_ value: YAMLValue, at range: SourceRange) {
    let content: Node.Value =
      switch value {
      case .text(let text):
        .scalar(
          Scalar(text, style: ScalarText.isPlain(text, in: .block) ? .plain : .doubleQuoted))
      case .quoted(let text): .scalar(Scalar(text, style: .doubleQuoted))
      case .null: .scalar(Scalar("null", style: .plain))
      case .list(let items, _): .sequence(items.map { Node($0, at: range) }, .block)
      case .mapping(let members, _):
        .mapping(
          members.map { Entry(key: $0.key, keyRange: range, value: Node($0.value, at: range)) },
          .block)
      }
    self.init(content, at: range)
  }
}
