import Foundation
@testable import AppStore
import PaywallCatalog
import Subscribers

/// Verified values as the App Store would sign them, one day after another.
enum Sample {
  static let start: Int64 = 1_767_571_200_000  // 2026-01-05T00:00:00Z

  static func day(_ days: Double) -> Timestamp {
    Timestamp(milliseconds: start + Int64(days * 86_400_000))
  }

  static func fact(
    _ id: String, chain: String = "", customer: String? = "7040", signed: Double = 0,
    environment: AppStoreEnvironment = .production, token: String? = nil,
    offer: String? = nil, kind: RedeemedOfferKind? = nil, reason: TransactionReason = .purchase,
    product: String = "com.example.pro.monthly", group: String? = "21500001",
    bought: Double? = nil
  ) -> TransactionFact {
    TransactionFact(
      environment: environment, transactionId: id,
      originalTransactionId: chain.isEmpty ? id : chain, productId: product,
      signedDate: day(signed), appTransactionId: customer, groupId: group,
      type: OpenEnum(.autoRenewable), ownership: OpenEnum(.purchased), reason: OpenEnum(reason),
      purchaseDate: day(bought ?? signed), originalPurchaseDate: day(0),
      expiresDate: day((bought ?? signed) + 30), appAccountToken: token, quantity: 1,
      price: 9990, currency: "USD", storefront: "USA",
      offerKind: (kind ?? (offer == nil ? nil : .promotional)).map { OpenEnum($0) }, offerId: offer)
  }

  static func renewalFact(
    _ chain: String, customer: String? = nil, signed: Double = 0,
    environment: AppStoreEnvironment = .production, autoRenews: Bool = true
  ) -> RenewalFact {
    RenewalFact(
      environment: environment, originalTransactionId: chain, signedDate: day(signed),
      appTransactionId: customer, productId: "com.example.pro.monthly",
      autoRenewProductId: "com.example.pro.yearly", autoRenews: autoRenews,
      renewalDate: day(signed + 30), renewalPrice: 9990, currency: "USD",
      eligibleWinBackOfferIds: ["back.\"half\"", "back.free"])
  }

  static func transaction(_ fact: TransactionFact) -> Verified<Transaction> {
    Verified(
      Transaction(fact: fact),
      text: text(
        [
          ("transactionId", fact.transactionId),
          ("originalTransactionId", fact.originalTransactionId),
          ("appTransactionId", fact.appTransactionId ?? ""), ("productId", fact.productId),
          ("type", "Auto-Renewable Subscription"), ("offerIdentifier", fact.offerId ?? ""),
          ("appAccountToken", fact.appAccountToken ?? ""),
          ("signedDate", "\(fact.signedDate.milliseconds)"),
          ("environment", fact.environment.rawValue),
        ] + (fact.webOrderLineItemId.map { [("webOrderLineItemId", $0)] } ?? [])))
  }

  static func transaction(_ id: String, chain: String = "") -> Verified<Transaction> {
    transaction(fact(id, chain: chain))
  }

  /// A transaction without the ids that would tell its customer.
  static let unknownTransaction = Verified(
    Transaction(fact: nil), text: text([("productId", "com.example.pro.monthly")]))

  static func renewal(_ fact: RenewalFact) -> Verified<RenewalInfo> {
    Verified(
      RenewalInfo(fact: fact),
      text: text([
        ("originalTransactionId", fact.originalTransactionId),
        ("signedDate", "\(fact.signedDate.milliseconds)"),
      ]))
  }

  static func app(
    _ customer: String, environment: AppStoreEnvironment = .production, signed: Double = 0,
    revoked: Double? = nil, store: AppTransaction.StoreType? = nil
  ) -> Verified<AppTransaction> {
    var app = AppTransaction(
      environment: environment, appTransactionId: customer, signedDate: day(signed))
    app.revocationDate = revoked.map { day($0) }
    app.storeType = store.map { OpenEnum($0) }
    return Verified(
      app,
      text: text([
        ("appTransactionId", customer), ("receiptType", environment.rawValue),
        ("signed", "\(signed)"),
      ]))
  }

  static func notification(
    _ uuid: String, _ transaction: TransactionFact? = nil, _ renewal: RenewalFact? = nil,
    app: Verified<AppTransaction>? = nil, environment: AppStoreEnvironment = .production
  ) -> Verified<AppStore.Notification> {
    let transaction = transaction.map { Self.transaction($0) }
    let renewal = renewal.map { Self.renewal($0) }
    return Verified(
      Notification(
        uuid: uuid, type: "DID_RENEW", environment: environment,
        signedDate: transaction?.payload.fact?.signedDate, status: 1, transaction: transaction,
        renewalInfo: renewal, appTransaction: app),
      text: text(
        [("notificationType", "DID_RENEW"), ("notificationUUID", uuid)],
        data: [
          ("signedTransactionInfo", transaction?.text.compact ?? ""),
          ("signedRenewalInfo", renewal?.text.compact ?? ""),
        ]))
  }

  static func uuid(_ number: Int) -> String {
    String(format: "00000000-0000-4000-8000-%012d", number)
  }

  private static let header = base64URL(
    Data(#"{"alg":"ES256","x5c":["\#(String(repeating: "MIIB", count: 600))"]}"#.utf8))

  /// - Parameter data: the members of `data`, if there is any.
  static func text(_ members: [(String, String)], data: [(String, String)]? = nil) -> SignedText {
    func words(_ members: [(String, String)]) -> [String] {
      members.map { #""\#($0.0)":"\#($0.1)""# }
    }
    let section = data.map { [#""data":{\#(words($0).joined(separator: ","))}"#] } ?? []
    let json = "{" + (words(members) + section).joined(separator: ",") + "}"
    let payload = Data(json.utf8)
    let signature = Data((0..<64).map { UInt8(truncatingIfNeeded: $0 &* payload.count &+ 7) })
    return SignedText(
      header: header, payload: base64URL(payload), signature: base64URL(signature))
  }

  static func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}

extension Sample {
  /// The App Store took seats back.
  static func unclaimed(
    _ uuid: String, _ claims: [String], of chain: String?, in environment: AppStoreEnvironment,
    signed: Double = 0
  ) -> Verified<AppStore.Notification> {
    var notification = AppStore.Notification(
      uuid: uuid, type: "UNCLAIM_SEATS", environment: environment, signedDate: day(signed))
    notification.unclaimedSeats = UnclaimedSeats(
      claimIds: claims, originalTransactionId: chain)
    return Verified(
      notification,
      text: text([
        ("notificationType", "UNCLAIM_SEATS"), ("notificationUUID", uuid),
        ("claims", claims.joined(separator: " ")), ("of", chain ?? ""),
        ("in", environment.rawValue),
      ]))
  }

  /// A notification that names no app, about as long as `bytes`.
  static func unowned(_ number: Int, bytes: Int = 0) -> UnownedNotification {
    let filler = String(repeating: "x", count: bytes * 3 / 4)
    return UnownedNotification(
      uuid: uuid(number), type: "UNCLAIM_SEATS", signedDate: day(0),
      text: text([("notificationUUID", uuid(number)), ("filler", filler)]))
  }
}
