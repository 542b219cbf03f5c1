package import PaywallCatalog

/// One subscription of a customer in one group, through all of its periods, lapses and returns.
package struct StoreSubscription: Sendable {
  /// The index of its customer.
  let customer: Int
  package let groupId: String
  /// In the order of their purchase; never empty.
  package internal(set) var transactions: [StoreTransaction]
  package internal(set) var phase: Phase = .active
  package internal(set) var autoRenews = true
  /// What renews next, if it renews.
  package internal(set) var nextProductId: String
  /// What is left of the offer of the current period.
  var running: OfferRemainder?
  /// A redeemed offer that begins with the next renewal.
  var pending: OfferRemainder?
  /// The start of the present run; lapses under 60 days do not end one.
  var recentStart: Timestamp
  var appAccountToken: String?
  /// A pending request for a refund, by transaction.
  var refundRequests: Set<String> = []
  /// When its last notification was signed.
  var lastSigned = Timestamp(milliseconds: 0)

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
  }

  package var current: StoreTransaction { transactions[transactions.count - 1] }

  package var originalTransactionId: String { transactions[0].originalTransactionId }

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

  /// Whether the App Store still tries to charge what could not be renewed.
  package var isInBillingRetry: Bool {
    switch phase {
    case .gracePeriod, .billingRetry: true
    case .active, .expired, .revoked: false
    }
  }

  /// The offer of the next renewal.
  var nextOffer: OfferRemainder? {
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
}
