import LocalAppStore
import PaywallCatalog

extension PageButton.Subject {
  /// The members that it adds to the body.
  var members: [(name: String, value: String)] {
    switch self {
    case .none: []
    case .moment(let moment): [("to", moment.rfc3339)]
    case .customer(let card): [("customer", card.id)]
    case .subscription(let subscription, let id):
      [("product", subscription.current.productId), ("customer", id)]
    case .transaction(let transaction, _, _): [("transaction", transaction.transactionId)]
    case .product(let product, let buyer):
      [("product", product.id)] + (buyer.map { [("customer", $0)] } ?? [])
    case .pending(let card, let id): [("product", card.product), ("customer", id)]
    case .purchase(let purchase, let id):
      [("product", purchase.transaction.productId), ("customer", id)]
    }
  }

  // What the conditions of buttons ask; `false` for another kind of subject.

  var cardWorks: Bool {
    if case .customer(let card) = self { card.cardWorks } else { false }
  }

  var asksToBuy: Bool {
    if case .customer(let card) = self { card.asksToBuy } else { false }
  }

  var isInFamily: Bool {
    if case .customer(let card) = self { card.family != nil } else { false }
  }

  /// Whether the customer has to agree to a price increase.
  var isAskedToAgree: Bool {
    guard isRunning, case .subscription(let subscription, _) = self else { return false }
    return subscription.priceIncrease.map { $0.isTold && !$0.isAccepted } ?? false
  }

  /// Whether the customer shares what they bought; `nil` of what a family member pays.
  var sharing: Bool? {
    switch self {
    case .subscription(let subscription, _):
      isRunning && subscription.current.isOwn && !hasSeats ? subscription.isShared : nil
    case .purchase(let purchase, _):
      purchase.transaction.isOwn ? purchase.isShared : nil
    default: nil
    }
  }

  /// Whether the customer bought seats, and has them.
  var hasSeats: Bool {
    guard isRunning, case .subscription(let subscription, _) = self else { return false }
    return subscription.current.isOwn && subscription.current.seats != nil
  }

  var isInBundle: Bool {
    guard isRunning, case .subscription(let subscription, _) = self else { return false }
    return subscription.current.bundle != nil && !subscription.willUnbundle
  }

  /// Whether some seats of the transaction are left to be refunded.
  var hasSeatsLeft: Bool {
    guard case .transaction(let transaction, _, _) = self, transaction.isOwn else { return false }
    return transaction.revocation == nil && transaction.seats != nil
  }

  var isSubscription: Bool {
    if case .product(let product, _) = self { product.subscription != nil } else { false }
  }

  var isYearly: Bool {
    if case .product(let product, _) = self {
      product.subscription?.period == Period(months: 12)
    } else {
      false
    }
  }

  var isActive: Bool {
    if case .subscription(let subscription, _) = self {
      subscription.phase == .active
    } else {
      false
    }
  }

  /// Active, or in its grace period or billing retry.
  var isRunning: Bool {
    if case .subscription(let subscription, _) = self {
      isActive || subscription.isInBillingRetry
    } else {
      false
    }
  }

  var autoRenews: Bool {
    if case .subscription(let subscription, _) = self { subscription.autoRenews } else { false }
  }

  var isRefunded: Bool {
    if case .transaction(let transaction, _, _) = self {
      transaction.revocation != nil
    } else {
      false
    }
  }

  /// Whether a refund of it can be undone.
  var isReversible: Bool {
    if case .transaction(let transaction, _, _) = self { transaction.isRefunded } else { false }
  }

  /// Whether time of the period is left.
  var isCurrent: Bool {
    guard case .transaction(let transaction, _, let now) = self else { return false }
    return !transaction.isUpgraded && transaction.expiresDate.map { $0 > now } ?? false
  }

  var hasRequest: Bool {
    if case .transaction(_, let hasRequest, _) = self { hasRequest } else { false }
  }

  var isForSale: Bool {
    if case .product(let product, _) = self { product.isForSale } else { false }
  }
}
