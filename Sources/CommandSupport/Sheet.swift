/// A description of one thing: a heading and rows of a name and a value; rows without a value are
/// left out.
package struct Sheet {
  private let console: Console
  private var lines: [String]

  package init(_ console: Console, title: String, subtitle: String? = nil) {
    self.console = console
    lines = [console.strong(title.oneLine) + (subtitle.map { "  \($0)" } ?? "")]
  }

  private static let nameWidth = 14

  package mutating func row(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    let padding = String(repeating: " ", count: max(1, Self.nameWidth - displayWidth(name)))
    lines.append("  \(console.faint(name))\(padding)\(value.oneLine)")
  }

  package mutating func blank() { lines.append("") }

  package mutating func text(_ text: String) { lines.append(text) }

  package var body: String { lines.joined(separator: "\n") }
}
