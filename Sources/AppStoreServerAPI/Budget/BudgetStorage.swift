/// The part of Apple's limits that a process has, and where it writes down its use of that part for
/// the process that is started next.
package struct BudgetStorage: Sendable {
  /// The part of each budget, above 0 and up to 1.
  var share: Double = 1
  /// The use before this process.
  let read: @Sendable () -> BudgetUse
  /// - Returns: true if it survives the end of the process. `nil` where nothing is written down.
  let keep: (@Sendable (BudgetUse) -> Bool)?
  /// Lets another process have this part.
  var giveBack: @Sendable () -> Void = {}

  /// Keeps nothing: the process does not share the budget, and forgets its use when it ends.
  package static let none = BudgetStorage(read: { BudgetUse() }, keep: nil)
}
