package import AppStore
import PaywallCatalog

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// `pki.json`: certificates in DER, keys in PKCS #8.
package struct PKI: Decodable, Sendable {
  package var root: Data
  package var intermediate: Data
  package var leaf: Data
  package var leafKey: Data
  /// The leaf of a foreign root, and the certificates above it.
  package var foreignKey: Data
  package var foreignChain: [Data]

  enum CodingKeys: String, CodingKey {
    case root = "trustedRootDerBase64"
    case intermediate = "intermediateDerBase64"
    case leaf = "leafDerBase64"
    case leafKey = "leafTestPrivateKeyPkcs8DerBase64"
    case foreignKey = "otherLeafTestPrivateKeyPkcs8DerBase64"
    case foreignChain = "untrustedChainDerBase64"
  }
}

/// One signed object with the settings of the verifier that is asked.
package struct SignedObject: Decodable, Sendable, CustomStringConvertible {
  package var id: String
  package var kind: Kind
  package var verifier: Settings
  package var jws: String
  package var payload: JSON?
  /// Where the bad text of a nested one is.
  package var innerField: String?

  package enum Kind: String, Decodable, Sendable {
    case transaction, renewalInfo, notification, appTransaction, realtimeRequest
  }

  package var description: String { id }
}

/// Whom a verifier of the vectors serves.
package struct Settings: Decodable, Hashable, Sendable {
  package var environment: String
  package var bundleId: String
  package var appAppleId: Int64?

  package var identity: AppIdentity {
    AppIdentity(
      bundleId: bundleId, appAppleId: appAppleId,
      environments: Set([AppStoreEnvironment(appleWord: environment)].compactMap { $0 }))
  }

  /// A verifier that trusts the root of the vectors.
  package func verifier(xcodeCertificate: Data? = nil) throws -> Verifier {
    try Verifier(
      identity, roots: [Array(Vectors.pki().root)],
      xcodeCertificate: xcodeCertificate.map(Array.init))
  }
}

/// One notification of a story.
package struct NotificationVector: Decodable, Sendable, CustomStringConvertible {
  /// `story/step`.
  package var id: String
  package var story: String
  package var step: Int
  package var notificationType: String
  package var subtype: String?
  package var verifier: Settings
  package var expected: Expected
  /// The decoded payloads; without the texts inside.
  package var payload: JSON
  package var transaction: JSON?
  package var renewalInfo: JSON?
  package var signedPayload: String

  package struct Expected: Decodable, Sendable {
    /// subscribed, inGracePeriod, inBillingRetryPeriod, expired or revoked, at `signedDate`.
    package var state: String?
  }

  package var description: String { id }

  /// Verified by a verifier with the settings of the vector.
  package func verified() throws -> Verified<Notification> {
    try verifier.verifier().notification(signedPayload, at: TestStore.clock).get()
  }
}

/// An order of delivery and the state that must come out of it.
package struct Delivery: Decodable, Sendable, CustomStringConvertible {
  package var id: String
  package var story: String
  /// Ids of notifications.
  package var deliver: [String]
  package var distinctNotifications: Int
  package var expectedFinal: Final?
  /// The states by `originalTransactionId`, for family sharing.
  package var expectedFinalByOriginalTransactionId: [String: String]?

  package struct Final: Decodable, Sendable {
    package var state: String
    /// The id of the notification with the greatest `signedDate`.
    package var decidedBy: String
    package var productId: String
    package var autoRenewStatus: Int?
    package var introOfferConsumed: Bool
    package var offersRedeemed: [String]
    package var eligibleWinBackOfferIds: [String]
  }

  package var description: String { id }
}
