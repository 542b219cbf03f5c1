package import HTTPDocuments
package import PaywallCatalog
package import Subscribers

/// The balances of a person, with the newest postings.
package struct BalanceAnswer: AnswerObject {
  private let environment: AppStoreEnvironment
  private let balances: [String: Int64]
  private let postings: [HeldPosting]
  private let isChanged: Bool?

  /// - Parameters:
  ///   - balances: by currency.
  ///   - isChanged: for an answer to a change.
  package init(
    in environment: AppStoreEnvironment, _ balances: [String: Int64], _ postings: [HeldPosting],
    isChanged: Bool? = nil
  ) {
    (self.environment, self.balances, self.postings) = (environment, balances, postings)
    self.isChanged = isChanged
  }

  package static let members = Members<Self> {
    $0.always("environment") { $0.environment }
    $0.always("balances", "By currency. Below zero only after a refund.") { $0.balances }
    $0.always("postings", .list(of: .ref(.balancePosting)), "The newest first, 50 at most.") {
      $0.postings.map(PostingAnswer.init)
    }
    $0.maybe("changed", "In the answer to a change: `false` for a repeat.") { $0.isChanged }
  }
}

/// One change of a balance.
struct PostingAnswer: AnswerObject {
  let held: HeldPosting

  static let members = Members<Self> {
    $0.always("currency") { $0.held.posting.currency }
    $0.always("amount", "In units; less than 0 was taken away.") {
      $0.held.posting.amount
    }
    $0.always(
      "cause",
      "`erasure`: another customer of the same Apple Account was erased, and left this."
    ) { $0.held.posting.cause }
    $0.always("id", "The `transactionId` of a purchase, or the `id` of the request.") {
      $0.held.posting.id
    }
    $0.maybe("reason") { $0.held.posting.reason }
    $0.maybe("by", "The name of the key, or of the operator.") { $0.held.posting.author }
    $0.always("at", "For a purchase or a refund, the time that Apple gives.") { $0.held.posting.at }
    $0.maybe("userId", "For a user id's own balance.") { $0.held.userId }
    $0.maybe("appTransactionId", "For the balance of a customer of Apple.") {
      $0.held.appTransactionId
    }
  }
}
