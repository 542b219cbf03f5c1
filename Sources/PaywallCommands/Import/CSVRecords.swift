import CommandSupport

/// The records of a CSV file, read piece by piece. A cell in quotes may hold commas, line ends, and
/// quotes that are written twice (RFC 4180); a single quote inside of it is taken as it is, because
/// some exporters write JSON so.
struct CSVRecords {
  /// A cell in quotes that does not end.
  struct OpenQuote: Error {
    /// The line of the file at which its record begins.
    let line: Int
  }

  private var lines: Lines
  private var count = 0
  /// The line at which the last record begins, from 1.
  private(set) var line = 0
  /// A longer record, in bytes, is a quote that was forgotten.
  private static let longest = 1 << 20

  /// - Parameter path: `-` is standard input.
  init(_ path: String) throws { lines = try Lines(path) }

  /// The cells of the next record that is not empty; `nil` at the end.
  mutating func next() throws -> [String]? {
    while let first = try lines.next() {
      count += 1
      line = count
      var cells = Cells()
      cells.read(first)
      var length = first.utf8.count
      while cells.isOpen {
        guard length <= Self.longest, let more = try lines.next() else {
          throw OpenQuote(line: line)
        }
        count += 1
        length += more.utf8.count
        cells.read("\n" + more)
      }
      if cells.all != [""] { return cells.all }
    }
    return nil
  }

  private struct Cells {
    private var done: [String] = []
    private var bytes: [UInt8] = []
    /// True inside of quotes.
    private(set) var isOpen = false

    var all: [String] { done + [String(decoding: bytes, as: UTF8.self)] }

    mutating func read(_ line: String) {
      let text = Array((line.hasSuffix("\r") ? String(line.dropLast()) : line).utf8)
      let quote = UInt8(ascii: "\"")
      let comma = UInt8(ascii: ",")
      var index = 0
      while index < text.count {
        let byte = text[index]
        let next = index + 1 < text.count ? text[index + 1] : nil
        switch byte {
        case quote where isOpen && next == quote:
          bytes.append(quote)
          index += 1
        case quote where isOpen && (next == nil || next == comma): isOpen = false
        case quote where !isOpen && bytes.isEmpty: isOpen = true
        case comma where !isOpen:
          done.append(String(decoding: bytes, as: UTF8.self))
          bytes.removeAll(keepingCapacity: true)
        default: bytes.append(byte)
        }
        index += 1
      }
    }
  }
}
