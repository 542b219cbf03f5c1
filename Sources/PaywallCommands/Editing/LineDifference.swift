import CommandSupport
import PaywallTextCoding

/// The changes between two texts, line by line, as `diff -u` shows them.
struct LineDifference {
  private let lines: [Line]

  private enum Line {
    case same(String)
    case removed(String)
    case added(String)

    var isChange: Bool {
      if case .same = self { false } else { true }
    }
  }

  /// - Parameter old: `nil` for a file that is new; `new` is `nil` for one that is deleted.
  init(from old: String?, to new: String?) {
    let (old, new) = (Self.lines(of: old), Self.lines(of: new))
    // Most of a file is the same at both ends, which keeps the comparison small.
    var head = 0
    while head < min(old.count, new.count), old[head].hasSameUTF8(as: new[head]) { head += 1 }
    var tail = 0
    while tail < min(old.count, new.count) - head,
      old[old.count - 1 - tail].hasSameUTF8(as: new[new.count - 1 - tail])
    {
      tail += 1
    }
    let middle = Self.compare(
      Array(old[head..<old.count - tail]), Array(new[head..<new.count - tail]))
    lines =
      old[..<head].map { .same($0) } + middle + old[(old.count - tail)...].map { .same($0) }
  }

  var isEmpty: Bool { !lines.contains(where: \.isChange) }

  /// Returns the changed lines with the lines around them, marked `+` and `-`.
  func text(for console: Console) -> String {
    var near = Set<Int>()
    for index in lines.indices where lines[index].isChange {
      near.formUnion(index - Self.context...index + Self.context)
    }
    var shown: [String] = []
    var last = -1
    for index in lines.indices where near.contains(index) {
      if last >= 0, index > last + 1 { shown.append(console.faint("  ⋮")) }
      last = index
      switch lines[index] {
      case .same(let line): shown.append(console.faint("  \(line)"))
      case .removed(let line): shown.append(console.bad("- \(line)"))
      case .added(let line): shown.append(console.good("+ \(line)"))
      }
    }
    return shown.joined(separator: "\n")
  }

  private static let context = 2

  private static func compare(_ old: [String], _ new: [String]) -> [Line] {
    let difference = new.difference(from: old) { $0.hasSameUTF8(as: $1) }
    var removed = Set<Int>()
    var added: [Int: String] = [:]
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, let line, _): added[offset] = line
      }
    }
    var lines: [Line] = []
    var (from, to) = (0, 0)
    while from < old.count || to < new.count {
      if from < old.count, removed.contains(from) {
        lines.append(.removed(old[from]))
        from += 1
      } else if let line = added[to] {
        lines.append(.added(line))
        to += 1
      } else {
        lines.append(.same(old[from]))
        from += 1
        to += 1
      }
    }
    return lines
  }

  /// Line ends are not shown, but they tell lines apart.
  private static func lines(of text: String?) -> [String] {
    guard let text else { return [] }
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
