package import PaywallCatalog
import PaywallTextCoding

/// Content as JSON, indented by two spaces; empty containers stay on one line.
package struct IndentedJSON {
  private var json = JSONText()

  package init(_ content: Content) {
    write(content, indent: 0)
    json.raw("\n")
  }

  package var text: String { String(decoding: json.bytes, as: UTF8.self) }

  private mutating func write(_ content: Content, indent: Int) {
    switch content {
    case .list(let items) where !items.isEmpty:
      json.raw("[")
      for (index, item) in items.enumerated() {
        breakLine(isFirst: index == 0, indent: indent + 1)
        write(item, indent: indent + 1)
      }
      breakLine(isFirst: true, indent: indent)
      json.raw("]")
    case .object(let members) where !members.isEmpty:
      json.raw("{")
      for (index, member) in members.enumerated() {
        breakLine(isFirst: index == 0, indent: indent + 1)
        json.string(member.key)
        json.raw(": ")
        write(member.value, indent: indent + 1)
      }
      breakLine(isFirst: true, indent: indent)
      json.raw("}")
    default: json.content(content)
    }
  }

  private mutating func breakLine(isFirst: Bool, indent: Int) {
    json.raw(isFirst ? "\n" : ",\n")
    for _ in 0..<indent { json.raw("  ") }
  }
}
