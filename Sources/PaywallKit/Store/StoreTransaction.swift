public import Foundation

/// A transaction of the App Store.
public struct StoreTransaction: Hashable, Codable, Sendable, Identifiable {
  /// StoreKit's `id`.
  public var id: UInt64
  /// Of the first transaction of the same purchase.
  public var originalId: UInt64
  /// What was bought.
  public var product: String
  /// What kind of product.
  public var type: StoreProduct.Kind
  /// App Store Connect's identifier of the subscription group.
  public var group: String?
  /// When this was bought or renewed.
  public var purchased: Date
  /// The end of a subscription's period.
  public var expires: Date?
  /// The end of the grace period after `expires`, in which the App Store tries to charge the renewal: of
  /// ``StoreRenewal/graceUntil``.
  var graceUntil: Date?
  /// When the App Store took it back.
  public var revoked: Date?
  /// Another subscription has replaced it.
  public var isUpgraded: Bool
  /// The account of the app that it was bought for.
  public var appAccountToken: UUID?
  /// `production`, `sandbox` or `xcode`.
  public var environment: String
  /// Apple's id of the customer's download of the app.
  public var appTransactionId: String?
  /// When the App Store signed it.
  public var signed: Date
  /// What the App Store signed: StoreKit's `jwsRepresentation`.
  public var jws: String
  /// StoreKit has verified the signature.
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
    // A system that does not know it may say so by an empty text.
    self.appTransactionId = appTransactionId?.isEmpty == true ? nil : appTransactionId
    self.signed = signed
    self.jws = jws
    self.isVerified = isVerified
  }

  /// Whether it is the same transaction, which the App Store may have signed at another time.
  func isSame(as other: StoreTransaction) -> Bool {
    id == other.id && environment.utf8.elementsEqual(other.environment.utf8)
  }

  /// Equal for two texts that say the same: the App Store may sign a transaction again. One that names its
  /// customer says more than one that does not.
  var key: String {
    let dates = [expires, revoked].map { $0.map { String($0.timeIntervalSince1970) } ?? "" }
    let text = Fingerprint.short(
      of: String(id), product, dates[0], dates[1], isUpgraded ? "upgraded" : nil, environment)
    // As earlier versions wrote it, so that what they have reported is not reported again.
    guard let appTransactionId else { return text }
    return Fingerprint.short(of: text, appTransactionId)
  }
}

/// What is known of the renewal of a subscription.
public struct StoreRenewal: Hashable, Codable, Sendable {
  /// Of the subscription's first transaction.
  public var originalId: UInt64
  /// App Store Connect's identifiers of the win-back offers that Apple grants, the best first.
  public var eligibleWinBackOffers: [String]
  /// The end of the grace period in which the App Store tries to charge the renewal; `nil` without one.
  public var graceUntil: Date?
  /// What the App Store signed.
  public var jws: String

  /// What is known of the renewal of a subscription.
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
  /// What the App Store signed.
  public var jws: String

  /// The customer's download of the app.
  public init(id: String? = nil, environment: String = "production", jws: String) {
    self.id = id?.isEmpty == true ? nil : id
    self.environment = environment
    self.jws = jws
  }
}
