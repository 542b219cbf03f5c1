package import Catalog

/// The rows of held-out units, apart from recorded assignments: they have no variant, enrol no one
/// and freeze no terms.
package protocol HeldOutTables {
  func heldOut(like key: RecordKey, in environment: AppStoreEnvironment) throws -> HeldOutRow?
  /// Writes a row; of one that is there everything but its unit and the details.
  mutating func put(_ row: HeldOutRow, in environment: AppStoreEnvironment) throws
  /// In any order.
  func heldOutRows(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) throws -> [HeldOutRow]
  /// In any order. Reads every row.
  func heldOutRows(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) throws -> [HeldOutRow]
  func heldOutUnits(
    of experiment: String, phase: Int, in environment: AppStoreEnvironment
  ) throws -> Int
  mutating func removeHeldOut(like key: RecordKey, in environment: AppStoreEnvironment) throws
  mutating func removeHeldOut(ofUnit unit: String, in environment: AppStoreEnvironment) throws
}
