/// The positions of the comments of a document: at most one on a line.
struct Comments {
  /// Byte offsets of `#`, in the order of the text.
  private(set) var offsets: [Int] = []

  init(in bytes: [UInt8], from start: Int, root: Node?) {
    var cursor = start
    if let root { collect(from: root, bytes, &cursor) }
    scan(bytes, cursor..<bytes.count)
  }

  /// The first comment in a range.
  func first(in range: Range<Int>) -> Int? {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < offsets.count && offsets[low] < range.upperBound ? offsets[low] : nil
  }

  private mutating func collect(from node: Node, _ bytes: [UInt8], _ cursor: inout Int) {
    switch node.value {
    case .scalar(let scalar): skip(scalar.style, node.range, bytes, &cursor)
    case .sequence(let items, _): for item in items { collect(from: item, bytes, &cursor) }
    case .mapping(let entries, _):
      for entry in entries {
        skip(.plain, entry.keyRange, bytes, &cursor)
        collect(from: entry.value, bytes, &cursor)
      }
    }
  }

  /// A `#` inside a scalar is text, except after the header of a block scalar.
  private mutating func skip(
    _ style: Node.Style, _ range: SourceRange, _ bytes: [UInt8], _ cursor: inout Int
  ) {
    scan(bytes, cursor..<max(cursor, range.start.offset))
    if style == .literal || style == .folded {
      let header = bytes[range.start.offset..<range.end.offset].prefix { $0 != 0x0A && $0 != 0x0D }
      scan(bytes, header.startIndex..<header.endIndex)
    }
    cursor = max(cursor, range.end.offset)
  }

  private mutating func scan(_ bytes: [UInt8], _ range: Range<Int>) {
    var isInside = false
    for offset in range {
      switch bytes[offset] {
      case 0x0A, 0x0D: isInside = false
      case UInt8(ascii: "#") where !isInside:
        offsets.append(offset)
        isInside = true
      default: break
      }
    }
  }
}

extension Document {
  /// Whether there is a comment anywhere.
  package var hasComments: Bool {
    !Comments(in: Array(source.text.utf8), from: 0, root: root).offsets.isEmpty
  }
}
