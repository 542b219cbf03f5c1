import TestSupport
import YAMLText

/// Draws edits of a document.
struct RandomEdits {
  var random: SplitMix

  mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }
  mutating func pick<T>(_ values: [T]) -> T { values[pick(values.count)] }

  static let texts = [
    "x", "a longer value than before", "50%", "2026-12-01T09:00Z", "true", "3.10", "", "null",
    "a: b",
    "# c", "a #b", "it's", "\"q\"", "line\nbreak", "ends\n", "tab\t", " padded ", "[x", "a, b",
    "日本語", "😀",
    "-", "- a", "-1", "?", "?x", ":", "a:", "*x", "&x", "!x", "%x", "@x", "`x", "|", ">", "{}",
    "---", "...",
    "\u{0}", "\u{7}", "\u{85}", "\u{2028}", "\u{FEFF}x", "e\u{301}", "back\\slash", "~", "<<", "=",
    "0x1F",
    "http://x.y/z?a=b", "a:b", "a::b", "\r\n", "trailing\n\n", "\n leading", "\u{202E}x",
    "x\u{FFFF}",
  ]

  mutating func value(depth: Int = 0) -> YAMLValue {
    let style = pick([YAMLValue.Style.automatic, .automatic, .flow, .block])
    switch pick(depth > 2 ? 5 : 9) {
    case 0: return .null
    case 1: return .quoted(pick(Self.texts))
    case 2, 3, 4: return .text(pick(Self.texts))
    case 5, 6: return .list((0..<pick(4)).map { _ in value(depth: depth + 1) }, style)
    default:
      var taken: Set<String> = []
      let keys = (0..<pick(4)).map { _ in name() }.filter { taken.insert($0).inserted }
      return .mapping(keys.map { .init($0, value(depth: depth + 1)) }, style)
    }
  }

  mutating func name() -> String {
    pick([
      "k", "another-name", "z z", "日本", "new", "a: b", "50%", "x1", "-k", "", "null",
      "long.name.here",
    ])
  }

  mutating func edit(of document: Document) -> Edit {
    let path = path(in: document.root)
    let node = document.root?.value(at: path)
    switch pick(8) {
    case 0, 1: return .set(path, value())
    case 2: return .set(path.appending(.key(name())), value())
    case 3 where node?.items != nil: return .insertItem(into: path, value(), placement(in: node))
    case 3: return .insert(path.appending(.key(name())), value(), placement(in: node))
    case 4: return .remove(path)
    case 5: return .rename(path, name())
    case 6:
      let siblings = path.parent.flatMap { document.root?.value(at: $0) }
      return .move(path, placement(in: siblings))
    default: return .set(path, .text(pick(Self.texts)))
    }
  }

  mutating func placement(in node: Node?) -> EditPosition {
    let count = node?.entries?.count ?? node?.items?.count ?? 0
    let index = pick(count)
    let step =
      node?.entries.flatMap { $0.isEmpty ? nil : .key($0[index].key) }
      ?? DocumentPath.Step.index(index)
    return pick([.first, .last, .at(pick(count + 1)), .before(step), .after(step)])
  }

  mutating func path(in root: Node?) -> DocumentPath {
    var path = DocumentPath.root
    var node = root
    while let current = node, pick(6) > 0 {
      if let entries = current.entries, !entries.isEmpty {
        let entry = pick(entries)
        path = path.appending(.key(entry.key))
        node = entry.value
      } else if let items = current.items, !items.isEmpty {
        let index = pick(items.count)
        path = path.appending(.index(index))
        node = items[index]
      } else {
        break
      }
    }
    return path
  }
}

extension Node {
  /// Every path of a tree, the root first.
  func paths(from path: DocumentPath = .root) -> [DocumentPath] {
    var result = [path]
    for entry in entries ?? [] {
      result += entry.value.paths(from: path.appending(.key(entry.key)))
    }
    for (index, item) in (items ?? []).enumerated() {
      result += item.paths(from: path.appending(.index(index)))
    }
    return result
  }
}

extension SourceText {
  /// The lines with their line ends.
  var wholeLines: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    let bytes = Array(text.utf8.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF })
    var start = 0
    for (index, byte) in bytes.enumerated() {
      let isEnd =
        byte == 0x0A || byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
      guard isEnd else { continue }
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }
}
