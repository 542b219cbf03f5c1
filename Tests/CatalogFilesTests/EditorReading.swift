import PaywallCatalog
import YAMLText

@testable import CatalogFiles

/// How editors read YAML before they look at a schema: every plain scalar becomes what it looks
/// like, wherever it stands.
enum EditorReading: CaseIterable {
  /// The core schema of YAML 1.2.
  case core
  /// Reads the booleans of YAML 1.1 and its underscores, and what 1.2 takes for a number.
  case old

  func content(_ node: Node) -> Content {
    switch node.value {
    case .scalar(let scalar): self.scalar(scalar)
    case .sequence(let items, _): .list(items.map { content($0) })
    case .mapping(let entries, _):
      .object(entries.map { Content.Member($0.key, content($0.value)) })
    }
  }

  private func scalar(_ scalar: Node.Scalar) -> Content {
    guard scalar.style == .plain else { return .text(scalar.text) }
    if self == .old, let old = oldValue(scalar.text) { return old }
    switch CoreSchema.resolve(scalar) {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .text(let text): return .text(text)
    case .tooLarge, .notFinite: return .number(Double(scalar.text) ?? .infinity)
    }
  }

  private func oldValue(_ text: String) -> Content? {
    let words = ["y": true, "yes": true, "on": true, "n": false, "no": false, "off": false]
    let isOneCase =
      text == text.lowercased() || text == text.uppercased()
      || text == text.prefix(1).uppercased() + text.dropFirst().lowercased()
    if isOneCase, let value = words[text.lowercased()] { return .boolean(value) }
    guard let first = text.utf8.first, (0x30...0x39).contains(first), text != "0" else {
      return nil
    }
    let digits = text.filter { $0 != "_" }
    if digits.hasPrefix("0b") { return Int64(digits.dropFirst(2), radix: 2).map { .integer($0) } }
    if digits.hasPrefix("0") { return Int64(digits.dropFirst(), radix: 8).map { .integer($0) } }
    return Int64(digits).map { .integer($0) }
  }
}
