import Crypto
package import PaywallCatalog
import PaywallTextCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes what the App Store signs, with the members of AppleFacts.md § 3. Dates are milliseconds,
/// prices milliunits.
package struct Payloads: Sendable {
  package private(set) var bundleId: String
  package private(set) var appAppleId: Int64?
  package let environment: WorldSettings.Environment

  package init(_ world: World) {
    bundleId = world.catalog.bundleId
    appAppleId = world.catalog.appAppleId
    environment = world.settings.environment
  }

  /// The payloads of an app that this App Store does not sell for.
  var ofAnotherApp: Payloads {
    var other = self
    other.bundleId += ".another"
    other.appAppleId = (appAppleId ?? 0) + 1
    return other
  }

  /// A transaction (`JWSTransactionDecodedPayload`).
  package func transaction(
    _ transaction: StoreTransaction, of customer: StoreCustomer, signedDate: Timestamp
  ) -> [UInt8] {
    var payload = JSONMembers()
    payload.text("transactionId", transaction.transactionId)
    payload.text("originalTransactionId", transaction.originalTransactionId)
    payload.text(
      "webOrderLineItemId",
      transaction.type == .autoRenewable ? transaction.webOrderLineItemId : nil)
    payload.text("bundleId", bundleId)
    payload.text("productId", transaction.productId)
    payload.text("subscriptionGroupIdentifier", transaction.groupId)
    payload.date("purchaseDate", transaction.purchaseDate)
    payload.date("originalPurchaseDate", transaction.originalPurchaseDate)
    payload.date("expiresDate", transaction.expiresDate)
    payload.number("quantity", transaction.quantity)
    payload.text("type", transaction.type.appleWord)
    payload.text("appAccountToken", transaction.appAccountToken)
    payload.text("inAppOwnershipType", transaction.ownership.rawValue)
    payload.date("signedDate", signedDate)
    revocation(transaction.revocation, isSeat: transaction.seats != nil, in: &payload)
    payload.flag("isUpgraded", transaction.isUpgraded ? true : nil)
    offer(transaction.offer, in: &payload)
    payload.text("environment", environment.rawValue)
    payload.text("transactionReason", transaction.isRenewal ? "RENEWAL" : "PURCHASE")
    payload.text("storefront", customer.storefront.country)
    payload.text("storefrontId", customer.storefront.id)
    if let seats = transaction.seats {
      payload.number("price", StoreSeats.average(of: seats.tiers))
    } else if transaction.isOwn {
      payload.number("price", transaction.price)
    }
    if transaction.isOwn || transaction.seats != nil {
      payload.text("currency", customer.storefront.currency)
    }
    payload.text("appTransactionId", customer.appTransactionId)
    seats(of: transaction, in: &payload)
    bundle(transaction.bundle, in: &payload)
    payload.text("previousOriginalTransactionId", transaction.previousOriginalTransactionId)
    if transaction.isMonthly {
      payload.text("billingPlanType", StoreBillingPlan.monthly.rawValue)
    }
    if let commitment = transaction.commitment {
      payload.object("commitmentInfo") {
        $0.number("billingPeriodNumber", commitment.number)
        $0.number("totalBillingPeriods", commitment.total)
        $0.number("commitmentPrice", commitment.price)
        $0.date("commitmentExpiresDate", commitment.expiresDate)
      }
    }
    return payload.bytes
  }

  /// Apple has not published the number; 0 and 1 are refunds.
  private static let upgradedToBundle = 2

  private func revocation(
    _ revocation: StoreTransaction.Revocation?, isSeat: Bool, in payload: inout JSONMembers
  ) {
    guard let revocation else { return }
    payload.date("revocationDate", revocation.date)
    guard revocation.kind != .upgradedToBundle else {
      return payload.number("revocationReason", Self.upgradedToBundle)
    }
    payload.number("revocationReason", revocation.reason.rawValue)
    guard revocation.kind == .refund else {
      return payload.text("revocationType", isSeat ? "ASSIGNMENT_REVOKE" : "FAMILY_REVOKE")
    }
    let isFull = revocation.proratedPercentage == nil
    payload.text("revocationType", isFull ? "REFUND_FULL" : "REFUND_PRORATED")
    payload.number("revocationPercentage", revocation.proratedPercentage ?? 100_000)
  }

  private func offer(_ offer: StoreTransaction.RedeemedOffer?, in payload: inout JSONMembers) {
    guard let offer else { return }
    payload.number("offerType", offer.kind.appleNumber)
    payload.text("offerIdentifier", offer.id)
    payload.text("offerDiscountType", offer.payment.appleWord)
    payload.text("offerPeriod", offer.totalPeriod.description)
  }

  /// Renewal info (`JWSRenewalInfoDecodedPayload`).
  package func renewalInfo(
    _ renewal: StoreRenewal, of transaction: StoreTransaction, customer: StoreCustomer,
    signedDate: Timestamp
  ) -> [UInt8] {
    var payload = JSONMembers()
    payload.number("expirationIntent", renewal.expirationIntent?.rawValue)
    payload.text("originalTransactionId", transaction.originalTransactionId)
    payload.text("autoRenewProductId", renewal.autoRenewProductId)
    payload.text("productId", renewal.productId)
    payload.number("autoRenewStatus", renewal.autoRenews ? 1 : 0)
    payload.flag("isInBillingRetryPeriod", renewal.isInBillingRetry)
    payload.number("priceIncreaseStatus", renewal.agreedToPriceIncrease.map { $0 ? 1 : 0 })
    payload.date("gracePeriodExpiresDate", renewal.gracePeriodExpiresDate)
    offer(renewal.offer, in: &payload)
    payload.date("signedDate", signedDate)
    payload.text("environment", environment.rawValue)
    payload.date("recentSubscriptionStartDate", renewal.recentStart)
    payload.date("renewalDate", renewal.renewalDate)
    payload.number("renewalPrice", renewal.renewalPrice)
    payload.text("currency", transaction.isOwn ? customer.storefront.currency : nil)
    payload.texts("eligibleWinBackOfferIds", renewal.eligibleWinBackOfferIds)
    payload.text("appAccountToken", renewal.appAccountToken)
    payload.text("appTransactionId", customer.appTransactionId)
    if let tiers = renewal.tiers {
      payload.number("renewalQuantity", tiers.reduce(0) { $0 + $1.quantity })
      payload.object("multiSeatInfo") { $0.objects("renewalPriceTiers", tiers.map(tier)) }
    }
    bundle(renewal.bundle, in: &payload)
    payload.flag("willUnbundle", renewal.bundle == nil ? nil : renewal.willUnbundle)
    payload.text("renewalBillingPlanType", renewal.billingPlan?.rawValue)
    if let commitment = renewal.commitment {
      payload.object("commitmentInfo") {
        $0.text("commitmentAutoRenewProductId", commitment.productId)
        $0.number("commitmentAutoRenewStatus", commitment.autoRenews ? 1 : 0)
        $0.text("commitmentRenewalBillingPlanType", commitment.billingPlan.rawValue)
        $0.date("commitmentRenewalDate", commitment.date)
        $0.number("commitmentRenewalPrice", commitment.price)
      }
    }
    return payload.bytes
  }

  /// Writes the app transaction (`AppTransaction`), which a device has even without a purchase.
  package func appTransaction(of customer: StoreCustomer, signedDate: Timestamp) -> [UInt8] {
    var payload = JSONMembers()
    payload.text("receiptType", environment.rawValue)
    payload.number("appAppleId", environment == .production ? appAppleId : nil)
    payload.text("bundleId", bundleId)
    payload.text("applicationVersion", "1")
    payload.date("receiptCreationDate", signedDate)
    payload.date("originalPurchaseDate", customer.originalPurchaseDate)
    payload.text("originalApplicationVersion", "1")
    payload.text("deviceVerification", verification(of: customer.device))
    payload.text("deviceVerificationNonce", customer.device.verificationNonce)
    payload.text("appTransactionId", customer.appTransactionId)
    payload.text("originalPlatform", "iOS")
    return payload.bytes
  }

  /// SHA-384 of the nonce and the device's id, both in lower case, in Base64.
  private func verification(of device: StoreDevice) -> String {
    let text = device.verificationNonce.lowercased() + device.id.lowercased()
    return Base64.encode(Array(SHA384.hash(data: Data(text.utf8))), .standard)
  }

  /// A notification (`responseBodyV2DecodedPayload`) with the texts that are signed inside of it.
  package func notification(
    _ notification: StoreNotification, signedTransaction: String?, signedRenewal: String?,
    signedAppTransaction: String? = nil
  ) -> [UInt8] {
    var payload = JSONMembers()
    payload.text("notificationType", notification.type.rawValue)
    payload.text("subtype", notification.subtype?.rawValue)
    payload.text("notificationUUID", notification.uuid)
    if let summary = notification.summary {
      payload.object("summary") { self.summary(summary, in: &$0) }
    } else if let unclaimed = notification.unclaimed {
      payload.object("unclaimInfo") { unclaimInfo(unclaimed, in: &$0) }
    } else if let signedAppTransaction {
      payload.object("appData") { appData(signedAppTransaction, in: &$0) }
    } else {
      payload.object("data") { data(notification, signedTransaction, signedRenewal, in: &$0) }
    }

    payload.text("version", "2.0")
    payload.date("signedDate", notification.signedDate)
    return payload.bytes
  }

  private func data(
    _ notification: StoreNotification, _ signedTransaction: String?, _ signedRenewal: String?,
    in data: inout JSONMembers
  ) {
    data.number("appAppleId", environment == .production ? appAppleId : nil)
    data.text("bundleId", bundleId)
    data.text("bundleVersion", "1")
    data.text("environment", environment.rawValue)
    data.text("signedTransactionInfo", signedTransaction)
    data.text("signedRenewalInfo", signedRenewal)
    data.number("status", notification.renewal?.status)
    data.text("consumptionRequestReason", notification.consumptionReason?.rawValue)
  }

  /// Writes news of the app itself on the devices of a customer.
  private func appData(_ signedAppTransaction: String, in data: inout JSONMembers) {
    data.number("appAppleId", environment == .production ? appAppleId : nil)
    data.text("bundleId", bundleId)
    data.text("environment", environment.rawValue)
    data.text("signedAppTransactionInfo", signedAppTransaction)
  }

  /// Writes seats that were taken back. Beside their ids the members are inferred.
  private func unclaimInfo(_ unclaimed: UnclaimedSeats, in info: inout JSONMembers) {
    info.number("appAppleId", environment == .production ? appAppleId : nil)
    info.text("bundleId", bundleId)
    info.text("environment", environment.rawValue)
    info.text("originalTransactionId", unclaimed.originalTransactionId)
    info.texts("unclaimSeatIds", unclaimed.seatIds)
  }

  /// Writes the result of a mass extension.
  private func summary(_ done: MassExtension, in summary: inout JSONMembers) {
    summary.text("requestIdentifier", done.key.requestIdentifier)
    summary.text("environment", environment.rawValue)
    summary.number("appAppleId", environment == .production ? appAppleId : nil)
    summary.text("bundleId", bundleId)
    summary.text("productId", done.key.productId)
    summary.texts("storefrontCountryCodes", done.storefronts)
    summary.number("succeededCount", done.succeeded)
    summary.number("failedCount", done.failed)
  }
}

extension ProductType {
  fileprivate var appleWord: String {
    switch self {
    case .autoRenewable: "Auto-Renewable Subscription"
    case .nonRenewable: "Non-Renewing Subscription"
    case .consumable: "Consumable"
    case .nonConsumable: "Non-Consumable"
    }
  }
}

extension OfferKind {
  fileprivate var appleNumber: Int {
    switch self {
    case .introductory: 1
    case .promotional: 2
    case .offerCode: 3
    case .winBack: 4
    }
  }
}

extension OfferPayment {
  fileprivate var appleWord: String {
    switch self {
    case .freeTrial: "FREE_TRIAL"
    case .payAsYouGo: "PAY_AS_YOU_GO"
    case .payUpFront: "PAY_UP_FRONT"
    }
  }
}

extension JSONMembers {
  mutating func date(_ name: String, _ value: Timestamp?) {
    number(name, value?.milliseconds)
  }
}
