package import PaywallCatalog
package import Serving

/// A recorded assignment with everything that is kept of its exposures.
package struct RecordedExposures: Hashable, Sendable {
  package var assignment: RecordedAssignment
  package var exposures: Int
  /// When the first exposure was received.
  package var receivedAt: Timestamp?
  /// When the earliest exposure was rendered, by a corrected clock if the app sent its time.
  package var renderedAt: Timestamp?
  /// The device's time of that exposure, if it was corrected.
  package var deviceTime: DeviceTime?
  /// The details of the first exposure that was received; `nil` for records without exposures and
  /// for those of older versions.
  package var details: ExposureDetails?
  /// The exposures by placement, sorted; an exposure without a known placement counts in none.
  package var placements: [PlacementExposures]
  package var isConflict: Bool
}

/// The exposures of a record at one placement.
package struct PlacementExposures: Hashable, Sendable {
  package var placement: String
  /// When the earliest was rendered.
  package var renderedAt: Timestamp
  /// `nil` if it is unknown, because an older version counted all placements together.
  package var exposures: Int?
}

/// How many exposed units of a phase have an unknown detail.
package struct UnknownDetailCounts: Hashable, Sendable {
  /// Exposed units.
  package var units = 0
  /// Units of an older version, without any details; they count in no other member.
  package var withoutDetails = 0
  /// Units for which a detail is unknown, by its name (`DetailColumn.word`).
  package var unknown: [String: Int] = [:]
  /// Units with a flag, by its name.
  package var flagged: [String: Int] = [:]

  package init() {}
}

extension PlacementExposures {
  package init(_ row: some LedgerRow) throws {
    self.init(
      placement: try row.required(0), renderedAt: row.moment(1) ?? .epoch,
      exposures: row.int(optional: 2))
  }
}

/// The details of a record's first exposure, by their numbers in the ledger.
package struct RecordDetails: Hashable, Sendable {
  /// Valid in one ledger only.
  package typealias Number = Int64

  package var dimensions: Number
  package var served: Number
  package var reported: Number
  package var flags: ExposureFlags
  /// `nil` is unknown, as in rows that are older than this column.
  package var daysSinceInstall: Int?
}

extension RecordDetails {
  /// - Parameters:
  ///   - column: of the dimensions; what was served, what was reported and the flags follow.
  ///   - days: the column of the days since the installation.
  package init?(_ row: some LedgerRow, at column: Int, days: Int) {
    guard let flags = row.int64(optional: column + 3) else { return nil }
    self.init(
      dimensions: row.int64(column), served: row.int64(column + 1),
      reported: row.int64(column + 2),
      flags: ExposureFlags(rawValue: UInt8(truncatingIfNeeded: flags)),
      daysSinceInstall: row.int(optional: days))
  }
}

extension DeviceTime {
  /// - Parameter column: of the time; its offset follows.
  package init?(_ row: some LedgerRow, at column: Int) {
    guard let time = row.moment(column), let offset = row.int64(optional: column + 1) else {
      return nil
    }
    self.init(at: time, offset: offset)
  }
}
