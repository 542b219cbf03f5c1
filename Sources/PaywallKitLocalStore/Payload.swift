import Foundation
import PaywallKit

/// The payload of a compact JWS. The server verifies the signature.
struct Payload {
  private let members: JSONValue

  init?(_ jws: String) {
    let parts = jws.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.count % 4) % 4)
    guard let data = Data(base64Encoded: text),
      let members = try? JSONDecoder().decode(JSONValue.self, from: data)
    else { return nil }
    self.members = members
  }

  func text(_ member: String) -> String? { members[member]?.string }

  func number(_ member: String) -> UInt64? { text(member).flatMap { UInt64($0) } }

  func flag(_ member: String) -> Bool { members[member]?.boolean ?? false }

  /// The date of a member in milliseconds since 1970.
  func date(_ member: String) -> Date? {
    members[member]?.number.map { Date(timeIntervalSince1970: $0 / 1000) }
  }

  func texts(_ member: String) -> [String] {
    (members[member]?.array ?? []).compactMap(\.string)
  }

  /// The environment of a member: `production` or `sandbox`.
  func environment(_ member: String) -> String { text(member)?.lowercased() ?? "" }
}

extension StoreTransaction {
  init?(jws: String) {
    guard let payload = Payload(jws), let id = payload.number("transactionId"),
      let originalId = payload.number("originalTransactionId"),
      let product = payload.text("productId"), let purchased = payload.date("purchaseDate"),
      let signed = payload.date("signedDate")
    else { return nil }
    self.init(
      id: id, originalId: originalId, product: product,
      type: StoreProduct.Kind(appleWord: payload.text("type")),
      group: payload.text("subscriptionGroupIdentifier"), purchased: purchased,
      expires: payload.date("expiresDate"), revoked: payload.date("revocationDate"),
      isUpgraded: payload.flag("isUpgraded"),
      appAccountToken: payload.text("appAccountToken").flatMap(UUID.init(uuidString:)),
      environment: payload.environment("environment"),
      appTransactionId: payload.text("appTransactionId"), signed: signed, jws: jws)
  }
}

extension StoreRenewal {
  init?(jws: String) {
    guard let payload = Payload(jws), let originalId = payload.number("originalTransactionId")
    else { return nil }
    self.init(
      originalId: originalId, eligibleWinBackOffers: payload.texts("eligibleWinBackOfferIds"),
      graceUntil: payload.date("gracePeriodExpiresDate"), jws: jws)
  }
}

extension StoreAppTransaction {
  init?(jws: String) {
    guard let payload = Payload(jws) else { return nil }
    self.init(
      id: payload.text("appTransactionId"), environment: payload.environment("receiptType"),
      jws: jws)
  }
}

extension StoreProduct.Kind {
  fileprivate init(appleWord: String?) {
    switch appleWord {
    case "Auto-Renewable Subscription": self = .autoRenewable
    case "Non-Renewing Subscription": self = .nonRenewable
    case "Non-Consumable": self = .nonConsumable
    default: self = .consumable
    }
  }
}
