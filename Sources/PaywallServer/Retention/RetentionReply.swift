import HTTPDocuments
import PaywallCatalog

/// An answer to Apple's request for a retention message (AppleFacts.md § 2).
enum RetentionReply: Sendable {
  /// Apple shows its own message, or none.
  case nothing
  /// The identifier of the message.
  case message(String)
  case product(String, BillingPlan, message: String)
  case offer(RetentionSignature, message: String)

  var content: Content {
    switch self {
    case .nothing: .object([])
    case .message(let message): answer("message", message)
    case .product(let product, let plan, let message):
      answer(
        "alternateProduct", message, ("productId", product),
        ("billingPlanType", plan == .monthly ? "MONTHLY" : nil))
    case .offer(let signature, let message):
      answer("promotionalOffer", message, (signature.name, signature.content))
    }
  }

  private func answer(
    _ name: String, _ message: String, _ members: (String, (any ContentConvertible)?)...
  ) -> Content {
    let members = [("messageIdentifier", message)] + members
    let content = members.compactMap { name, value in
      value.map { Content.Member(name, $0.content) }
    }
    return .object([Content.Member(name, .object(content))])
  }

  /// The word in metrics and logs.
  var word: Word {
    switch self {
    case .nothing: .nothing
    case .message: .message
    case .product: .product
    case .offer: .offer
    }
  }

  enum Word: String, CaseIterable { case offer, product, message, nothing, earlier }
}

/// The signature of a promotional offer, as Apple reads it in an answer.
struct RetentionSignature: Sendable {
  /// The member of the answer.
  let name: String
  let content: Content?
}

/// Why an answer is what it is; the word in metrics.
enum RetentionCause: String, CaseIterable, Sendable {
  /// The decided message, with everything that belongs to it.
  case decided
  /// The message without its offer: a limit is used up, the offer is not for this customer, or the
  /// server has no key.
  case limitReached, notEligible, notSigned
  /// There was no time for more.
  case late
  /// Nothing is decided for this customer, on purpose.
  case nothingDecided
  /// Apple approved the message in no language that the customer reads, nor in the default one.
  case notApproved
  /// The message offers a product that the customer cannot switch to.
  case otherProduct
  case unknownCustomer, ledgerUnavailable
  /// Not signed by Apple, or for another app or environment.
  case notTrusted, otherApp
  /// Signed more than five minutes ago.
  case tooOld
  /// Apple's, without a member that is needed.
  case incomplete
  /// The request was answered before: the same again.
  case repeated
}
