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
  var word: RetentionAnswerKind {
    switch self {
    case .nothing: .nothing
    case .message: .message
    case .product: .product
    case .offer: .offer
    }
  }
}

/// The signature of a promotional offer, as Apple reads it in an answer.
struct RetentionSignature: Sendable {
  /// The member of the answer.
  let name: String
  let content: Content?
}
