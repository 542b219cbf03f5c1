import Foundation

/// Sorts rows by id with a bounded number of them in memory: the others wait in a file, in runs that are
/// sorted and then merged.
struct RowSorter: ~Copyable {
  private let path: String
  private let limit: Int
  private var rows: [RowDigest] = []
  private var file: NewFile?
  /// The bytes of each run in the file.
  private var runs: [Range<Int>] = []

  /// - Parameters:
  ///   - path: a place for the file.
  ///   - limit: the number of rows in memory.
  init(_ path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  mutating func add(_ row: RowDigest) throws(ExportProblem) {
    rows.append(row)
    if rows.count >= limit { try spill() }
  }

  private mutating func spill() throws(ExportProblem) {
    guard !rows.isEmpty else { return }
    rows.sort()
    if file == nil { file = try NewFile(path) }
    let start = file?.count ?? 0
    for row in rows { try file?.write { row.write(to: &$0) } }
    runs.append(start..<start + rows.count * RowDigest.width)
    rows.removeAll(keepingCapacity: true)
  }

  /// Gives every row in order; of several with one id, one. It is empty then.
  mutating func forEach(_ body: (RowDigest) throws -> Void) throws {
    var last: UInt128?
    func give(_ row: RowDigest) throws {
      if row.id != last { try body(row) }
      last = row.id
    }
    if runs.isEmpty {
      rows.sort()
      for row in rows { try give(row) }
    } else {
      try spill()
      try file?.flush()
      try merge(give)
      try? FileManager.default.removeItem(atPath: path)
    }
    rows = []
    runs = []
    file = nil
  }

  private func merge(_ body: (RowDigest) throws -> Void) throws {
    let file = try FileParts(path)
    var readers = runs.map { RowReader(file, $0) }
    var heads: [RowDigest] = []
    for place in readers.indices {
      guard let first = try readers[place].next() else { throw file.problem }
      heads.append(first)
    }
    while let least = heads.indices.min(by: { heads[$0] < heads[$1] }) {
      try body(heads[least])
      if let next = try readers[least].next() {
        heads[least] = next
      } else {
        heads.remove(at: least)
        readers.remove(at: least)
      }
    }
  }
}
