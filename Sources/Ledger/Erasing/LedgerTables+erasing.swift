import PaywallCatalog
import PaywallTextCoding

/// The rows of aggregates.
package protocol ErasureTables {
  /// Counts a first exposure in its cell.
  mutating func addPerson(to cell: ErasedCell.Key) throws
  mutating func removePerson(from cell: ErasedCell.Key) throws
  /// The number of first exposures in a cell, erased ones too.
  func persons(in cell: ErasedCell.Key) throws -> Int
  /// The persons in all cells of the variant and day of `cell`.
  func personsOfDay(of cell: ErasedCell.Key) throws -> Int
  func erasedCell(_ key: ErasedCell.Key) throws -> ErasedCell?
  mutating func put(_ cell: ErasedCell) throws
  /// In any order.
  func erasedCells(of phase: PhaseKey) throws -> [ErasedCell]
}

extension LedgerTables {
  /// The units of whom an erasure may change what results count: users and their devices, units that were seen
  /// with one of the customers, and the other ids of the same persons.
  func units(
    touchedBy users: [String], _ customers: [CustomerRow], in environment: AppStoreEnvironment
  ) throws -> [String] {
    let seen = try customers.flatMap { try sightings(of: $0.number) }.map(\.key.unit.text)
    let ids = Self.spellings(of: users + seen)
    let owners = try ids.compactMap { try alias(of: $0, in: environment)?.user }
    return Self.spellings(of: try units(of: ids + owners, in: environment))
  }

  /// A token is in lower case, and an app may send it as an id in upper case.
  private static func spellings(of ids: [String]) -> [String] {
    let all = ids.flatMap(JoinForm.spellings)
    return Set(all.map(UTF8Key.init)).map(\.text)
  }

  /// Removes the records of a unit, and leaves what they add to the aggregates.
  mutating func eraseRecords(of unit: String, in environment: AppStoreEnvironment) throws {
    let rows = try records(of: unit, in: environment)
    for row in rows {
      let key = RecordKey(row.assignment)
      try remove(webhook: WebhookEvent.id(ofEnrolment: key, in: environment))
    }
    for row in rows where row.exposures > 0 || row.isConflict {
      var cell = try folded(cell(of: row, in: environment))
      cell.counts.add(row)
      try put(cell)
    }
    try remove(.records, ofUnit: unit, in: environment)
    try remove(.covariates, ofUnit: unit, in: environment)
  }

  /// The aggregate of a cell, or `other` of its variant.
  func folded(_ key: ErasedCell.Key) throws -> ErasedCell {
    var key = key
    if try persons(in: key) < ErasedCell.fewestPersons { key.group = nil }
    return try erasedCell(key) ?? ErasedCell(key)
  }
}

// An erasure must not make the ledger look older, or results would call it stale.
extension LedgerTables {
  /// How notifications arrive; the newest may be of a customer who was erased since.
  func arrival(in environment: AppStoreEnvironment) throws -> FactArrival? {
    let read = try factArrival(in: environment)
    guard
      let kept = try job(Self.newestErased(environment))?.progress.flatMap({ Int64($0) }).map({
        Timestamp(milliseconds: $0)
      })
    else { return read }
    guard var arrival = read else { return FactArrival(newest: kept, earlier: kept, count: 0) }
    arrival.newest = max(arrival.newest, kept)
    return arrival
  }

  /// Keeps the moment of the newest notification, if it has gone.
  mutating func keepArrival(
    since before: FactArrival?, in environment: AppStoreEnvironment
  ) throws {
    let after = try arrival(in: environment)
    guard let before, after.map({ $0.newest < before.newest }) ?? true else { return }
    try put(
      JobRow(
        name: Self.newestErased(environment), progress: "\(before.newest.milliseconds)"))
  }

  private static func newestErased(_ environment: AppStoreEnvironment) -> String {
    "newestErased \(environment.rawValue)"
  }
}
