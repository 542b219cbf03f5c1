/// The part of Apple's limits that a process has, and where it writes down what it used of it, so that
/// one that is started again knows.
package struct BudgetStorage: Sendable {
  /// The part of each budget, above 0 and up to 1.
  var share: Double = 1
  /// What was used before this process.
  let read: @Sendable () -> BudgetUse
  /// - Returns: whether it would survive the end of the process. `nil` where nothing is written down.
  let keep: (@Sendable (BudgetUse) -> Bool)?
  /// Lets another process have this part.
  var giveBack: @Sendable () -> Void = {}

  /// Keeps nothing: the process does not share the budget, and forgets its use when it ends.
  package static let none = BudgetStorage(read: { BudgetUse() }, keep: nil)
}
