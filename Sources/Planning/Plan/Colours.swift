/// How text for a terminal is coloured.
package enum Colours: Sendable {
  /// For pipes and files.
  case none
  case ansi
  /// Put before coloured text and after it, by the number of the colour; 0 ends it.
  case marks(@Sendable (String) -> String)

  enum Tint: String {
    case green = "32"
    case yellow = "33"
    case red = "31"
    case bold = "1"
    case faint = "2"
  }

  func tint(_ text: String, _ tint: Tint) -> String {
    switch self {
    case .none: text
    case .ansi: "\u{1B}[\(tint.rawValue)m\(text)\u{1B}[0m"
    case .marks(let mark): mark(tint.rawValue) + text + mark("0")
    }
  }
}

extension Change.Sign {
  var tint: Colours.Tint {
    switch self {
    case .added: .green
    case .changed: .yellow
    case .removed: .red
    }
  }
}
