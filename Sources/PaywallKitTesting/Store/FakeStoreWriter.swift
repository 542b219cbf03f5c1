import Foundation
import PaywallKit

/// Writes the texts that the App Store signs, with Apple's members.
struct FakeStoreWriter: Sendable {
  let bundleId: String
  let environment: String
  let storefront: String
  let owner: FakeOwner
  let appAppleId: Int64
  let sign: FakeStore.Signer

  func transaction(_ sale: FakeStoreState.Sale) -> StoreTransaction {
    let (product, customer) = (sale.product, owner.id)
    var members: [String: JSONValue] = [
      "transactionId": .string(String(sale.id)),
      "originalTransactionId": .string(String(sale.originalId)),
      "bundleId": .string(bundleId), "productId": .string(product.id),
      "type": .string(Self.types[product.type] ?? ""), "quantity": .integer(1),
      "purchaseDate": Self.moment(sale.purchased),
      "originalPurchaseDate": Self.moment(sale.originallyPurchased),
      "signedDate": Self.moment(sale.signed), "environment": .string(Self.word(environment)),
      "inAppOwnershipType": .string("PURCHASED"),
      "transactionReason": .string(sale.isRenewal ? "RENEWAL" : "PURCHASE"),
      "storefront": .string(storefront),
      "price": Self.milliunits(product.price), "currency": .string(product.currency),
    ]
    members["appTransactionId"] = customer.map { .string($0) }
    members["subscriptionGroupIdentifier"] = product.group.map { .string($0) }
    members["expiresDate"] = sale.expires.map(Self.moment)
    members["revocationDate"] = sale.revoked.map(Self.moment)
    if sale.revoked != nil { members["revocationReason"] = .integer(0) }
    if sale.isUpgraded { members["isUpgraded"] = .boolean(true) }
    members["appAccountToken"] = sale.account.map { .string($0.uuidString.lowercased()) }
    members["offerType"] = sale.offerType.map { .integer($0) }
    members["offerIdentifier"] = sale.offer.map { .string($0) }
    return StoreTransaction(
      id: sale.id, originalId: sale.originalId, product: product.id, type: product.type,
      group: product.group, purchased: sale.purchased, expires: sale.expires,
      revoked: sale.revoked, isUpgraded: sale.isUpgraded, appAccountToken: sale.account,
      environment: environment, appTransactionId: customer, signed: sale.signed,
      jws: sign(.object(members)))
  }

  func renewal(
    _ sale: FakeStoreState.Sale, isEnding: Bool, isUnpaid: Bool, graceEnd: Date?,
    winBackOffers: [String], at now: Date
  ) -> StoreRenewal {
    var members: [String: JSONValue] = [
      "originalTransactionId": .string(String(sale.originalId)),
      "productId": .string(sale.product.id), "autoRenewProductId": .string(sale.product.id),
      "autoRenewStatus": .integer(isEnding ? 0 : 1), "signedDate": Self.moment(now),
      "environment": .string(Self.word(environment)),
      "recentSubscriptionStartDate": Self.moment(sale.originallyPurchased),
    ]
    members["appTransactionId"] = owner.id.map { .string($0) }
    members["renewalDate"] = sale.expires.map(Self.moment)
    if let end = sale.expires, end <= now {
      members["expirationIntent"] = .integer(isUnpaid ? 2 : 1)
      if isUnpaid { members["isInBillingRetryPeriod"] = .boolean(true) }
    }
    members["gracePeriodExpiresDate"] = graceEnd.map(Self.moment)
    if !winBackOffers.isEmpty {
      members["eligibleWinBackOfferIds"] = .array(winBackOffers.map { .string($0) })
    }
    return StoreRenewal(
      originalId: sale.originalId, eligibleWinBackOffers: winBackOffers, graceUntil: graceEnd,
      jws: sign(.object(members)))
  }

  var appTransaction: StoreAppTransaction {
    let customer = owner.id
    let began = Self.moment(Date(timeIntervalSince1970: 1_767_607_200))
    var members: [String: JSONValue] = [
      "receiptType": .string(Self.word(environment)), "bundleId": .string(bundleId),
      "appAppleId": .integer(appAppleId), "receiptCreationDate": began,
      "originalPurchaseDate": began, "applicationVersion": .string("1"),
      "originalApplicationVersion": .string("1"),
    ]
    members["appTransactionId"] = customer.map { .string($0) }
    return StoreAppTransaction(
      id: customer, environment: environment, jws: sign(.object(members)))
  }

  private static let types: [StoreProduct.Kind: String] = [
    .autoRenewable: "Auto-Renewable Subscription", .nonRenewable: "Non-Renewing Subscription",
    .nonConsumable: "Non-Consumable", .consumable: "Consumable",
  ]

  private static func word(_ environment: String) -> String {
    environment.prefix(1).uppercased() + environment.dropFirst()
  }

  private static func moment(_ date: Date) -> JSONValue {
    .integer(Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }

  private static func milliunits(_ price: Decimal) -> JSONValue {
    .integer(NSDecimalNumber(decimal: price * 1000).int64Value)
  }
}

/// The customer whom the texts name.
final class FakeOwner: @unchecked Sendable {
  // Read and written under the lock.
  private let lock = NSLock()
  private var stored: String?

  init(_ id: String?) { stored = id }

  /// Apple's id of the customer's download of the app.
  var id: String? {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}

extension FakeStore {
  /// Writes a text in the form of a compact JWS whose signature is the word `fake`.
  public static let unsigned: Signer = { payload in
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let body = (try? encoder.encode(payload)) ?? Data()
    return "\(Data(#"{"alg":"none"}"#.utf8).base64url).\(body.base64url).fake"
  }
}

extension Data {
  /// The data in Base64url: RFC 4648 section 5, without padding.
  fileprivate var base64url: String {
    base64EncodedString().map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? "" : String($0) }
      .joined()
  }
}
