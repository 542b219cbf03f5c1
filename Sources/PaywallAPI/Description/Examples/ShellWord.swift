import PaywallTextCoding

/// One word of a command for a POSIX shell: literal text, and variables that the shell fills in.
/// Whatever the literals hold, the shell takes them as they are.
struct ShellWord: Sendable {
  private enum Part: Sendable {
    case literal(String)
    case variable(ExampleName)
  }

  private var parts: [Part] = []

  init(literal: String) { parts = [.literal(literal)] }

  /// A template, `/v1/placements/{PLACEMENT}`. A name with a value is put in as `escape` writes it;
  /// others stay variables.
  init(
    _ template: String, _ values: [ExampleName: String],
    escape: (String) -> String = { $0 }
  ) {
    var rest = Substring(template)
    while let match = rest.firstMatch(of: /\{([A-Z_]+)\}/) {
      guard let name = ExampleName(rawValue: String(match.1)) else {
        add(String(rest[..<match.range.upperBound]))
        rest = rest[match.range.upperBound...]
        continue
      }
      add(String(rest[..<match.range.lowerBound]))
      if let value = values[name] { add(escape(value)) } else { parts.append(.variable(name)) }
      rest = rest[match.range.upperBound...]
    }
    add(String(rest))
  }

  static func + (left: ShellWord, right: ShellWord) -> ShellWord {
    var word = left
    for part in right.parts {
      if case .literal(let text) = part { word.add(text) } else { word.parts.append(part) }
    }
    return word
  }

  private mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    if case .literal(let before)? = parts.last {
      parts[parts.count - 1] = .literal(before + text)
    } else {
      parts.append(.literal(text))
    }
  }

  var variables: [ExampleName] {
    parts.compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }

  /// Quoted as far as needed: `plain`, `'it has spaces'`, `"…/$PLACEMENT"`, `'{"a":"'"$B"'"}'`.
  var quoted: String {
    let literals = parts.compactMap { if case .literal(let text) = $0 { text } else { nil } }
    if variables.isEmpty {
      let text = literals.joined()
      return !text.isEmpty && text.utf8.allSatisfy(Self.isPlain) ? text : Self.single(text)
    }
    if literals.allSatisfy({ !$0.contains(where: #""\$`!"#.contains) }) {
      let inner = parts.map { part in
        switch part {
        case .literal(let text): text
        case .variable(let name): "${\(name.rawValue)}"
        }
      }
      return "\"\(inner.joined())\""
    }
    return parts.map { part in
      switch part {
      case .literal(let text): Self.single(text)
      case .variable(let name): "\"$\(name.rawValue)\""
      }
    }.joined()
  }

  /// In single quotes nothing is special but their end.
  private static func single(_ text: String) -> String {
    "'\(text.replacing("'", with: #"'\''"#))'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_./:@%+=,-".utf8.contains(byte)
    }
  }
}

extension String {
  /// As between the quotes of a JSON string.
  var jsonEscaped: String { String(JSONText { $0.string(self) }.string.dropFirst().dropLast()) }
}
