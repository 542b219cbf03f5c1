/// The rows of a table that a warehouse has, sorted by id.
struct ExportedRows {
  /// In 24 bytes: a number of 128 bits would be aligned to 16 of them.
  struct Row {
    private let high, low: UInt64
    let digest: UInt64

    init(id: UInt128, digest: UInt64) {
      (high, low) = (UInt64(truncatingIfNeeded: id >> 64), UInt64(truncatingIfNeeded: id))
      self.digest = digest
    }

    var id: UInt128 { UInt128(high) << 64 | UInt128(low) }
  }

  let rows: [Row]

  static let none = ExportedRows([])

  init(_ unsorted: consuming [Row]) {
    var rows = unsorted
    rows.sort { $0.id < $1.id }
    var kept = 0
    for place in rows.indices where kept == 0 || rows[kept - 1].id != rows[place].id {
      rows[kept] = rows[place]
      kept += 1
    }
    rows.removeLast(rows.count - kept)
    self.rows = rows
  }

  func place(of id: UInt128) -> Int? {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low].id == id ? low : nil
  }
}

extension ExportedRows {
  /// The bytes of a row in a file.
  static let width = 24

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.count * Self.width)
    for row in rows {
      for shift in stride(from: 120, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: row.id >> UInt128(shift)))
      }
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: row.digest >> UInt64(shift)))
      }
    }
    return bytes
  }

  init(bytes: ArraySlice<UInt8>) {
    rows = stride(from: bytes.startIndex, to: bytes.endIndex, by: Self.width).map { start in
      Row(
        id: bytes[start..<start + 16].reduce(0) { $0 << 8 | UInt128($1) },
        digest: bytes[start + 16..<start + 24].reduce(0) { $0 << 8 | UInt64($1) })
    }
  }
}
