package import PaywallCatalog

/// One subscription of a customer in one group, through all of its periods, lapses and returns.
package struct StoreSubscription: Sendable {
  /// The index of its customer.
  let customer: Int
  /// The index of the family member's subscription that gives access; `nil` for an own one.
  let payer: Int?
  package let groupId: String
  /// The transactions in the order of their purchase; never empty.
  package internal(set) var transactions: [StoreTransaction]
  package internal(set) var phase: Phase = .active
  /// The customer's choice; the months of a commitment renew without it.
  package internal(set) var autoRenews = true
  /// The product that renews next, if it renews.
  package internal(set) var nextProductId: String
  /// How many seats renew next; `nil` if it is not bought by the seat.
  package internal(set) var nextSeats: Int?
  /// The customers who have a seat beside the payer, in the order in which they got it.
  package internal(set) var holders: [SeatHolder] = []
  /// The claims that the app's server made, by its `requestIdentifier`.
  var seatRequests: [String: String] = [:]
  /// With the next renewal its part of a bundle becomes a subscription of its own again.
  package internal(set) var willUnbundle = false
  /// A refund of the current month ended the commitment.
  var isCommitmentOver = false
  /// The remainder of the offer of the current period.
  var running: OfferRemainder?
  /// A redeemed offer that begins with the next renewal.
  var pending: OfferRemainder?
  /// A higher price of the product that renews next, until a renewal at that price.
  package internal(set) var priceIncrease: PriceIncrease?
  /// The start of the present run; lapses under 60 days do not end one.
  var recentStart: Timestamp
  /// The account of the next renewal.
  package internal(set) var appAccountToken: String?
  /// Why it had ended before it was refunded.
  var endedBecause: ExpirationIntent?
  /// When its last notification was signed.
  var lastSigned = Timestamp(milliseconds: 0)
  /// Indices of the subscriptions of those with whom it is or was shared.
  var shares: [Int] = []
  /// Whether the customer shares it with their family, if the product can be shared.
  package internal(set) var isShared = true
  /// The questions before its cancellations, the last one at the end.
  package internal(set) var retentionRequests: [RetentionRequest] = []

  /// Where it is in its life.
  package enum Phase: Hashable, Sendable {
    case active
    case gracePeriod(until: Timestamp)
    case billingRetry(until: Timestamp)
    case expired(ExpirationIntent)
    case revoked
  }

  /// Further periods of an offer on one product.
  struct OfferRemainder: Hashable, Sendable {
    var offer: StoreOffer
    var productId: String
    var cyclesLeft: Int

    /// Whether it is of the plan that is paid by the month.
    var isMonthly: Bool { offer.billingPlan == .monthly }
  }

  /// A higher price of the next product.
  package struct PriceIncrease: Hashable, Sendable {
    /// The price of a renewal before the increase, in milliunits.
    package let presentPrice: Int64
    /// The customer agreed, or the increase needs no consent.
    package internal(set) var isAccepted: Bool
    /// A subscriber with a billing issue is told once it is over; they still pay the present price.
    package internal(set) var isTold: Bool
  }

  /// The transactions of the present period: several after seats were added.
  package var presentPeriod: Range<Int> {
    let first = transactions.lastIndex { $0.seats?.isAddition != true } ?? 0
    return first..<transactions.count
  }

  /// The newest transaction of the present period that is not revoked, or else the newest one.
  var currentPosition: Int {
    presentPeriod.last { transactions[$0].revocation == nil } ?? transactions.count - 1
  }

  package var current: StoreTransaction { transactions[currentPosition] }

  /// Drops the offers and the other product that a renewal would begin; for a subscription that
  /// ended.
  mutating func forgetWhatFollows() {
    running = nil
    pending = nil
    nextProductId = current.productId
  }

  /// How many seats the present period has left; `nil` if it is not bought by the seat.
  package var seats: Int? {
    guard current.seats != nil else { return nil }
    return transactions[presentPeriod].reduce(0) { seats, transaction in
      guard transaction.revocation == nil else { return seats }
      return seats + transaction.quantity - (transaction.seats?.revoked ?? 0)
    }
  }

  package var originalTransactionId: String { transactions[0].originalTransactionId }

  /// The request before a cancellation that the customer has not decided yet.
  package var openRetentionRequest: RetentionRequest? {
    retentionRequests.last.flatMap { $0.decision == nil ? $0 : nil }
  }

  /// The end of the current period, which every period of a subscription has.
  package var expiresDate: Timestamp { current.expiresDate ?? current.purchaseDate }

  /// Apple's number in `data.status`.
  package var status: Int {
    switch phase {
    case .active: 1
    case .expired: 2
    case .billingRetry: 3
    case .gracePeriod: 4
    case .revoked: 5
    }
  }

  /// Whether the customer may use what they bought.
  package var isEntitled: Bool {
    switch phase {
    case .active, .gracePeriod: true
    case .billingRetry, .expired, .revoked: false
    }
  }

  /// Whether it has not ended: something may still renew it.
  package var isRunning: Bool { isEntitled || isInBillingRetry }

  /// Whether the App Store still tries to charge a failed renewal.
  package var isInBillingRetry: Bool {
    switch phase {
    case .gracePeriod, .billingRetry: true
    case .active, .expired, .revoked: false
    }
  }

  /// Whether the next month belongs to the present commitment: it is billed whatever the customer
  /// chose.
  package var isCommitted: Bool {
    guard let commitment = current.commitment, isRunning, !isCommitmentOver else { return false }
    return commitment.number < commitment.total
  }

  /// The product of the next period, if there is one.
  var renewalProductId: String { isCommitted ? current.productId : nextProductId }

  /// Whether one more commitment follows the present one, if the customer lets it renew.
  var repeatsCommitment: Bool { current.isMonthly && nextProductId == current.productId }

  /// Whether the next renewal is a month of a commitment, of the present one or of one more.
  var renewsMonthly: Bool { current.isMonthly && renewalProductId == current.productId }

  /// Whether the customer paid nothing for the present period.
  var isFree: Bool { transactions[presentPeriod].allSatisfy { $0.price == 0 } }

  /// The offer of the next renewal.
  var nextOffer: OfferRemainder? {
    if renewsMonthly { return [pending, running].compactMap(\.self).first(where: \.isMonthly) }
    if let pending { return pending }
    return running?.productId == nextProductId ? running : nil
  }

  /// When the clock alone changes it next.
  var due: Timestamp? {
    switch phase {
    case .active: expiresDate
    case .gracePeriod(let until), .billingRetry(let until): until
    case .expired, .revoked: nil
    }
  }
}

/// Apple's reasons for the end of a subscription.
package enum ExpirationIntent: Int, Sendable {
  case customerCancelled = 1
  case billingError = 2
  case noConsentToPriceIncrease = 3
  case productNotAvailable = 4
  case other = 5
  /// It went on without the bundle. Apple's number is not known.
  case unbundled = 6
}
