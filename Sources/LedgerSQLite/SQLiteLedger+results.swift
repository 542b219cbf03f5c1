internal import CMalloc
import GRDB
package import Ledger
package import PaywallCatalog
import Synchronization

extension SQLiteLedger {
  package func tally<Reducer: ColumnReducer>(
    of key: PhaseKey, until end: Timestamp, into reducer: Reducer
  ) async throws(LedgerFailure) -> PhaseReading<Reducer> {
    guard isServing else {
      return try await readTables {
        try $0.tally(key, until: end, into: reducer, Pace(isOn: false))
      }
    }
    return try await onSnapshot { [phaseImages] tables in
      try phaseImages.begin(key, tables)
    } read: { [phaseImages] reading, start in
      try phaseImages.tally(key, reading, start, until: end, into: reducer)
    }
  }

  /// Prepares a read on the connection of the writer, between two groups, and reads what is in the file
  /// at that moment. Writers go on meanwhile.
  private func onSnapshot<Start: Sendable, Output: Sendable>(
    _ prepare: @escaping @Sendable (SQLiteTables) throws -> Start,
    read: @escaping @Sendable (Result<SQLiteTables, any Error>, Start) throws -> Output
  ) async throws(LedgerFailure) -> Output {
    let (known, salt, pool) = (known, salt, pool)
    let results = AsyncStream<Result<Output, LedgerFailure>>.makeStream()
    try await writer.runBetweenGroups { database in
      let start = try prepare(SQLiteTables(database: database, known: known, salt: salt))
      pool.spawnConcurrentRead { reading in
        let tables = reading.map { SQLiteTables(database: $0, known: known, salt: salt) }
        results.continuation.yield(
          Result { try read(tables, start) }.mapError { LedgerFailure($0) })
        results.continuation.finish()
      }
    }
    for await result in results.stream { return try result.get() }
    throw .closed
  }
}

extension SQLiteTables {
  /// - Parameter pace: of the reading.
  fileprivate func tally<Reducer: ColumnReducer>(
    _ key: PhaseKey, until end: Timestamp, into reducer: Reducer, _ pace: Pace
  ) throws -> PhaseReading<Reducer> {
    try reading(PhaseReader.read(self, key, until: end, pace: pace), key, into: reducer)
  }

  fileprivate func reading<Reducer: ColumnReducer>(
    _ image: PhaseImage, _ key: PhaseKey, into reducer: Reducer
  ) throws -> PhaseReading<Reducer> {
    var reducer = reducer
    reducer.add(image.columns)
    return try reading(reducer, image.names, image.dimensions, of: key)
  }
}

extension PhaseImageCache {
  fileprivate func tally<Reducer: ColumnReducer>(
    _ key: PhaseKey, _ reading: Result<SQLiteTables, any Error>, _ start: Start,
    until end: Timestamp, into reducer: Reducer
  ) throws -> PhaseReading<Reducer> {
    let (box, changes): (Box, [PhaseChange]?)
    switch start {
    case .once: return try reading.get().tally(key, until: end, into: reducer, Pace(isOn: true))
    case .anew(let new): (box, changes) = (new, nil)
    case .follow(let known, let since): (box, changes) = (known, since)
    }
    return try box.image.withLock { image in
      var isKept = false
      defer {
        if !isKept { image = nil }
        self.end(key, box, isKept: isKept)
      }
      let tables = try reading.get()
      if let changes, image != nil {
        do {
          try image.bring(up: changes, tables, key)
          countFollowed()
        } catch is PhaseFollower.CannotFollow {
          image = nil
        }
      }
      if image?.arePersonsSparse ?? true {
        image = nil
        image = try PhaseReader.read(tables, key, pace: Pace(isOn: true))
        giveBackMemory()
      }
      guard let current = image, current.newest <= end.milliseconds else {
        // A look back: the image has exposures that were not there then.
        isKept = image != nil
        return try tables.tally(key, until: end, into: reducer, Pace(isOn: true))
      }
      let found = try tables.reading(current, key, into: reducer)
      isKept = true
      return found
    }
  }
}

extension Optional<PhaseImage> {
  fileprivate mutating func bring(
    up changes: [PhaseChange], _ tables: SQLiteTables, _ key: PhaseKey
  ) throws {
    guard var image = self else { return }
    // The only reference to the columns, so that they are changed in place.
    self = nil
    try PhaseFollower.follow(&image, changes, tables, key)
    self = image
  }
}

/// Gives freed memory back to the system: a read of a large phase needs several times what its image keeps.
private func giveBackMemory() {
  #if canImport(Glibc)
  malloc_trim(0)
  #endif
}
