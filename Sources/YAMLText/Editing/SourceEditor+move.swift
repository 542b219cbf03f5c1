extension SourceEditor {
  /// Moves an entry of a block collection with its comments. Blank lines and separate comments
  /// between entries stay in place.
  func moving(from: Int, to: Int, of node: Node) throws(EditRefusal) -> [Splice] {
    let entries = try blockEntries(of: node)
    var regions: [Range<Int>] = []
    for entry in entries[min(from, to)...max(from, to)] { regions.append(region(entry)) }
    if from > to, !isFirstOnLine(entries[to]), regionStart(entries[from]) < entries[from].start {
      throw refusal(
        entries[from].start..<entries[from].markEnd,
        "the comment above this key cannot move after the dash with it",
        help: "move the lines by hand")
    }
    if from == 0, !isFirstOnLine(entries[0]), regionStart(entries[1]) < entries[1].start {
      throw refusal(
        entries[1].start..<entries[1].markEnd,
        "the comment above this key cannot move after the dash with it",
        help: "move the lines by hand")
    }
    return [permuted(regions, isForward: from < to)]
  }

  /// Moves the first of the regions to the end, or the last to the start; the text between them
  /// stays.
  func permuted(_ regions: [Range<Int>], isForward: Bool) -> Splice {
    var order = regions
    if isForward {
      order.append(order.removeFirst())
    } else {
      order.insert(order.removeLast(), at: 0)
    }
    var text: [UInt8] = []
    for (index, region) in order.enumerated() {
      text += bytes[region]
      if index + 1 < regions.count {
        text += bytes[regions[index].upperBound..<regions[index + 1].lowerBound]
      }
    }
    return Splice((regions.first?.lowerBound ?? 0)..<(regions.last?.upperBound ?? 0), bytes: text)
  }
}
