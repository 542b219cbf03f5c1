/// The rows of a table, compared with those that a warehouse has.
struct RowComparison: ~Copyable {
  private var former: FormerRows?
  private var rows: RowSorter

  init(with former: FormerRows?, sorting rows: consuming RowSorter) {
    self.former = former
    self.rows = rows
  }

  /// Adds a row.
  ///
  /// - Returns: whether the warehouse has another one with its id, or none.
  mutating func add(_ row: RowDigest) throws(ExportProblem) -> Bool {
    try rows.add(row)
    return try former?.digest(of: row.id) != row.digest
  }

  /// Writes the rows to a state.
  ///
  /// - Parameter gone: takes the id of each row that the warehouse has and that was not added.
  mutating func finish(
    _ state: inout NewState, gone: (UInt128) throws -> Void
  ) throws {
    var former = former?.reader
    var next = try former?.next()
    try rows.forEach { row in
      while let known = next, known.id <= row.id {
        if known.id < row.id { try gone(known.id) }
        next = try former?.next()
      }
      try state.add(row)
    }
    while let known = next {
      try gone(known.id)
      next = try former?.next()
    }
  }
}
