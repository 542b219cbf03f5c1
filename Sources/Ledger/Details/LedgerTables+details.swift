package import PaywallCatalog
import PaywallTextCoding
import Serving

/// The tables of what is recorded with exposures.
package protocol DetailTables {
  /// The number of these details; adds them if they are new.
  mutating func number(of details: some InternedDetails) throws -> RecordDetails.Number
  /// `nil` for a number that has no details.
  func interned<Details: InternedDetails>(_ number: RecordDetails.Number) throws -> Details?

  /// Adds the exposures of a record at one placement: the row of the first, or to the count and the
  /// earliest time of the row that is there. An unknown count stays unknown.
  mutating func add(
    _ exposures: PlacementExposures, of key: RecordKey, in environment: AppStoreEnvironment) throws
  /// Sorted by placement. They are removed with their record.
  func placements(
    of key: RecordKey, in environment: AppStoreEnvironment
  ) throws -> [PlacementExposures]
}

extension Ledger {
  /// The records of a unit with their exposures, sorted by time, then by experiment and phase.
  package func exposures(
    of unit: String, in environment: AppStoreEnvironment
  ) async throws(LedgerFailure) -> [RecordedExposures] {
    try await read(.scan) { tables in
      try tables.records(of: unit, in: environment).map { row in
        RecordedExposures(
          assignment: row.assignment, exposures: row.exposures, receivedAt: row.exposedAt,
          renderedAt: row.renderedAt, deviceTime: row.deviceTime,
          details: try row.details.map { try tables.details($0) },
          placements: try tables.placements(of: row, in: environment), isConflict: row.isConflict)
      }.sorted()
    }
  }
}

extension LedgerTables {
  /// The numbers of the details of an exposure.
  mutating func numbers(of details: ExposureDetails) throws -> RecordDetails {
    RecordDetails(
      dimensions: try number(of: details.dimensions), served: try number(of: details.served),
      reported: try number(of: details.reported), flags: details.flags,
      daysSinceInstall: details.daysSinceInstall)
  }

  /// Counts an exposure by its placement, after the record was written with it. The record alone
  /// counts while all exposures are at one placement; rows begin with the second.
  ///
  /// - Parameter earlier: the record before this exposure.
  mutating func count(
    _ exposure: Exposure, at now: Timestamp, after earlier: RecordRow,
    in environment: AppStoreEnvironment
  ) throws {
    let key = RecordKey(earlier.assignment)
    guard earlier.isMovedOn(by: exposure) else { return }
    if !earlier.isAtSeveralPlacements, let placement = earlier.placement,
      let rendered = earlier.renderedAt
    {
      // An older version has counted exposures at other placements in the same number.
      try add(
        PlacementExposures(
          placement: placement, renderedAt: rendered,
          exposures: earlier.details == nil ? nil : earlier.exposures), of: key, in: environment)
    }
    if let placement = exposure.placement {
      try add(
        PlacementExposures(
          placement: placement, renderedAt: min(exposure.renderedAt, now), exposures: 1),
        of: key, in: environment)
    }
  }

  func details(_ numbers: RecordDetails) throws -> ExposureDetails {
    var none = DetailCache()
    return try none.details(numbers, in: self)
  }

  fileprivate func placements(
    of row: RecordRow, in environment: AppStoreEnvironment
  ) throws -> [PlacementExposures] {
    guard !row.isAtSeveralPlacements else {
      return try placements(of: RecordKey(row.assignment), in: environment)
    }
    guard let placement = row.placement, let rendered = row.renderedAt else { return [] }
    return [
      PlacementExposures(
        placement: placement, renderedAt: rendered,
        exposures: row.details == nil ? nil : row.exposures)
    ]
  }
}

/// The details of many exposures: their values are few, and each is read once.
struct DetailCache {
  private var dimensions: [RecordDetails.Number: VisitorDimensions] = [:]
  private var served: [RecordDetails.Number: ServedPaywall] = [:]
  private var reported: [RecordDetails.Number: ReportedPaywall] = [:]

  mutating func details(
    _ numbers: RecordDetails, in tables: some LedgerTables
  ) throws -> ExposureDetails {
    guard let dimensions = try Self.read(numbers.dimensions, &dimensions, in: tables),
      let served = try Self.read(numbers.served, &served, in: tables),
      let reported = try Self.read(numbers.reported, &reported, in: tables)
    else { throw LedgerFailure.unavailable("details of an exposure are missing") }
    return ExposureDetails(
      dimensions: dimensions, served: served, reported: reported, flags: numbers.flags,
      daysSinceInstall: numbers.daysSinceInstall)
  }

  private static func read<Details: InternedDetails>(
    _ number: RecordDetails.Number, _ known: inout [RecordDetails.Number: Details],
    in tables: some LedgerTables
  ) throws -> Details? {
    if let details = known[number] { return details }
    let details: Details? = try tables.interned(number)
    known[number] = details
    return details
  }
}

extension RecordRow {
  /// Whether an exposure ends that all exposures are at one placement, or they are not already.
  func isMovedOn(by exposure: Exposure) -> Bool {
    guard exposures > 0 else { return false }
    return isAtSeveralPlacements
      || placement.map(UTF8Key.init) != exposure.placement.map(UTF8Key.init)
  }
}

extension RecordedExposures: Comparable {
  /// Sorts by the time of the record, then by experiment and phase.
  package static func < (left: RecordedExposures, right: RecordedExposures) -> Bool {
    let (one, other) = (left.assignment, right.assignment)
    return (one.recordedAt, UTF8Key(one.experiment), one.phase, one.unitKind.rawValue)
      < (other.recordedAt, UTF8Key(other.experiment), other.phase, other.unitKind.rawValue)
  }
}
