package import PaywallCatalog
package import PaywallSubscribers

/// The tables of what is recorded with exposures. Values that repeat are stored once, under a
/// number that never gets another meaning.
package protocol DetailTables {
  /// The number of these values; adds them if they are new.
  mutating func number(of dimensions: VisitorDimensions) throws -> RecordDetails.Number
  mutating func number(of served: ServedPaywall) throws -> RecordDetails.Number
  mutating func number(of reported: ReportedPaywall) throws -> RecordDetails.Number

  /// `nil` for a number that has no values.
  func dimensions(_ number: RecordDetails.Number) throws -> VisitorDimensions?
  func served(_ number: RecordDetails.Number) throws -> ServedPaywall?
  func reported(_ number: RecordDetails.Number) throws -> ReportedPaywall?

  /// Adds the exposures of a record at one placement: the row of the first, or to the count and the
  /// earliest time of the row that is there. An unknown count stays unknown.
  mutating func add(
    _ exposures: PlacementExposures, of key: RecordKey, in environment: AppStoreEnvironment) throws
  /// Sorted by placement. They are removed with their record.
  func placements(
    of key: RecordKey, in environment: AppStoreEnvironment
  ) throws -> [PlacementExposures]
}
