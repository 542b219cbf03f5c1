package import PaywallCatalog

/// The rows of held-out units, apart from recorded assignments: they have no variant, enrol no one
/// and freeze no terms.
package protocol HeldOutTables {
  func heldOut(like key: RecordKey, in environment: AppStoreEnvironment) throws -> HeldOutRow?
  /// Writes a row; of one that is there everything but its unit and the details.
  mutating func put(_ row: HeldOutRow, in environment: AppStoreEnvironment) throws
  /// In any order. Reads every row.
  func heldOutRows(of phase: PhaseKey) throws -> [HeldOutRow]
  /// The people who have these rows of a phase, with their records and rows of this phase alone. An
  /// implementation should use a few queries for all of them.
  func people(of rows: [HeldOutRow], in phase: PhaseKey) throws -> any PersonTables
  mutating func removeHeldOut(like key: RecordKey, in environment: AppStoreEnvironment) throws
  mutating func removeHeldOut(ofUnit unit: String, in environment: AppStoreEnvironment) throws
}
