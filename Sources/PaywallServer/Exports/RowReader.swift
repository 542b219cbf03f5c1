/// Reads sorted rows one after another, from a part of a file.
struct RowReader {
  private let file: FileParts
  /// The bytes of the file that are not read yet.
  private var rest: Range<Int>
  private var bytes: [UInt8] = []
  private var place = 0

  /// The bytes that are read at once.
  private static let most = 1024 * RowDigest.width

  init(_ file: FileParts, _ part: Range<Int>) {
    self.file = file
    rest = part
  }

  mutating func next() throws(ExportProblem) -> RowDigest? {
    if place == bytes.count {
      guard !rest.isEmpty else { return nil }
      let end = min(rest.upperBound, rest.lowerBound + Self.most)
      try file.read(rest.lowerBound..<end, into: &bytes)
      rest = end..<rest.upperBound
      place = 0
    }
    defer { place += RowDigest.width }
    return RowDigest(bytes, at: place)
  }
}
