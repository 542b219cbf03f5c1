import PaywallCatalog
package import PaywallSubscribers

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
