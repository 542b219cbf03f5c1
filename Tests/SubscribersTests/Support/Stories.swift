import AppStoreFixtures
import Foundation
import PaywallCatalog
import Subscribers
import Testing

/// The decoded payloads of `notifications.json` as facts, read without the module that verifies
/// them.
struct Story: Sendable {
  var notifications: [Told]

  /// The contents of one notification.
  struct Told: Sendable {
    var id: String
    var signedDate: Timestamp
    /// The state at `signedDate`, where Apple would send a status.
    var state: SubscriptionState?
    var transaction: TransactionFact?
    var renewal: RenewalFact?
  }

  /// The stories by name, the part of a notification's id before the slash.
  static let all: [String: Story] = read()

  private static func read() -> [String: Story] {
    guard let data = try? Vectors.data("notifications"),
      let file = try? JSONDecoder().decode(NotificationFile.self, from: data)
    else { return [:] }
    return Dictionary(grouping: file.notifications) { String($0.id.prefix { $0 != "/" }) }
      .mapValues { Story(notifications: $0.map(\.told)) }
  }

  /// Returns the history once these notifications have arrived, in their order.
  func history(of ids: [String]) -> CustomerHistory {
    history(after: ids.compactMap { id in notifications.first { $0.id == id } })
  }

  func history(after told: [Told]) -> CustomerHistory {
    var history = CustomerHistory(environment: environment)
    for notification in told {
      if let renewal = notification.renewal { history.add(renewal) }
      if let transaction = notification.transaction { history.add(transaction) }
    }
    return history
  }

  var environment: AppStoreEnvironment {
    notifications.lazy.compactMap { $0.transaction?.environment }.first ?? .production
  }
}

/// An order of delivery of `deliveries.json`, and what must come out.
struct DeliveryCase: Decodable, Sendable, CustomTestStringConvertible {
  var id: String
  var story: String
  var deliver: [String]
  var expectedFinal: Final?
  var expectedFinalByOriginalTransactionId: [String: String]?

  struct Final: Decodable, Sendable {
    var state: String
    var decidedBy: String
    var productId: String
    var autoRenewStatus: Int
    var introOfferConsumed: Bool
    var offersRedeemed: [String]
    var eligibleWinBackOfferIds: [String]
  }

  var testDescription: String { id }

  static let all: [DeliveryCase] = {
    struct File: Decodable { var cases: [DeliveryCase] }
    guard let data = try? Vectors.data("deliveries") else { return [] }
    return (try? JSONDecoder().decode(File.self, from: data).cases) ?? []
  }()
}

private struct NotificationFile: Decodable {
  var notifications: [NotificationJSON]
}

private struct NotificationJSON: Decodable {
  var id: String
  var expected: Expected
  var payload: Payload
  var transaction: TransactionJSON?
  var renewalInfo: RenewalJSON?

  struct Expected: Decodable { var state: String? }
  struct Payload: Decodable { var signedDate: Int64 }

  var told: Story.Told {
    Story.Told(
      id: id, signedDate: Timestamp(milliseconds: payload.signedDate),
      state: expected.state.flatMap { SubscriptionState(rawValue: $0) },
      transaction: transaction?.fact, renewal: renewalInfo?.fact)
  }
}

private struct TransactionJSON: Decodable {
  var environment: String
  var transactionId, originalTransactionId, productId: String
  var appTransactionId, subscriptionGroupIdentifier, type, inAppOwnershipType: String?
  var transactionReason, appAccountToken, currency, storefront: String?
  var offerIdentifier, offerDiscountType, offerPeriod, revocationType: String?
  var signedDate: Int64
  var purchaseDate, originalPurchaseDate, expiresDate, revocationDate, price: Int64?
  var quantity, offerType, revocationReason, revocationPercentage: Int?
  var isUpgraded: Bool?

  var fact: TransactionFact? {
    AppStoreEnvironment(rawValue: environment.lowercased()).map { environment in
      TransactionFact(
        environment: environment, transactionId: transactionId,
        originalTransactionId: originalTransactionId, productId: productId,
        signedDate: Timestamp(milliseconds: signedDate), appTransactionId: appTransactionId,
        groupId: subscriptionGroupIdentifier, type: type.map { OpenEnum(raw: $0) },
        ownership: inAppOwnershipType.map { OpenEnum(raw: $0) },
        reason: transactionReason.map { OpenEnum(raw: $0) }, purchaseDate: moment(purchaseDate),
        originalPurchaseDate: moment(originalPurchaseDate), expiresDate: moment(expiresDate),
        appAccountToken: appAccountToken?.lowercased(), quantity: quantity, price: price,
        currency: currency, storefront: storefront, offerKind: offerType.map { OpenEnum(raw: $0) },
        offerId: offerIdentifier, offerDiscount: offerDiscountType.map { OpenEnum(raw: $0) },
        offerPeriod: offerPeriod, isUpgraded: isUpgraded ?? false,
        revocationDate: moment(revocationDate), revocationReason: revocationReason,
        revocationType: revocationType.map { OpenEnum(raw: $0) },
        revocationPercentage: revocationPercentage)
    }
  }
}

private struct RenewalJSON: Decodable {
  var environment: String
  var originalTransactionId: String
  var appTransactionId, productId, autoRenewProductId, currency, offerIdentifier: String?
  var appAccountToken: String?
  var signedDate: Int64
  var renewalDate, renewalPrice, recentSubscriptionStartDate, gracePeriodExpiresDate: Int64?
  var autoRenewStatus, expirationIntent, priceIncreaseStatus, offerType: Int?
  var isInBillingRetryPeriod: Bool?
  var eligibleWinBackOfferIds: [String]?

  var fact: RenewalFact? {
    AppStoreEnvironment(rawValue: environment.lowercased()).map { environment in
      RenewalFact(
        environment: environment, originalTransactionId: originalTransactionId,
        signedDate: Timestamp(milliseconds: signedDate), appTransactionId: appTransactionId,
        productId: productId, autoRenewProductId: autoRenewProductId,
        autoRenews: autoRenewStatus.map { $0 == 1 }, renewalDate: moment(renewalDate),
        renewalPrice: renewalPrice, currency: currency,
        recentStartDate: moment(recentSubscriptionStartDate),
        expirationIntent: expirationIntent.map { OpenEnum(raw: $0) },
        isInBillingRetry: isInBillingRetryPeriod,
        gracePeriodExpiresDate: moment(gracePeriodExpiresDate),
        priceIncreaseStatus: priceIncreaseStatus, offerKind: offerType.map { OpenEnum(raw: $0) },
        offerId: offerIdentifier, eligibleWinBackOfferIds: eligibleWinBackOfferIds,
        appAccountToken: appAccountToken?.lowercased())
    }
  }
}

private func moment(_ milliseconds: Int64?) -> Timestamp? {
  milliseconds.map { Timestamp(milliseconds: $0) }
}
