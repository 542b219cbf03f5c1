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
    case .reviewed(let id, _): [("id", id)]
    }
  }

  private var customer: StoreCustomerCard? {
    if case .customer(let card) = self { card } else { nil }
  }

  private var subscription: StoreSubscription? {
    if case .subscription(let subscription, _) = self { subscription } else { nil }
  }

  private var transaction: StoreTransaction? {
    if case .transaction(let transaction, _, _) = self { transaction } else { nil }
  }

  private var product: StoreProduct? {
    if case .product(let product, _) = self { product } else { nil }
  }
}

// Conditions of buttons; `false` for another kind of subject.
extension PageButton.Subject {
  var cardWorks: Bool { customer?.cardWorks ?? false }
  var asksToBuy: Bool { customer?.asksToBuy ?? false }
  var isInFamily: Bool { customer?.family != nil }

  /// Active, or in its grace period or billing retry.
  var isRunning: Bool { subscription?.isRunning ?? false }
  var isActive: Bool { subscription?.phase == .active }
  var autoRenews: Bool { subscription?.autoRenews ?? false }

  /// Whether the customer has to agree to a price increase.
  var isAskedToAgree: Bool {
    guard isRunning, let increase = subscription?.priceIncrease else { return false }
    return increase.isTold && !increase.isAccepted
  }

  /// Whether the customer shares what they bought; `nil` if a family member pays.
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
    guard isRunning, let current = subscription?.current else { return false }
    return current.isOwn && current.seats != nil
  }

  /// Whether the customer is about to cancel.
  var isAskedToStay: Bool { subscription?.openRetentionRequest != nil }

  /// Whether the message before the cancellation has an offer or another product.
  var hasProposal: Bool { subscription?.openRetentionRequest?.shown?.proposal != nil }

  var isApproved: Bool { reviewState == .approved }
  var isRejected: Bool { reviewState == .rejected }

  private var reviewState: ReviewState? {
    if case .reviewed(_, let state) = self { ReviewState(rawValue: state) } else { nil }
  }

  var isInBundle: Bool {
    guard isRunning, let subscription else { return false }
    return subscription.current.bundle != nil && !subscription.willUnbundle
  }

  /// Whether some seats of the transaction are left to be refunded.
  var hasSeatsLeft: Bool {
    guard let transaction, transaction.isOwn else { return false }
    return transaction.revocation == nil && transaction.seats != nil
  }

  var isRefunded: Bool { transaction?.revocation != nil }

  /// Whether a refund of it can be undone.
  var isReversible: Bool { transaction?.isRefunded ?? false }

  /// Whether time of the period is left.
  var isCurrent: Bool {
    guard case .transaction(let transaction, _, let now) = self else { return false }
    return !transaction.isUpgraded && transaction.expiresDate.map { $0 > now } ?? false
  }

  var hasRequest: Bool {
    if case .transaction(_, let hasRequest, _) = self { hasRequest } else { false }
  }

  var isForSale: Bool { product?.isForSale ?? false }
  var isSubscription: Bool { product?.subscription != nil }
  var isYearly: Bool { product?.subscription?.period == Period(months: 12) }
}
