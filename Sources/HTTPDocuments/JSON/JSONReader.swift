import PaywallTextCoding

/// Reads one JSON document strictly by RFC 8259: no duplicate names, no invalid UTF-8, no lone
/// surrogates, no numbers beyond a double, at most 32 levels and ``mostValues`` values. Every
/// mistake has its place.
package enum JSONReader {
  package static let deepest = 32
  /// Values in one document: objects, arrays, and their contents.
  package static let mostValues = 20_000

  /// The document of these bytes, or `malformedJSON` with line and column.
  ///
  /// - Parameter values: the most that it may have; what others send has the usual number.
  package static func read(
    _ bytes: [UInt8], atMost values: Int = mostValues
  ) throws(Problem) -> JSONValue {
    let limits = JSONLimits(depth: .containers(deepest), values: values)
    do throws(JSONMistake) {
      var builder = ValueBuilder(document: try JSONDocument(bytes, limits))
      return builder.value(at: 0)
    } catch {
      throw problem(error.orNotUTF8(in: bytes), in: bytes)
    }
  }

  private static func problem(_ mistake: JSONMistake, in bytes: [UInt8]) -> Problem {
    let place = place(of: mistake.offset, in: bytes)
    switch mistake.kind {
    case .tooManyValues:
      return Problem(
        .tooManyValues,
        "A document may have \(mostValues) values, counting objects, arrays and their items. Send less at a time.",
        place: place)
    case .empty:
      return Problem(
        .malformedJSON, "The body is empty; a JSON object is expected.",
        place: Problem.Place(line: 1, column: 1))
    case .duplicate(let name):
      return Problem(.malformedJSON, mistake.description, field: name, place: place)
    case .valueExpected:
      return Problem(
        .malformedJSON,
        mistake.offset == bytes.count
          ? "The document ends before its value."
          : "A value is expected: an object, an array, a string, a number, true, false or null.",
        place: place)
    case .tooDeep:
      return Problem(
        .malformedJSON, "The document nests deeper than \(deepest) levels.", place: place)
    default: return Problem(.malformedJSON, mistake.description, place: place)
    }
  }

  /// Lines and columns in Unicode scalars from 1.
  private static func place(of offset: Int, in bytes: [UInt8]) -> Problem.Place {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return Problem.Place(line: line, column: before[start...].count { $0 & 0xC0 != 0x80 } + 1)
  }
}

/// Makes the values of a parsed document.
private struct ValueBuilder {
  let document: JSONDocument
  /// Lines are counted up to here.
  private var counted = (offset: 0, line: 1, column: 1)

  init(document: JSONDocument) { self.document = document }

  mutating func value(at index: Int) -> JSONValue {
    let node = document.nodes[index]
    switch node.kind {
    case .null: return .null
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .string, .escapedString: return .text(document.string(node))
    case .integer, .decimal:
      return switch document.number(node) {
      case .integer(let number): .integer(number)
      case .number(let number): .number(number)
      }
    case .array:
      return .list(document.elements(of: index).map { value(at: $0) })
    case .object:
      return .object(
        document.names(of: index).map { at in
          let name = document.nodes[at]
          let place = place(of: name.range.lowerBound - 1)
          return JSONValue.Member(document.string(name), value(at: at + 1), at: place)
        })
    }
  }

  /// Counts on from the last place requested, so that a body of many members is scanned once.
  private mutating func place(of offset: Int) -> Problem.Place {
    for byte in document.bytes[counted.offset..<offset] {
      if byte == 0x0A {
        counted.line += 1
        counted.column = 1
      } else if byte & 0xC0 != 0x80 {
        counted.column += 1
      }
    }
    counted.offset = offset
    return Problem.Place(line: counted.line, column: counted.column)
  }
}
