import PaywallAPI
import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

/// A customer as the commands print one. Moments are RFC 3339, amounts milliunits.
struct CustomerCard: Encodable {
  var environment: String
  var appTransactionId: String?
  var newestFact: String?
  var historyFetchedAt: String?
  /// Signed texts that are kept of the customer, or of the user who was asked for.
  var texts: Int
  var everSubscribed: Bool
  var refunds: Int
  var spend: [String: Int64]
  var entitlements: [EntitlementCard]
  var subscriptions: [SubscriptionCard]
  var grants: [GrantCard]
  var timeline: [TransactionCard]
  /// Texts that name one purchase and contradict each other.
  var contradictions: [ContradictionCard]
  /// The ids of visitors who were seen with the customer.
  var visitors: [VisitorCard]

  struct EntitlementCard: Encodable {
    var id: String
    var product: String
    var expires: String?
  }

  struct SubscriptionCard: Encodable {
    var group: String?
    var originalTransactionId: String
    var state: String
    var product: String?
    var expires: String?
    var autoRenew: Bool?
    var inTrial: Bool
    var offer: String?
    var graceUntil: String?
    var retryUntil: String?
    var nextProduct: String?
    var familyShared: Bool
    /// A seat that somebody else pays for.
    var assigned: Bool
    var seats: Int?
    var renewingSeats: Int?
    var commitment: CommitmentCard?
  }

  struct CommitmentCard: Encodable {
    var period: Int?
    var periods: Int?
    var ends: String?
    var renews: Bool?
  }

  struct GrantCard: Encodable {
    var offer: String
    var product: String
    var grantedAt: String
    var state: String
    var experiment: String?
    var variant: String?
    var redeemedBy: String?
  }

  struct TransactionCard: Encodable {
    var at: String
    var transactionId: String
    var product: String
    var quantity: Int?
    var what: String
    /// The transaction id of the purchase, if this is another text of it.
    var copyOf: String?
    var until: String?
    var price: Int64?
    var currency: String?
  }

  struct ContradictionCard: Encodable {
    var transactionIds: [String]
    var product: String
    var about: [String]
  }

  init(
    _ history: CustomerHistory, texts: Int, visitors: [VisitorCard] = [], in snapshot: Snapshot,
    at now: Timestamp
  ) {
    let subscriber = history.subscriber(at: now, in: snapshot)
    environment = history.environment.rawValue
    appTransactionId = history.appTransactionId
    newestFact = subscriber.newestFact?.rfc3339
    historyFetchedAt = history.completeAt?.rfc3339
    self.texts = texts
    self.visitors = visitors
    everSubscribed = subscriber.everSubscribed
    refunds = subscriber.refunds
    spend = subscriber.spend
    entitlements = history.entitlements(at: now, in: snapshot, for: nil).map {
      EntitlementCard(id: $0.name, product: $0.product, expires: $0.expires?.rfc3339)
    }
    subscriptions = subscriber.subscriptions.map { SubscriptionCard($0, in: snapshot) }
    grants = history.grants.sorted { $0.grantedAt < $1.grantedAt }.map { GrantCard($0, at: now) }
    let purchases = Purchases(history.transactions)
    let byId = Dictionary(
      purchases.facts.map { (UTF8Key($0.transactionId), $0) },
      uniquingKeysWith: { first, _ in first })
    timeline = history.transactions.sorted { $0.moment < $1.moment }.map {
      let id = purchases.id(ofTransaction: $0.transactionId)
      return TransactionCard($0, of: byId[UTF8Key(id)] ?? $0)
    }
    contradictions = purchases.contradictions.map { ContradictionCard($0) }
  }
}

extension CustomerCard.SubscriptionCard {
  fileprivate init(_ subscription: Subscription, in snapshot: Snapshot) {
    group = snapshot.groups.first { $0.id == subscription.groupId }?.key ?? subscription.groupId
    originalTransactionId = subscription.originalTransactionId
    state = subscription.state.rawValue
    product = subscription.current?.productId
    expires = subscription.current?.expiresDate?.rfc3339
    autoRenew = subscription.autoRenews
    inTrial = subscription.inTrial
    offer = subscription.offer.map { $0.id ?? "introductory" }
    graceUntil = subscription.billingIssue?.graceUntil?.rfc3339
    retryUntil = subscription.billingIssue?.retryUntil.rfc3339
    nextProduct = subscription.renewal.flatMap { $0.changesProduct ? $0.product : nil }
    familyShared = !subscription.isOwn && !subscription.isAssigned
    assigned = subscription.isAssigned
    seats = subscription.seats?.held
    renewingSeats = subscription.seats?.renewing
    commitment = subscription.commitment.map {
      CustomerCard.CommitmentCard(
        period: $0.period, periods: $0.periods, ends: $0.ends?.rfc3339, renews: $0.renews)
    }
  }
}

extension CustomerCard.GrantCard {
  fileprivate init(_ grant: Grant, at now: Timestamp) {
    offer = grant.offer
    product = grant.product
    grantedAt = grant.grantedAt.rfc3339
    experiment = grant.experiment
    variant = grant.variant
    redeemedBy = grant.redemption?.transactionId
    state =
      grant.redemption != nil ? "redeemed" : grant.isOutstanding(at: now) ? "outstanding" : "lapsed"
  }
}

extension CustomerCard.TransactionCard {
  /// - Parameter purchase: what all copies of it say together.
  fileprivate init(_ transaction: TransactionFact, of purchase: TransactionFact) {
    at = transaction.moment.rfc3339
    transactionId = transaction.transactionId
    product = transaction.productId
    quantity = transaction.quantity
    let id = purchase.transactionId
    copyOf = id == transaction.transactionId ? nil : id
    until = transaction.expiresDate?.rfc3339
    price = transaction.price
    currency = transaction.currency
    var words = [transaction.reason?.raw.lowercased() ?? "transaction"]
    if let ownership = transaction.ownership, !(ownership == .purchased) {
      words.append(ownership.words)
    }
    if let kind = transaction.offerKind {
      let name = kind.known.map { "\($0) offer" } ?? "offer of kind \(kind.raw)"
      words.append([name, transaction.offerId].compactMap { $0 }.joined(separator: " "))
    }
    if transaction.isUpgraded { words.append("replaced by an upgrade") }
    if let revoked = purchase.revokedAt {
      words.append("taken back \(revoked.rfc3339)")
    }
    if let copyOf { words.append("copy of \(copyOf)") }
    words += transaction.termWords(addsSeats: purchase.isAddition)
    what = words.joined(separator: ", ")
  }
}

extension CustomerCard.ContradictionCard {
  fileprivate init(_ contradiction: CopyContradiction) {
    transactionIds = contradiction.transactionIds
    product = contradiction.productId
    about = contradiction.fields.map(\.rawValue)
  }
}

extension TransactionFact {
  fileprivate var moment: Timestamp { purchaseDate ?? originalPurchaseDate ?? signedDate }
}

extension OpenEnum<Ownership> {
  fileprivate var words: String {
    switch known {
    case .familyShared: "shared by family"
    case .assigned: "a seat that somebody else pays for"
    case .purchased, nil: raw
    }
  }
}
