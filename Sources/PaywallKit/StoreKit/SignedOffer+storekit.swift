#if canImport(StoreKit)
import Foundation
public import StoreKit

// Type-checked by `.ci/apple`; not run where this package is built.

extension SignedOffer {
  /// The options with which `Product.purchase(options:)` buys with this offer.
  ///
  /// The forms that take a `compactJWS` need the SDK of Xcode 26; they run on every system that
  /// this library supports.
  public var purchaseOptions: Set<StoreKit.Product.PurchaseOption> {
    switch signature {
    case .legacy(let keyId, let nonce, let timestamp, let signature, let token):
      // Apple compares the account with the one that was signed.
      return [
        .appAccountToken(token),
        .promotionalOffer(
          offerID: offer, keyID: keyId, nonce: nonce, signature: signature,
          // `Int` has 32 bits on older watches: there Apple refuses the offer.
          timestamp: Int(truncatingIfNeeded: timestamp)),
      ]
    case .jws(let jws):
      if kind == .introductory { return [.introductoryOfferEligibility(compactJWS: jws)] }
      return Set(StoreKit.Product.PurchaseOption.promotionalOffer(offer, compactJWS: jws))
    }
  }
}

extension PurchaseEvidence {
  /// Returns the texts that StoreKit holds for this customer: the newest transaction of every
  /// purchase, also of one that has lapsed, was refunded or could not be charged; the renewal of
  /// every subscription; and the app transaction. A former subscriber may have a win-back offer,
  /// which `Transaction.currentEntitlements` would not show.
  ///
  /// Unverified texts are sent too: the server verifies for itself.
  public static func current() async -> PurchaseEvidence {
    var held = HeldEvidence()
    for await result in StoreKit.Transaction.all { held.transactions.append(.init(result)) }
    for group in Set(held.transactions.compactMap(\.groupId)).sorted() {
      let statuses = try? await StoreKit.Product.SubscriptionInfo.status(for: group)
      for status in statuses ?? [] {
        let transaction = HeldEvidence.Transaction(status.transaction)
        held.transactions.append(transaction)
        held.renewals.append(
          (transaction.originalId, status.renewalInfo.jwsRepresentation))
      }
    }
    held.appTransaction = try? await AppTransaction.shared.jwsRepresentation
    return held.evidence
  }
}

extension HeldEvidence.Transaction {
  fileprivate init(_ result: VerificationResult<StoreKit.Transaction>) {
    let transaction = result.unsafePayloadValue
    self.init(
      originalId: transaction.originalID, purchased: transaction.purchaseDate,
      groupId: transaction.subscriptionGroupID, jws: result.jwsRepresentation)
  }
}
#endif
