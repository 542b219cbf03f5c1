package import OfferSigning

/// Why the App Store does not do what was asked. Nothing has changed then, but for a nonce that
/// was used.
package enum StoreRefusal: Error, Hashable, Sendable {
  case customerExists(String)
  case unknownCustomer(String)
  case unknownProduct(String)
  case unknownTransaction(String)
  case productNotForSale(String)
  case notASubscription(String)
  /// The customer has no subscription in the group of the product.
  case neverSubscribed(group: String)
  case alreadySubscribed(product: String)
  /// The subscription is in billing retry or its grace period.
  case billingIssue
  case paymentFailed
  case notActive
  case alreadyCancelled
  case alreadyRenews
  case unknownOffer(String, product: String)
  /// The customer may not have the offer.
  case notEligible(offer: String, Ineligibility)
  /// StoreKit's `invalidOfferSignature`, with what is wrong.
  case invalidOfferSignature([Diagnosis])
  /// The nonce of a signature was used in an earlier attempt.
  case nonceUsed(String)
  /// The `transactionId` of a signed request is of another customer.
  case transactionOfAnotherCustomer(String)
  case alreadyRefunded(String)
  case notRefunded(String)
  /// The refund of a period cannot be undone while it would run beside a later purchase.
  case boughtAgain(String)
  case noRefundRequest(String)
  case nothingToProrate(String)
  /// An extension has 1 to 90 days.
  case invalidExtension(days: Int)

  package enum Ineligibility: Hashable, Sendable {
    case notInItsDates
    case neverSubscribed
    case isSubscribed
    case wrongCustomerClass
    case alreadyRedeemed
    case wouldDowngrade
    case doesNotMeetTerms
  }
}
