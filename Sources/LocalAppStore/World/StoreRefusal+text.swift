import OfferSigning

extension StoreRefusal {
  /// A stable word, for programs: the name of the case.
  package var code: String { String("\(self)".prefix { $0 != "(" }) }

  /// Whether the thing that was named does not exist.
  package var isUnknown: Bool {
    switch self {
    case .unknownCustomer, .unknownProduct, .unknownTransaction, .unknownOffer, .unknownCode,
      .unknownMessage:
      true
    default: false
    }
  }

  /// The faulty fields of a signature, each once.
  package var fields: [String] {
    guard case .invalidOfferSignature(let findings) = self else { return [] }
    return findings.reduce(into: []) { fields, finding in
      if !fields.contains(finding.field) { fields.append(finding.field) }
    }
  }
}

extension StoreRefusal {
  /// Sentences for people: what is wrong, and what to do next.
  package var sentences: String {
    switch self {
    case .customerExists(let id): "There is a customer '\(id)' already; choose another id."
    case .unknownCustomer(let id): "There is no customer '\(id)'; add them first."
    case .unknownProduct(let id):
      "The app sells no product '\(id)'; add it to the configuration and start the store again."
    case .unknownTransaction(let id):
      "No customer has a transaction '\(id)'; look up the ids of a customer's transactions."
    case .productNotForSale(let id): "'\(id)' was withdrawn from sale; choose another product."
    case .notASubscription(let id): "'\(id)' is no subscription; name one that renews."
    case .neverSubscribed(let group):
      "The customer never had a subscription of group \(group); let them buy one first."
    case .alreadySubscribed(let id):
      "The customer is subscribed to '\(id)' already; let it end, or choose another product."
    case .billingIssue:
      "The last renewal could not be charged; let the card work again first."
    case .paymentFailed: "The customer's card is declined; let it work again first."
    case .notActive: "The subscription is not active; let the customer buy it first."
    case .alreadyCancelled: "Auto-renewal is off already; resume turns it on."
    case .alreadyRenews: "Auto-renewal is on already; cancel turns it off."
    case .unknownOffer(let id, let product):
      "'\(product)' has no such offer '\(id)'; compare its id and kind in the configuration."
    case .unknownCode(let url):
      "No offer code is redeemed at '\(url)'; compare it with the 'url' of the offer in the configuration."
    case .notEligible(let offer, let why): "The customer may not have '\(offer)': \(why.reason)"
    case .invalidOfferSignature(let findings):
      "The signature is wrong. " + findings.map(\.sentence).joined(separator: " ")
    case .nonceUsed(let nonce):
      "The nonce \(nonce) was used before; sign again for each attempt."
    case .transactionOfAnotherCustomer(let id):
      "The signed request names transaction \(id), which is not of this customer; sign it for theirs."
    case .refundRequested(let id):
      "A refund of transaction \(id) was asked for already; decline or refund it, or let 12 hours pass."
    case .alreadyOwned(let id):
      "The customer owns '\(id)' already, and is not charged twice; refund it first."
    case .alreadyRefunded(let id): "Transaction \(id) is refunded already; reverse that first."
    case .notRefunded(let id): "Transaction \(id) was not refunded; refund it first."
    case .boughtAgain(let id):
      "The customer bought again after the refund of \(id); reverse it once that period has ended."
    case .noRefundRequest(let id):
      "There is no open refund request for transaction \(id); let the customer request one."
    case .nothingToProrate(let id):
      "No time of transaction \(id) is left to prorate; refund all of it."
    case .notOriginalTransaction(let id, let original):
      "Transaction \(id) is not the first of its subscription; name \(original)."
    case .noPriceIncrease(let id):
      "The customer has no price increase of '\(id)' to agree to; raise its price with consent first."
    case .alreadyAsked(let id):
      "The customer asked for '\(id)' already; approve or decline that first."
    case .notAsked(let id):
      "No purchase of '\(id)' waits; a request that is not answered lapses after a day."
    case .notYearly(let id): "'\(id)' is not sold by the year; name one with the period P1Y."
    case .notSoldMonthly(let id):
      "'\(id)' cannot be bought by the month now; sell it so first, or let the present subscription end."
    case .notSoldMonthlyIn(let country):
      "Apple sells no monthly plans with a commitment in \(country); use a customer of another storefront."
    case .familyShared(let id):
      "Transaction \(id) is paid by a family member; name theirs."
    case .alreadyInFamily(let id): "'\(id)' is in a family already; let them leave it first."
    case .notInFamily(let id): "'\(id)' is in no family; let them join one first."
    case .notOrganizer(let id): "'\(id)' does not organize their family; name its organizer."
    case .familyIsFull: "A family has at most six members; let one leave first."
    case .notShareable(let id):
      "'\(id)' cannot be shared; set 'familyShareable' in the configuration and start again."
    case .notBought(let id): "The customer has not bought '\(id)'; let them buy it first."
    case .invalidAccountToken(let token):
      "'\(token)' is no account token; give a UUID."
    case .invalidExtension(let days):
      "An extension of \(days) days is not possible; give 1 to 90 days."
    case .freePeriod:
      "The customer has paid nothing for this period; wait until they pay for one."
    case .extendedTwice:
      "The customer got two extensions in the last 365 days; wait, or use another customer."
    case .invalidSeatTiers:
      "A product has up to four discounts, each from a higher seat than the one before, the first from 2."
    case .invalidSeats(let seats):
      "\(seats) seats are not possible; give 1 or more, and not more than there are."
    case .seatReductionNotAllowed(let held):
      "The customer has \(held) seats, and a purchase cannot take some away; change how many renew."
    case .notBySeat(let id): "'\(id)' was not bought by the seat; buy it with seats first."
    case .noSeatsByTheMonth(let id):
      "'\(id)' is not sold by the seat with a commitment; buy it up front."
    case .hasSeat(let id): "'\(id)' has a seat already; name another customer."
    case .hasNoSeat(let id): "'\(id)' has no seat of it; assign one first."
    case .noSeatLeft: "Every seat is taken, one of them by the payer; buy more first."
    case .seatsRefunded(let id):
      "Some seats of transaction \(id) are refunded already; refund all of it, or more seats."
    case .notDeveloperManaged(let id):
      "The seats of purchase \(id) are not managed by the app's server; set that before it is bought."
    case .unknownClaim(let id): "No seat is claimed by '\(id)'; look at the claims of the purchase."
    case .unknownAppTransaction(let id):
      "No customer has the app transaction '\(id)'; look at the customers."
    case .cannotSwitch(let id):
      "'\(id)' has seats, a commitment or a bundle already; let it end before the bundle begins."
    case .inBundle(let id): "'\(id)' is part of a bundle; leave that first."
    case .notInBundle(let id): "'\(id)' is not part of a bundle; join one first."
    case .unknownMessage(let id): "Apple has no message or image '\(id)'; upload it first."
    case .messageNotApproved(let id):
      "Apple has not approved message '\(id)' or an image of it; approve it, or answer with another one."
    case .messageWithImage(let id):
      "Message '\(id)' has an image, and goes with no offer and no other product; answer with one without."
    case .otherGroup(let id):
      "'\(id)' is not in the subscription's group; answer with a product of the group."
    case .notAskedToStay:
      "The customer is not about to cancel; send 'cancel' with 'ask' first ('cancel --ask')."
    case .nothingProposed:
      "The message has no offer and no other product to accept; stay without accepting, or cancel."
    }
  }
}

extension StoreRefusal.Ineligibility {
  /// The end of a sentence.
  fileprivate var reason: String {
    switch self {
    case .notInItsDates: "it is not offered today; move the clock or its dates."
    case .neverSubscribed: "it is for present and former subscribers; let them subscribe first."
    case .isSubscribed: "it is for those who left; let the subscription end first."
    case .wrongCustomerClass:
      "the code is for other customers; see 'customers' of the offer in the configuration."
    case .alreadyRedeemed: "they redeemed it already; use another customer or code."
    case .wouldDowngrade: "a code cannot downgrade; choose a product of the same or a higher level."
    case .otherBillingPlan:
      "it is for the plan that is paid up front; buy without it, or without the commitment."
    case .insideCommitment:
      "inside a commitment only offers that are paid month by month begin; take another one."
    case .doesNotMeetTerms:
      "they do not meet its terms; see 'requires' of the offer in the configuration."
    }
  }
}

extension Diagnosis {
  fileprivate var sentence: String {
    "Field '\(field)': expected \(expected), seen \(seen). \(help)"
  }
}
