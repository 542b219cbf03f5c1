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
