public import Foundation

/// The options of a purchase.
public struct StorePurchaseOptions: Hashable, Sendable {
  /// The account of the app that the purchase is for.
  public var appAccountToken: UUID?
  /// The offer to apply.
  public var offer: StoreOffer?
  /// The plan by which a year is paid; `nil` leaves it to the App Store, which charges it at once.
  public var billingPlan: Paywall.BillingPlan?

  /// The options of a purchase.
  public init(
    appAccountToken: UUID? = nil, offer: StoreOffer? = nil,
    billingPlan: Paywall.BillingPlan? = nil
  ) {
    self.appAccountToken = appAccountToken
    self.offer = offer
    self.billingPlan = billingPlan
  }
}

/// The offer of a purchase. Without one Apple applies the introductory offer to any customer whom
/// it finds eligible.
public enum StoreOffer: Hashable, Sendable {
  /// A promotional offer, or an introductory one that the customer may have again, with the
  /// server's signature.
  case signed(SignedOffer)
  /// A win-back offer, by App Store Connect's identifier.
  case winBack(String)
  /// The introductory offer must not be applied, by a compact JWS of the server.
  case withheldIntroductory(compactJWS: String)
}

/// The outcome of a payment sheet.
public indirect enum StorePurchaseResult: Hashable, Sendable {
  case bought(StoreTransaction)
  /// Someone must approve it: it may come later, through ``PurchaseStore/updates``.
  case pending
  case cancelled
}

/// Why the store failed.
public enum StoreFailure: Error, Hashable, Sendable {
  /// The App Store refuses the offer: its signature, its identifier, or this customer.
  case offerRefused(String)
  /// The store does not sell the product here.
  case productUnavailable
  /// This customer or device may not buy.
  case notAllowed
  /// The App Store cannot be reached.
  case unreachable(String)
  /// The customer has closed a dialog.
  case cancelled
  /// The task that asked the store was cancelled.
  case taskCancelled
  /// This system cannot do it.
  case unsupported
  /// Anything else, in the words of the system.
  case other(String)
}
