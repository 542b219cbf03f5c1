/// The rows of a table that a warehouse has: their ids and digests, sorted by id. 24 bytes a row.
struct ExportedRows: Equatable {
  private var ids: [UInt128] = []
  private var digests: [UInt64] = []

  static let none = ExportedRows()

  var count: Int { ids.count }

  func id(at place: Int) -> UInt128 { ids[place] }
  func digest(at place: Int) -> UInt64 { digests[place] }

  func place(of id: UInt128) -> Int? {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id ? low : nil
  }

  struct Additions {
    private var rows: [(id: UInt128, digest: UInt64)] = []

    mutating func append(_ id: UInt128, _ digest: UInt64) { rows.append((id, digest)) }

    func sorted() -> ExportedRows {
      var sorted = ExportedRows()
      for row in rows.sorted(by: { $0.id < $1.id }) where row.id != sorted.ids.last {
        sorted.ids.append(row.id)
        sorted.digests.append(row.digest)
      }
      return sorted
    }
  }
}

extension ExportedRows {
  /// Bytes of a row.
  private static let width = 24

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * Self.width)
    for place in ids.indices {
      for shift in stride(from: 120, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: ids[place] >> UInt128(shift)))
      }
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: digests[place] >> UInt64(shift)))
      }
    }
    return bytes
  }

  init(bytes: ArraySlice<UInt8>) {
    var rest = bytes
    ids.reserveCapacity(bytes.count / Self.width)
    while rest.count >= Self.width {
      ids.append(rest.prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
      digests.append(rest.dropFirst(16).prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
      rest = rest.dropFirst(Self.width)
    }
  }
}
