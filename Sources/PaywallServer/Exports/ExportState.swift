/// The rows that a warehouse has after a run: for each table a line with its name and their number, then
/// the rows, sorted by id. The file ends with its SHA-256.
struct ExportState {
  private let file: FileParts
  /// The bytes of the rows.
  private var tables: [String: Range<Int>] = [:]

  private static let digestLength = 32
  /// A line with the name of a table is shorter.
  private static let longestLine = 256

  /// - Throws: for a file that was cut or changed.
  init(_ path: String) throws(ExportProblem) {
    file = try FileParts(path)
    let end = file.count - Self.digestLength
    guard end >= 0 else { throw file.problem }
    var bytes: [UInt8] = []
    try file.read(end..<file.count, into: &bytes)
    guard try file.digest(ofFirst: end) == bytes else { throw file.problem }
    var place = 0
    while place < end {
      try file.read(place..<min(end, place + Self.longestLine), into: &bytes)
      let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      let start = place + line.count + 1
      guard words.count == 2, let count = Int(words[1]),
        (0...max(0, end - start) / RowDigest.width).contains(count)
      else { throw file.problem }
      place = start + count * RowDigest.width
      tables[String(words[0])] = start..<place
    }
  }

  /// - Returns: `nil` for a table of a later version.
  func rows(of table: String) throws(ExportProblem) -> FormerRows? {
    guard let part = tables[table] else { return nil }
    return try FormerRows(file, part)
  }
}

/// A state that is written row by row.
struct NewState: ~Copyable {
  private var file: NewFile

  init(_ path: String) throws(ExportProblem) { file = try NewFile(path) }

  mutating func add(_ row: RowDigest) throws(ExportProblem) {
    try file.write { row.write(to: &$0) }
  }

  /// Adds the rows of a table, of which the work adds each.
  mutating func add(
    _ table: String, _ work: (inout NewState) throws -> Void
  ) throws {
    let place = file.count
    let length = Self.line(table, 0).count
    try file.write { $0 += Self.line(table, 0) }
    try work(&self)
    let rows = (file.count - place - length) / RowDigest.width
    try file.replace(at: place, with: Self.line(table, rows))
  }

  /// Has the same length for every number, which is known last.
  private static func line(_ table: String, _ rows: Int) -> [UInt8] {
    let digits = String(rows)
    return Array(
      "\(table) \(String(repeating: "0", count: 18 - digits.count))\(digits)\n".utf8)
  }

  /// Puts the file on disk.
  ///
  /// - Returns: its size.
  mutating func close() throws(ExportProblem) -> Int {
    try file.flush()
    let digest = try FileParts(file.path).digest(ofFirst: file.count)
    try file.write { $0 += digest }
    try file.close()
    return file.count
  }
}
