package import Subscribers

/// The details of a record's first exposure, by their numbers in the ledger.
package struct RecordDetails: Hashable, Sendable {
  /// Valid in one ledger only.
  package typealias Number = Int64

  package var dimensions: Number
  package var served: Number
  package var reported: Number
  package var flags: ExposureFlags

  package init(dimensions: Number, served: Number, reported: Number, flags: ExposureFlags) {
    self.dimensions = dimensions
    self.served = served
    self.reported = reported
    self.flags = flags
  }
}
