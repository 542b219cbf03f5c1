package import OfferSigning

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The message that the app's server wants to be shown, from the body of its answer (AppleFacts.md § 2).
package struct RealtimeAnswer: Hashable, Sendable {
  package var messageIdentifier: String
  /// `nil` for a message alone.
  package var proposal: Proposal?

  package enum Proposal: Hashable, Sendable {
    case product(String, StoreBillingPlan)
    case offer(SignedOffer)
  }

  /// A promotional offer with the signature of the app's server.
  package struct SignedOffer: Hashable, Sendable {
    package var productId: String
    package var offerId: String
    package var signature: Signature
    /// The account that a legacy signature names.
    package var appAccountToken: String?

    package enum Signature: Hashable, Sendable {
      case legacy(LegacySignature)
      case jws(String)
    }
  }

  /// - Returns: `nil` for an empty object, which leaves the choice to Apple.
  /// - Throws: ``Malformed`` for any other text that is no answer.
  init?(_ body: [UInt8]) throws(Malformed) {
    guard let text = try? JSONDecoder().decode(Body.self, from: Data(body)) else {
      throw Malformed()
    }
    let present = [
      text.message?.messageIdentifier, text.alternateProduct?.messageIdentifier,
      text.promotionalOffer?.messageIdentifier,
    ].compactMap(\.self)
    guard present.count <= 1 else { throw Malformed() }
    guard let messageIdentifier = present.first else { return nil }
    self.messageIdentifier = messageIdentifier
    if let product = text.alternateProduct {
      proposal = .product(product.productId, product.billingPlanType ?? .upFront)
    } else if let offer = text.promotionalOffer {
      guard let signed = offer.signed else { throw Malformed() }
      proposal = .offer(signed)
    }
  }

  /// Whether a body is an answer, or leaves the choice to Apple.
  package static func isAnswer(_ body: [UInt8]) -> Bool {
    do throws(Malformed) {
      _ = try RealtimeAnswer(body)
      return true
    } catch {
      return false
    }
  }

  /// The text has members of several kinds, or a wrong one.
  struct Malformed: Error {}

  private struct Body: Decodable {
    var message: Message?
    var alternateProduct: AlternateProduct?
    var promotionalOffer: PromotionalOffer?

    struct Message: Decodable {
      var messageIdentifier: String
    }

    struct AlternateProduct: Decodable {
      var messageIdentifier: String
      var productId: String
      var billingPlanType: StoreBillingPlan?
    }

    struct PromotionalOffer: Decodable {
      var messageIdentifier: String
      var promotionalOfferSignatureV2: String?
      var promotionalOfferSignatureV1: FirstVersion?

      /// `nil` unless there is exactly one signature that names its offer.
      var signed: SignedOffer? {
        switch (promotionalOfferSignatureV2, promotionalOfferSignatureV1) {
        case (let jws?, nil):
          guard let claims = OfferClaims(of: jws), let product = claims.productId,
            let offer = claims.offerIdentifier
          else { return nil }
          return SignedOffer(productId: product, offerId: offer, signature: .jws(jws))
        case (nil, let first?):
          return SignedOffer(
            productId: first.productId, offerId: first.offerIdentifier,
            signature: .legacy(
              LegacySignature(
                keyId: first.keyId, nonce: first.nonce, timestamp: first.timestamp,
                signature: first.encodedSignature)),
            appAccountToken: first.appAccountToken)
        default: return nil
        }
      }
    }

    struct FirstVersion: Decodable {
      var encodedSignature: String
      var productId: String
      var nonce: String
      var timestamp: Int64
      var keyId: String
      var offerIdentifier: String
      var appAccountToken: String?
    }
  }
}
