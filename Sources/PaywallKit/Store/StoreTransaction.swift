public import Foundation

/// A transaction of the App Store.
public struct StoreTransaction: Hashable, Codable, Sendable, Identifiable {
  /// StoreKit's `id`.
  public var id: UInt64
  /// The id of the first transaction of the same purchase.
  public var originalId: UInt64
  /// The product that was bought.
  public var product: String
  /// The kind of product.
  public var type: StoreProduct.Kind
  /// App Store Connect's identifier of the subscription group.
  public var group: String?
  /// The time of the purchase or renewal.
  public var purchased: Date
  /// The end of a subscription's period.
  public var expires: Date?
  /// The end of the grace period after `expires`, in which the App Store tries to charge the
  /// renewal; from ``StoreRenewal/graceUntil``.
  var graceUntil: Date?
  /// The time at which the App Store took it back.
  public var revoked: Date?
  /// True if another subscription has replaced it.
  public var isUpgraded: Bool
  /// The account of the app that it was bought for.
  public var appAccountToken: UUID?
  /// `production`, `sandbox` or `xcode`.
  public var environment: String
  /// Apple's id of the customer's download of the app.
  public var appTransactionId: String?
  /// The time at which the App Store signed it.
  public var signed: Date
  /// The text that the App Store signed: StoreKit's `jwsRepresentation`.
  public var jws: String
  /// True if StoreKit has verified the signature.
  public var isVerified: Bool

  /// A transaction, as StoreKit has it.
  public init(
    id: UInt64, originalId: UInt64, product: String, type: StoreProduct.Kind,
    group: String? = nil, purchased: Date, expires: Date? = nil, revoked: Date? = nil,
    isUpgraded: Bool = false, appAccountToken: UUID? = nil, environment: String = "production",
    appTransactionId: String? = nil, signed: Date, jws: String, isVerified: Bool = true
  ) {
    self.id = id
    self.originalId = originalId
    self.product = product
    self.type = type
    self.group = group
    self.purchased = purchased
    self.expires = expires
    self.revoked = revoked
    self.isUpgraded = isUpgraded
    self.appAccountToken = appAccountToken
    self.environment = environment
    // A system that does not know the id may pass an empty text.
    self.appTransactionId = appTransactionId?.isEmpty == true ? nil : appTransactionId
    self.signed = signed
    self.jws = jws
    self.isVerified = isVerified
  }

  /// True if it is the same transaction, which the App Store may have signed at another time.
  func isSame(as other: StoreTransaction) -> Bool {
    id == other.id && environment.utf8.elementsEqual(other.environment.utf8)
  }

  /// A key that is equal for two texts that say the same: the App Store may sign a transaction
  /// again. One that names its customer says more than one that does not.
  var key: String {
    let dates = [expires, revoked].map { $0.map { String($0.timeIntervalSince1970) } ?? "" }
    let text = Fingerprint.short(
      of: String(id), product, dates[0], dates[1], isUpgraded ? "upgraded" : nil, environment)
    // Earlier versions wrote it like this; what they have reported must not be reported again.
    guard let appTransactionId else { return text }
    return Fingerprint.short(of: text, appTransactionId)
  }
}

/// The renewal of a subscription.
public struct StoreRenewal: Hashable, Codable, Sendable {
  /// The id of the subscription's first transaction.
  public var originalId: UInt64
  /// App Store Connect's identifiers of the win-back offers that Apple grants, the best first.
  public var eligibleWinBackOffers: [String]
  /// The end of the grace period in which the App Store tries to charge the renewal; `nil` without one.
  public var graceUntil: Date?
  /// The text that the App Store signed.
  public var jws: String

  /// The renewal of a subscription.
  public init(
    originalId: UInt64, eligibleWinBackOffers: [String] = [], graceUntil: Date? = nil, jws: String
  ) {
    self.originalId = originalId
    self.eligibleWinBackOffers = eligibleWinBackOffers
    self.graceUntil = graceUntil
    self.jws = jws
  }
}

/// The customer's download of the app.
public struct StoreAppTransaction: Hashable, Codable, Sendable {
  /// Apple's id of the customer and the app.
  public var id: String?
  /// `production`, `sandbox` or `xcode`.
  public var environment: String
  /// The text that the App Store signed.
  public var jws: String

  /// The customer's download of the app.
  public init(id: String? = nil, environment: String = "production", jws: String) {
    self.id = id?.isEmpty == true ? nil : id
    self.environment = environment
    self.jws = jws
  }
}
