import Testing
import YAMLText

/// A document that must be readable.
func read(_ text: String) throws -> Document {
  let (document, diagnostics) = Document.parse(text, path: "x.yaml")
  try #require(diagnostics == [], "\(diagnostics.map(\.message))")
  return document
}

extension Node {
  subscript(key: String) -> Node? { entries?.first { $0.key == key }?.value }

  var scalars: [Node] {
    switch value {
    case .scalar: [self]
    case .sequence(let items, _): items.flatMap(\.scalars)
    case .mapping(let entries, _): entries.flatMap(\.value.scalars)
    }
  }
}

extension Document {
  /// What stands at a range.
  func written(at range: SourceRange) -> String {
    source.text(in: range.start.offset..<range.end.offset)
  }
}

extension SourceRange {
  /// `line:column-line:column`.
  var words: String { "\(start.line):\(start.column)-\(end.line):\(end.column)" }
}

/// SplitMix64, for tests that are the same every time.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
