#if canImport(StoreKit)
  public import Foundation
  public import StoreKit

  // Written against Apple's documentation; not compiled where this package is built.

  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  extension SignedOffer {
    /// What `Product.purchase(options:)` takes to buy with this offer.
    ///
    /// The forms that take a `compactJWS` need the SDK of Xcode 26; they run on every system that
    /// this library supports.
    public var purchaseOptions: Set<StoreKit.Product.PurchaseOption> {
      switch signature {
      case .legacy(let keyId, let nonce, let timestamp, let signature):
        return [
          .promotionalOffer(
            offerID: offer, keyID: keyId, nonce: nonce, signature: signature,
            timestamp: Int(timestamp))
        ]
      case .jws(let jws):
        #if compiler(>=6.2)
          if kind == .introductory { return [.introductoryOfferEligibility(compactJWS: jws)] }
          return Set(StoreKit.Product.PurchaseOption.promotionalOffer(offer, compactJWS: jws))
        #else
          return []
        #endif
      }
    }
  }

  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  extension Evidence {
    /// What StoreKit holds for this customer: current entitlements, the newest first, and the app
    /// transaction. Unverified ones are sent too: the server verifies for itself.
    public static func current() async -> Evidence {
      var found: [(date: Date, jws: String)] = []
      for await result in Transaction.currentEntitlements {
        found.append((result.unsafePayloadValue.purchaseDate, result.jwsRepresentation))
      }
      let newest = found.sorted { $0.date > $1.date }.map(\.jws)
      let app = try? await AppTransaction.shared
      return Evidence(transactions: newest, appTransaction: app?.jwsRepresentation)
    }
  }
#endif
