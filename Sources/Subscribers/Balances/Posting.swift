package import PaywallCatalog

/// One change of a balance. A balance is the sum of its postings, and a posting never changes.
package struct Posting: Hashable, Sendable {
  /// A name of the team's, as `currencies` of a product has it.
  package var currency: String
  /// In units of the currency; never 0.
  package var amount: Int64
  package var cause: Cause
  /// The `transactionId` of the purchase, or the key that makes a request safe to repeat.
  package var id: String
  package var reason: String?
  /// The name of the key that asked for it, or of the operator.
  package var author: String?
  /// When it happened: of a purchase and its refund by Apple.
  package var at: Timestamp

  package enum Cause: String, CaseIterable, Sendable {
    case purchase, refund, refundReversed
    /// The team's server took units away for something that it delivered.
    case spend
    /// An admin gave or took units by hand.
    case correction
    /// Another customer of the same person was erased, and this one keeps the sum.
    case erasure
  }

  package init(
    currency: String, amount: Int64, cause: Cause, id: String, reason: String? = nil,
    author: String? = nil, at: Timestamp
  ) {
    (self.currency, self.amount, self.cause, self.id) = (currency, amount, cause, id)
    (self.reason, self.author, self.at) = (reason, author, at)
  }

  /// The greatest amount and balance: every reader of JSON has it exactly.
  package static let most: Int64 = 9_007_199_254_740_991
}

/// A posting, with the person whose balance it changes.
package struct HeldPosting: Hashable, Sendable {
  package let posting: Posting
  package let environment: AppStoreEnvironment
  /// The user id whose own balance it changes; `nil` for one of Apple's customers.
  package let userId: String?
  /// Apple's id of the customer; `nil` for a user id, and while a customer has none.
  package let appTransactionId: String?

  package init(
    posting: Posting, environment: AppStoreEnvironment, userId: String?, appTransactionId: String?
  ) {
    (self.posting, self.environment) = (posting, environment)
    (self.userId, self.appTransactionId) = (userId, appTransactionId)
  }
}
