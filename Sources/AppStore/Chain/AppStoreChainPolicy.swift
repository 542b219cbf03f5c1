import SwiftASN1
import X509

/// Apple's demands on a chain besides RFC 5280: three certificates, two of them marked
/// (AppleFacts.md § 4, steps 3 and 5), each used for what it may be used for. Only the presence of
/// a marker counts, not its value.
struct AppStoreChainPolicy: VerifierPolicy, Sendable {
  static let leafMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
  static let intermediateMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]

  var verifyingCriticalExtensions: [ASN1ObjectIdentifier] {
    [Self.leafMarker, Self.intermediateMarker]
  }

  func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
    guard chain.count == 3 else { return .failsToMeetPolicy(reason: "not three certificates") }
    if let fault = Self.missingMarker(in: Array(chain)) ?? Self.wrongUsage(in: Array(chain)) {
      return .failsToMeetPolicy(reason: fault)
    }
    return .meetsPolicy
  }

  /// The marker that one of the first two certificates lacks, in words.
  static func missingMarker(in chain: [Certificate]) -> String? {
    let markers = [("leaf", leafMarker), ("intermediate", intermediateMarker)]
    for (certificate, (name, marker)) in zip(chain, markers)
    where certificate.extensions[oid: marker] == nil {
      return "the \(name) certificate lacks Apple's marker \(marker)"
    }
    return nil
  }

  /// The certificate of a chain with the wrong key usage, in words (RFC 5280 4.2.1.3 and 4.2.1.9).
  /// A CA must have a `keyUsage` with `keyCertSign`. The leaf must not be a CA, and its `keyUsage`,
  /// if present, must allow signatures.
  static func wrongUsage(in chain: [Certificate]) -> String? {
    for (index, certificate) in chain.enumerated() {
      guard let usage = Usage(certificate) else {
        return "the usage in certificate \(index) of the chain cannot be read"
      }
      if index == 0 {
        if usage.isAuthority { return "the leaf certificate is of a CA" }
        if usage.keys?.digitalSignature == false {
          return "the leaf certificate may not be used for signatures"
        }
      } else if usage.keys?.keyCertSign != true {
        let name = index == 1 ? "intermediate" : "root"
        return "the \(name) certificate lacks keyCertSign: it may not sign certificates"
      }
    }
    return nil
  }

  private struct Usage {
    var keys: KeyUsage?
    var isAuthority = false

    init?(_ certificate: Certificate) {
      do {
        keys = try certificate.extensions.keyUsage
        if case .isCertificateAuthority = try certificate.extensions.basicConstraints {
          isAuthority = true
        }
      } catch {
        return nil
      }
    }
  }
}
