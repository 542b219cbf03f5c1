import PaywallTextCoding
import YAMLText

/// Reads JSON (RFC 8259) into the nodes that YAML gives, so that findings have places. libyaml is
/// no help here: it refuses the surrogate pairs (`\ud83d\ude00`) in which JSON writes an emoji.
enum JSONReader {
  /// The value of a file, or the first mistake in it. If a key is repeated, the first counts, and
  /// the second is an error beside the value.
  static func read(_ source: SourceText) -> (Node?, [Diagnostic]) {
    let bytes = Array(source.text.utf8)
    do throws(JSONMistake) {
      let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let document = try JSONDocument(bytes, limits, from: start)
      var builder = NodeBuilder(source: source, document: document)
      let root = builder.node(at: 0)
      return (root, builder.duplicates)
    } catch {
      let (offset, message, help) = problem(error, in: bytes)
      let end = offset < bytes.count ? endOfScalar(offset, in: bytes) : offset
      return (
        nil,
        [
          Diagnostic(
            .error, code: .notJSON, in: source.path, at: source.range(offset..<end), message,
            help: help)
        ]
      )
    }
  }

  private static let limits = JSONLimits(
    depth: .containers(Document.maximumDepth), duplicates: .listed)

  private static let repair = "repair the file, or export it again from Xcode"

  /// A message never quotes more than one character of the file: it may hold a private key.
  private static func problem(
    _ mistake: JSONMistake, in bytes: [UInt8]
  ) -> (offset: Int, message: String, help: String) {
    // A word is taken as a whole: what begins like a number or `true` is wrong where it begins.
    var start = mistake.offset
    while start > 0, isWord(bytes[start - 1]) { start -= 1 }
    let isInWord =
      start < mistake.offset && mistake.offset < bytes.count
      && isWord(bytes[mistake.offset])
    switch mistake.kind {
    case .commaOrBraceExpected where !isInWord:
      return (mistake.offset, "a ',' or '}' was expected here", repair)
    case .commaOrBracketExpected where !isInWord:
      return (mistake.offset, "a ',' or ']' was expected here", repair)
    case .trailing where !isInWord:
      return (mistake.offset, "nothing may follow the value of the file", "remove what follows")
    case .nameExpected:
      return (
        mistake.offset, "a key in double quotes was expected here", "remove a ',' before a '}'"
      )
    case .colonExpected: return (mistake.offset, "a ':' was expected here", repair)
    case .tooDeep:
      return (
        mistake.offset, "nested deeper than \(Document.maximumDepth) levels",
        "this is not a file of Xcode's"
      )
    case .unclosedString, .escape(.unfinished):
      return (mistake.start, "this quote is never closed", repair)
    case .controlCharacter:
      return (mistake.offset, "a control character or line end is inside a text", repair)
    case .escape(.unknown): return (mistake.offset, "this escape is not known", repair)
    case .escape: return (mistake.offset, "this escape is no character, or half of one", repair)
    default: return (start, "a value was expected here", repair)
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
    default: false
    }
  }

  private static func endOfScalar(_ offset: Int, in bytes: [UInt8]) -> Int {
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}

/// Makes the nodes of a document that was read.
private struct NodeBuilder {
  let source: SourceText
  let document: JSONDocument
  let repeated: Set<Int>
  var duplicates: [Diagnostic] = []

  init(source: SourceText, document: JSONDocument) {
    self.source = source
    self.document = document
    repeated = Set(document.duplicates)
  }

  mutating func node(at index: Int) -> Node {
    let json = document.nodes[index]
    let range = source.range(json.wholeRange)
    switch json.kind {
    case .object: return Node(.mapping(entries(at: index), .flow), at: range)
    case .array:
      return Node(.sequence(document.elements(of: index).map { node(at: $0) }, .flow), at: range)
    case .string, .escapedString:
      return Node(.scalar(Node.Scalar(document.string(json), style: .doubleQuoted)), at: range)
    // Plain text, whose meaning its place decides.
    case .integer, .decimal, .true, .false, .null:
      return Node(.scalar(Node.Scalar(document.literal(json), style: .plain)), at: range)
    }
  }

  private mutating func entries(at index: Int) -> [Node.Entry] {
    var entries: [Node.Entry] = []
    for at in document.names(of: index) {
      let name = document.nodes[at]
      let range = source.range(name.wholeRange)
      let value = node(at: at + 1)
      if repeated.contains(at) {
        duplicates.append(
          Diagnostic(
            .error, code: .duplicateKey, in: source.path, at: range,
            "this key is twice in one object", help: "keep one of the two"))
      } else {
        entries.append(Node.Entry(key: document.string(name), keyRange: range, value: value))
      }
    }
    return entries
  }
}
