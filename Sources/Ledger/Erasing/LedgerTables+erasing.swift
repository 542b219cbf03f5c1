import Catalog
import Subscribers
import TextCoding

/// The metrics of records that results compare.
typealias RecordMetrics = [RecordKey: [ErasedMetric: Int64]]

extension LedgerTables {
  /// The units whose metrics an erasure may change: users and their devices, units that were seen
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
    let all = ids.flatMap { [$0] + JoinForm.spellings(of: JoinForm.of($0)) }
    return Set(all.map(UTF8Key.init)).map(\.text)
  }

  /// What is known now of the records of units.
  func metrics(
    of units: [String], in environment: AppStoreEnvironment
  ) throws -> RecordMetrics {
    var metrics: RecordMetrics = [:]
    for unit in units {
      let rows = try records(of: unit, in: environment).filter(\.isCompared)
      guard !rows.isEmpty else { continue }
      let customers = try customers(
        ofUnit: unit, isUser: isUser(unit, in: environment), in: environment)
      let bought = try transactions(of: customers)
      for row in rows {
        let key = RecordKey(row.assignment)
        let covariates = try covariates(of: key, in: environment)
        metrics[key] = [ErasedMetric: Int64](of: row, covariates, transactions: bought)
      }
    }
    return metrics
  }

  /// Removes the records of a unit, and leaves what they add to the aggregates.
  mutating func eraseRecords(
    of unit: String, _ metrics: RecordMetrics, in environment: AppStoreEnvironment
  ) throws {
    for row in try records(of: unit, in: environment) where row.exposures > 0 || row.isConflict {
      var cell = try foldedCell(of: row, in: environment)
      cell.add(row, metrics[RecordKey(row.assignment)] ?? [:])
      try put(cell)
    }
    try removeRecords(of: unit, in: environment)
    try removeCovariates(of: unit, in: environment)
  }

  /// Leaves what units that stay have lost in the aggregates.
  mutating func keepLosses(
    of units: [String], since before: RecordMetrics, in environment: AppStoreEnvironment
  ) throws {
    for (key, after) in try metrics(of: units, in: environment) {
      guard let before = before[key], before != after,
        let row = try record(like: key, in: environment)
      else { continue }
      var cell = try foldedCell(of: row, in: environment)
      cell.addLoss(from: before, to: after)
      try put(cell)
    }
  }

  /// The aggregate to which a record adds: its cell, or `other`.
  private func foldedCell(
    of row: RecordRow, in environment: AppStoreEnvironment
  ) throws -> ErasedCell {
    var key = try cell(of: row, in: environment)
    if try persons(in: key) < ErasedCell.fewestPersons { key.group = nil }
    return try erasedCell(key) ?? ErasedCell(key)
  }
}
