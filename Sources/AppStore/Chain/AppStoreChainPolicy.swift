import SwiftASN1
import X509

/// What Apple asks of a chain besides RFC 5280: three certificates, two of them marked
/// (apple-offers.md 6, steps 3 and 5). Only the presence of a marker counts, not its value.
struct AppStoreChainPolicy: VerifierPolicy, Sendable {
  static let leafMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
  static let intermediateMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]

  var verifyingCriticalExtensions: [ASN1ObjectIdentifier] {
    [Self.leafMarker, Self.intermediateMarker]
  }

  func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
    guard chain.count == 3 else { return .failsToMeetPolicy(reason: "not three certificates") }
    if let missing = Self.missingMarker(in: Array(chain)) {
      return .failsToMeetPolicy(reason: missing)
    }
    return .meetsPolicy
  }

  /// Which marker the first two of a chain lack, in words.
  static func missingMarker(in chain: [Certificate]) -> String? {
    let markers = [("leaf", leafMarker), ("intermediate", intermediateMarker)]
    for (certificate, (name, marker)) in zip(chain, markers)
    where certificate.extensions[oid: marker] == nil {
      return "the \(name) certificate lacks Apple's marker \(marker)"
    }
    return nil
  }
}
