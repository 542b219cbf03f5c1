/// The outcome of a purchase.
public indirect enum PurchaseOutcome: Hashable, Sendable {
  /// The purchase succeeded, and is safe: the server has it, or gets it later.
  case bought(CompletedPurchase)
  /// Someone must approve the purchase, or the App Store has not answered. If it succeeds later,
  /// the customer changes by itself.
  case pending
  /// The customer has closed the sheet.
  case cancelled
  /// Nothing was bought, because the customer could not have the offer.
  case offerRefused(OfferRefusal)
  /// Nothing was bought.
  case failed(PurchaseFailure)
}

/// Something that was bought.
public struct CompletedPurchase: Hashable, Sendable {
  /// The App Store's transaction.
  public let transaction: StoreTransaction
  /// App Store Connect's identifier of the offer that was applied; `nil` without one, and if Apple
  /// has applied its introductory offer by itself.
  public let offer: String?
  /// The customer after the purchase.
  public let customer: PaywallCustomer
  /// True if the server has the purchase. If not, it is reported later.
  public let isReported: Bool

  /// Something that was bought, for previews and tests.
  public init(
    transaction: StoreTransaction, offer: String? = nil, customer: PaywallCustomer,
    isReported: Bool = true
  ) {
    self.transaction = transaction
    self.offer = offer
    self.customer = customer
    self.isReported = isReported
  }
}

/// Why the customer could not have an offer.
public indirect enum OfferRefusal: Hashable, Sendable {
  /// The paywall does not hold the offer on this product.
  case notOnPaywall
  /// StoreKit says that this customer may not have the offer, or this system does not know it.
  case notConfirmed
  /// The server refuses; its `code` says why, such as `offerNotEligible` or `attemptsExhausted`.
  case server(ServerProblem)
  /// The server did not sign the offer in time.
  case network(NetworkFailure)
  /// The App Store refuses the offer, in the words of the system.
  case store(String)
  /// The form ``OfferForm/legacy`` needs the account of a user who is logged in.
  case noAccount
}

/// Why nothing was bought.
public enum PurchaseFailure: Hashable, Sendable {
  /// The configuration has no store.
  case noStore
  /// The store did not answer in time.
  case storeTimedOut
  /// The store does not sell this product here.
  case unknownProduct
  /// The same product is being bought already.
  case inProgress
  /// This customer or device may not buy.
  case notAllowed
  /// StoreKit could not verify what the App Store sent. Nothing is unlocked.
  case unverified
  /// The App Store cannot be reached.
  case unreachable(String)
  /// The task that asked was cancelled, not the purchase.
  case taskCancelled
  /// Anything else, in the words of the system.
  case other(String)
}

/// The outcome of a restore.
public indirect enum RestoreOutcome: Hashable, Sendable {
  /// The customer after the restore.
  case restored(PaywallCustomer)
  /// The App Store has no purchase of this customer.
  case nothing
  /// The customer has closed the App Store's dialog.
  case cancelled
  /// The store could not be asked.
  case failed(PurchaseFailure)
}

/// The outcome of a report.
public indirect enum ReportOutcome: Hashable, Sendable {
  /// The server has kept the texts.
  case kept(PaywallCustomer)
  /// The server could not be asked: the texts are on disk, and are sent again until the server has
  /// kept them.
  case queued(NetworkFailure)
  /// The server could not be asked, and the disk could not store the texts: do not finish the
  /// transactions.
  case notSaved(NetworkFailure)
  /// The server refuses all texts or some of them, and says why: do not finish the transactions.
  case refused(ServerProblem)
}

extension PurchaseFailure {
  init(_ failure: StoreFailure) {
    self =
      switch failure {
      case .productUnavailable: .unknownProduct
      case .notAllowed: .notAllowed
      case .unreachable(let words): .unreachable(words)
      case .other(let words), .offerRefused(let words): .other(words)
      case .cancelled: .other("The customer has closed a dialog.")
      case .taskCancelled: .taskCancelled
      case .unsupported: .other("This system cannot do it.")
      }
  }
}
