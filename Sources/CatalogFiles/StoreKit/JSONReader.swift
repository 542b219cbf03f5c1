import Catalog
import YAMLText

/// Reads JSON (RFC 8259) into YAML nodes, so that diagnostics have places. libyaml cannot be used:
/// it refuses the surrogate pairs (`\ud83d\ude00`) with which JSON writes an emoji.
struct JSONReader {
  private let source: SourceText
  private let bytes: [UInt8]
  private var offset: Int
  private var duplicates: [Diagnostic] = []

  /// A message never quotes more than one character of the file, which may contain a private key.
  private struct Problem: Error {
    var offset: Int
    var message: String
    var help: String
  }

  /// The value of a file, or its first mistake. Of two equal keys the first is used, and the second
  /// is an additional error.
  static func read(_ source: SourceText) -> (Node?, [Diagnostic]) {
    var reader = JSONReader(source)
    do throws(Problem) {
      let root = try reader.value(depth: 1)
      reader.skipBlanks()
      guard reader.offset == reader.bytes.count else {
        throw reader.problem("nothing may follow the value of the file", "remove what follows")
      }
      return (root, reader.duplicates)
    } catch {
      let end = error.offset < reader.bytes.count ? reader.endOfScalar(error.offset) : error.offset
      return (
        nil,
        [
          Diagnostic(
            .error, code: .notJSON, in: source.path, at: source.range(error.offset..<end),
            error.message, help: error.help)
        ]
      )
    }
  }

  private init(_ source: SourceText) {
    self.source = source
    self.bytes = Array(source.text.utf8)
    self.offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private mutating func value(depth: Int) throws(Problem) -> Node {
    skipBlanks()
    let isCollection = peek == UInt8(ascii: "{") || peek == UInt8(ascii: "[")
    guard !isCollection || depth <= Document.maximumDepth else {
      throw problem(
        "nested deeper than \(Document.maximumDepth) levels", "this is not a file of Xcode's")
    }
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""):
      let start = offset
      let text = try string()
      return Node(.scalar(Node.Scalar(text, style: .doubleQuoted)), at: range(from: start))
    default: return try word()
    }
  }

  private mutating func object(depth: Int) throws(Problem) -> Node {
    let start = offset
    var entries: [Node.Entry] = []
    var seen: Set<[UInt8]> = []
    offset += 1
    skipBlanks()
    if skip("}") { return Node(.mapping([], .flow), at: range(from: start)) }
    repeat {
      skipBlanks()
      guard peek == UInt8(ascii: "\"") else {
        throw problem("a key in double quotes was expected here", "remove a ',' before a '}'")
      }
      let keyStart = offset
      let key = try string()
      let keyRange = range(from: keyStart)
      skipBlanks()
      guard skip(":") else { throw problem("a ':' was expected here", Self.repair) }
      let value = try value(depth: depth + 1)
      if seen.insert(Array(key.utf8)).inserted {
        entries.append(Node.Entry(key: key, keyRange: keyRange, value: value))
      } else {
        duplicates.append(
          Diagnostic(
            .error, code: .duplicateKey, in: source.path, at: keyRange,
            "this key is twice in one object", help: "keep one of the two"))
      }
      skipBlanks()
    } while skip(",")
    guard skip("}") else { throw problem("a ',' or '}' was expected here", Self.repair) }
    return Node(.mapping(entries, .flow), at: range(from: start))
  }

  private mutating func array(depth: Int) throws(Problem) -> Node {
    let start = offset
    var items: [Node] = []
    offset += 1
    skipBlanks()
    if skip("]") { return Node(.sequence([], .flow), at: range(from: start)) }
    repeat {
      items.append(try value(depth: depth + 1))
      skipBlanks()
    } while skip(",")
    guard skip("]") else { throw problem("a ',' or ']' was expected here", Self.repair) }
    return Node(.sequence(items, .flow), at: range(from: start))
  }

  /// A number, `true`, `false` or `null`: plain text, which its key gives a type.
  private mutating func word() throws(Problem) -> Node {
    let start = offset
    while let byte = peek, Self.isWord(byte) { offset += 1 }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    let isNumber = (try? JSONNumber(in: bytes, at: start))?.end == offset
    guard isNumber || ["true", "false", "null"].contains(text) else {
      offset = start
      throw problem("a value was expected here", Self.repair)
    }
    return Node(.scalar(Node.Scalar(text, style: .plain)), at: range(from: start))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
    default: false
    }
  }

  static let repair = "repair the file, or export it again from Xcode"
}

extension JSONReader {
  private mutating func string() throws(Problem) -> String {
    let start = offset
    offset += 1
    var text: [UInt8] = []
    while let byte = peek {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20:
        offset -= 1
        throw problem("a control character or line end is inside a text", Self.repair)
      default: text.append(byte)
      }
    }
    offset = start
    throw problem("this quote is never closed", Self.repair)
  }

  private mutating func escape(into text: inout [UInt8]) throws(Problem) {
    offset -= 1
    do throws(JSONEscape.Mistake) {
      let escape = try JSONEscape(in: bytes, at: offset)
      text.append(contentsOf: escape.character.utf8)
      offset = escape.end
    } catch {
      switch error {
      case .unfinished: offset = bytes.count
      case .unknown: throw problem("this escape is not known", Self.repair)
      case .notHexadecimal, .halfOfPair:
        throw problem("this escape is no character, or half of one", Self.repair)
      }
    }
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let byte = peek, UInt32(byte) == character.value else { return false }
    offset += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset += 1
    }
  }

  private func range(from start: Int) -> SourceRange { source.range(start..<offset) }

  private func problem(_ message: String, _ help: String) -> Problem {
    Problem(offset: offset, message: message, help: help)
  }

  private func endOfScalar(_ offset: Int) -> Int {
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}
