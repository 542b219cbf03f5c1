/// The rows of a table that a warehouse has: a part of a state's file, sorted by id. In memory are the
/// first id of each block, and one block.
struct FormerRows {
  private let file: FileParts
  private let part: Range<Int>
  private var firsts: [UInt128] = []
  private var block: [UInt8] = []

  /// The bytes of a block.
  private static let length = 128 * RowDigest.width

  init(_ file: FileParts, _ part: Range<Int>) throws(ExportProblem) {
    self.file = file
    self.part = part
    firsts.reserveCapacity(part.count / Self.length + 1)
    for start in stride(from: part.lowerBound, to: part.upperBound, by: Self.length) {
      try file.read(start..<start + RowDigest.width, into: &block)
      firsts.append(RowDigest(block, at: 0).id)
    }
  }

  var reader: RowReader { RowReader(file, part) }

  /// - Returns: `nil` for a row that the warehouse does not have.
  mutating func digest(of id: UInt128) throws(ExportProblem) -> UInt64? {
    let after = firsts.indices.first(with: { firsts[$0] > id })
    guard after > 0 else { return nil }
    let start = part.lowerBound + (after - 1) * Self.length
    try file.read(start..<min(part.upperBound, start + Self.length), into: &block)
    let rows = 0..<block.count / RowDigest.width
    let place = rows.first(with: { RowDigest(block, at: $0 * RowDigest.width).id >= id })
    guard place < rows.upperBound else { return nil }
    let row = RowDigest(block, at: place * RowDigest.width)
    return row.id == id ? row.digest : nil
  }
}

extension Range<Int> {
  /// The first number with a property that all after it have, too; the end if there is none.
  fileprivate func first(with isAfter: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
