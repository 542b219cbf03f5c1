package import OfferSigning

/// The reason why the App Store refuses a request. Nothing has changed then, except that a nonce
/// may be used.
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
  /// No offer code is redeemed at this address.
  case unknownCode(url: String)
  /// The customer may not have the offer.
  case notEligible(offer: String, Ineligibility)
  /// StoreKit's `invalidOfferSignature`, with what is wrong.
  case invalidOfferSignature([Diagnosis])
  /// The nonce of a signature was used in an earlier attempt.
  case nonceUsed(String)
  /// The `transactionId` of a signed request is of another customer.
  case transactionOfAnotherCustomer(String)
  case alreadyRefunded(String)
  /// A refund was asked for before, and is not decided yet.
  case refundRequested(String)
  /// A product that is bought once, for ever.
  case alreadyOwned(String)
  case notRefunded(String)
  /// The refund of a period cannot be undone while it would run beside a later purchase.
  case boughtAgain(String)
  case noRefundRequest(String)
  case nothingToProrate(String)
  /// The id is of a renewal or a later purchase of a subscription.
  case notOriginalTransaction(String, original: String)
  /// The customer was not asked to agree to one.
  case noPriceIncrease(String)
  /// A purchase of the product waits for approval already.
  case alreadyAsked(String)
  /// No purchase of the product waits for approval.
  case notAsked(String)
  /// Only a year can be paid by the month.
  case notYearly(String)
  /// It has no monthly plan, or the plan would have to wait.
  case notSoldMonthly(String)
  /// The country has no monthly plans.
  case notSoldMonthlyIn(String)
  /// A family member pays for it.
  case familyShared(String)
  case alreadyInFamily(String)
  case notInFamily(String)
  /// Members join the organizer.
  case notOrganizer(String)
  case familyIsFull
  case notShareable(String)
  case notBought(String)
  /// An account token is a UUID.
  case invalidAccountToken(String)
  /// An extension has 1 to 90 days.
  case invalidExtension(days: Int)
  /// A free period is not extended.
  case freePeriod
  /// A customer gets two extensions in 365 days.
  case extendedTwice
  /// Discounts for seats ascend, and are at most four.
  case invalidSeatTiers
  /// This number of seats cannot be bought, kept or refunded.
  case invalidSeats(Int)
  /// StoreKit's `seatReductionNotAllowed`.
  case seatReductionNotAllowed(held: Int)
  /// It was not bought by the seat.
  case notBySeat(String)
  /// A commitment is not sold by the seat.
  case noSeatsByTheMonth(String)
  case hasSeat(String)
  case hasNoSeat(String)
  /// Every seat has its holder, the payer among them.
  case noSeatLeft
  /// Some of its seats are refunded already.
  case seatsRefunded(String)
  /// The app's server does not manage the seats of this purchase.
  case notDeveloperManaged(String)
  /// No seat of the purchase is claimed by this id.
  case unknownClaim(String)
  /// No customer has this `appTransactionId`.
  case unknownAppTransaction(String)
  /// Seats and commitments cannot be replaced by a bundle.
  case cannotSwitch(String)
  /// The bundle has to be left first.
  case inBundle(String)
  case notInBundle(String)
  /// Apple holds no message or image of this id.
  case unknownMessage(String)
  /// Apple did not approve the message, or an image of it.
  case messageNotApproved(String)
  /// An offer or another product goes with a message without an image.
  case messageWithImage(String)
  /// The product is no plan to switch to.
  case otherGroup(String)
  /// The customer did not begin to cancel.
  case notAskedToStay
  /// The message has no offer and no other product.
  case nothingProposed

  package enum Ineligibility: Hashable, Sendable {
    case notInItsDates
    case neverSubscribed
    case isSubscribed
    case wrongCustomerClass
    case alreadyRedeemed
    case wouldDowngrade
    case doesNotMeetTerms
    case otherBillingPlan
    /// An offer that is no month of the commitment comes before one.
    case insideCommitment
  }
}
