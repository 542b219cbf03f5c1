/// Where the use of the budgets is remembered, for all processes that share them.
package struct BudgetStorage: Sendable {
  /// Changes the record while no other process does, and keeps it. The change is called once: with the
  /// kept record, or with `known` if that cannot be read.
  ///
  /// - Returns: the changed record, and whether it would survive the end of the process.
  package typealias Update =
    @Sendable (_ known: BudgetRecord, _ change: (inout BudgetRecord) -> Void) -> (
      record: BudgetRecord, isKept: Bool
    )

  /// Names this process in its leases.
  let holder: String
  /// `nil` if the budgets are of this process alone, and forgotten at its end.
  let update: Update?

  package init(holder: String, update: @escaping Update) {
    self.holder = holder
    self.update = update
  }

  private init() { (holder, update) = ("", nil) }

  /// Shared with no other process, and forgotten at the end of this one.
  package static let none = BudgetStorage()
}
