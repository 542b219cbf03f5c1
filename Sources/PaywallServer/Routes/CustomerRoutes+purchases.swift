import HTTPDocuments
import Ledger
import PaywallAPI
import PaywallCatalog
import Subscribers

extension CustomerRoutes {
  /// The changes that a page is made of.
  static let purchasesOfPage = 100

  /// Returns a customer's purchases that do not renew, after a cursor. A request by user id returns
  /// only purchases of that user's account or of none; the cursor skips the others.
  func listed(
    _ name: CustomerName, in environment: AppStoreEnvironment, after text: String?
  ) async throws(Problem) -> ListedPurchases {
    let cursor = text.map { PurchaseCursor($0) }
    guard cursor != .some(nil) else {
      throw Problem(
        .wrongType, "'purchasesAfter' must be an unchanged 'purchasesCursor' of an answer.",
        field: "purchasesAfter")
    }
    var user: String?
    if case .user(let id) = name { user = id }
    let page = try await failures.asking { () async throws(LedgerFailure) in
      try await ledger.oneTimePurchases(
        of: name, in: environment, after: cursor ?? nil, limit: Self.purchasesOfPage)
    }
    return ListedPurchases(
      purchases: page.purchases.filter { $0.belongs(to: user) }, cursor: page.next.text,
      hasMore: page.hasMore)
  }

  /// The same for the customer of signed texts, without the purchases of the payer of their seat.
  /// `nil` for an app, which needs no cursor: it is shown all that its customer holds.
  func listed(
    of customer: Customer, after text: String?, for caller: Caller
  ) async throws(Problem) -> ListedPurchases? {
    guard caller.role.includes(.server) else {
      guard text == nil else {
        throw Problem(
          .roleRequired, "Only a server may page purchases by a cursor.", field: "purchasesAfter")
      }
      return nil
    }
    return try await listed(
      .identity(customer.identity), in: customer.environment, after: text)
  }
}
