/// What a stored text belongs to, so that it is found and erased with it.
package enum TextSubject: Hashable, Sendable {
  case chain(PurchaseChainRow.Number)
  case customer(CustomerRow.Number)
  /// A test, a summary, or a transaction without the ids that name a customer.
  case unidentified
}
