package import PaywallCatalog

/// The rows of conflicts, as events.
package protocol ConflictTables {
  /// The causes of the events that were added since this was last emptied.
  var newConflicts: [ConflictEvent.Cause] { get set }
  /// `false`, with nothing written, if the same is told already (`ConflictEvent.isSame`).
  mutating func add(_ event: ConflictEvent, in environment: AppStoreEnvironment) throws -> Bool
  /// Those with a side of the unit, in any order.
  func conflicts(ofUnit unit: String, in environment: AppStoreEnvironment) throws -> [ConflictEvent]
  /// Removes those with a side of the unit.
  mutating func removeConflicts(ofUnit unit: String, in environment: AppStoreEnvironment) throws
  /// Removes those with a side that is this record.
  mutating func removeConflicts(like key: RecordKey, in environment: AppStoreEnvironment) throws
}
