/// The layout style of a file, learned from its text.
struct LayoutStyle {
  /// The indentation of a mapping below its key, in columns.
  var step = 2
  /// The indentation of the dashes of a list below its key, in columns; may be 0.
  var listStep = 2
  /// `{ a: b }` and not `{a: b}`.
  var isPadded = true

  private var knowsStep = false
  private var knowsListStep = false
  private var knowsPadding = false

  init() {}

  /// Learns the style of a tree; the neighbours of the edited place have priority.
  init(neighbours: Node?, root: Node?, bytes: [UInt8]) {
    let column = { (offset: Int) in
      bytes[..<offset].reversed().prefix { $0 != 0x0A && $0 != 0x0D }.count
    }
    if let neighbours { learn(from: neighbours, bytes, column, depth: 1) }
    if let root { learn(from: root, bytes, column, depth: .max) }
  }

  private mutating func learn(
    from node: Node, _ bytes: [UInt8], _ column: (Int) -> Int, depth: Int
  ) {
    if knowsStep, knowsListStep, knowsPadding { return }
    switch node.value {
    case .scalar: return
    case .sequence(let items, _):
      guard depth > 0 else { return }
      for item in items { learn(from: item, bytes, column, depth: depth - 1) }
    case .mapping(let entries, .flow):
      guard !entries.isEmpty, !knowsPadding else { return }
      let inside = node.range.start.offset + 1
      guard inside < bytes.count, bytes[inside - 1] == UInt8(ascii: "{") else { return }
      isPadded = bytes[inside] == 0x20
      knowsPadding = bytes[inside] != 0x0A && bytes[inside] != 0x0D
    case .mapping(let entries, .block):
      guard depth > 0 else { return }
      for entry in entries {
        learn(entry, column)
        learn(from: entry.value, bytes, column, depth: depth - 1)
      }
    }
  }

  private mutating func learn(_ entry: Node.Entry, _ column: (Int) -> Int) {
    switch entry.value.value {
    case .mapping(_, .block) where !knowsStep:
      let step = column(entry.value.range.start.offset) - column(entry.keyRange.start.offset)
      guard step > 0 else { return }
      (self.step, knowsStep) = (step, true)
      if !knowsListStep { listStep = step }
    case .sequence(_, .block) where !knowsListStep:
      let step = column(entry.value.range.start.offset) - column(entry.keyRange.start.offset)
      (listStep, knowsListStep) = (max(0, step), true)
      if !knowsStep, step > 0 { self.step = step }
    default: return
    }
  }
}
