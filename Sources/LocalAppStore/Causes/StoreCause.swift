/// One action of a customer, Apple or the app's owner, as a value: from a request, a command or a
/// story.
package struct StoreCause: Sendable {
  /// The customer, or the whole app, that the cause belongs to.
  package enum Subject: Hashable, Sendable {
    case customer(String)
    /// The customer of a transaction.
    case transaction(String)
    case app
  }

  let subject: Subject
  let happen: @Sendable (inout World) throws -> StoreTransaction?

  /// - Parameter work: does the action; returns the transaction of a purchase that begins at once.
  package init<Outcome>(
    _ subject: Subject, _ work: @escaping @Sendable (inout World) throws -> Outcome
  ) {
    self.subject = subject
    happen = { try work(&$0) as? StoreTransaction }
  }

  /// The customer that it names.
  package var customer: String? { if case .customer(let id) = subject { id } else { nil } }
}

extension World {
  /// Lets a cause happen now.
  ///
  /// - Returns: the transaction of a purchase that begins at once.
  /// - Throws: a `StoreRefusal`.
  @discardableResult
  package mutating func apply(_ cause: StoreCause) throws -> StoreTransaction? {
    try cause.happen(&self)
  }

  /// Returns the id of the customer to whom a cause belongs; `nil` for a cause of the whole app, or
  /// of an unknown transaction.
  package func customerId(of cause: StoreCause) -> String? {
    switch cause.subject {
    case .customer(let id): id
    case .transaction(let transaction): identifiers.owner(of: transaction).map { customers[$0].id }
    case .app: nil
    }
  }
}
