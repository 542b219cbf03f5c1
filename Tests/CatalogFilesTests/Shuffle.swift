import TestSupport
import YAMLText

/// Writes a document anew with the keys of its mappings in another order, where order says nothing:
/// variants, tests of an audience and content keep theirs.
enum Shuffle {
  static func text(of node: Node, path: String, with random: inout SplitMix) -> String {
    let keepsOrder: Set<String> = ["variants", "content", "extra"]
    let isAudience = path.hasSuffix("audiences.yaml")
    return write(node, depth: 0, keeping: keepsOrder, below: isAudience ? 2 : .max, &random)
  }

  private static func write(
    _ node: Node, depth: Int, keeping keys: Set<String>, below level: Int,
    _ random: inout SplitMix
  ) -> String {
    switch node.value {
    case .scalar(let scalar):
      return scalar.isNull ? "null" : quoted(scalar)
    case .sequence(let items, _):
      let texts = items.map { write($0, depth: depth + 1, keeping: keys, below: level, &random) }
      return "[\(texts.joined(separator: ", "))]"
    case .mapping(let entries, _):
      let ordered = depth >= level ? entries : entries.shuffled(using: &random)
      let texts = ordered.map { entry in
        let next = keys.contains(entry.key) ? depth + 1 : level
        let text = write(entry.value, depth: depth + 1, keeping: keys, below: next, &random)
        return "\"\(entry.key)\": \(text)"
      }
      return "{\(texts.joined(separator: ", "))}"
    }
  }

  /// Plain stays plain: the style of a scalar in content decides its type.
  private static func quoted(_ scalar: Node.Scalar) -> String {
    let isSafe = scalar.text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == UInt8(ascii: "_")
    }
    if scalar.style == .plain, isSafe { return scalar.text }
    return "'" + scalar.text.replacing("'", with: "''") + "'"
  }
}
