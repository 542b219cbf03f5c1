import Crypto
import PaywallTextCoding
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A root, an intermediate and a leaf in the shape of Apple's, and the key of the leaf. They are
/// made for one local App Store: only a server that is told to trust this root takes what it signs.
package struct SigningChain: Sendable {
  let leafKey: P256.Signing.PrivateKey
  /// DER: leaf, intermediate, root.
  let certificates: [[UInt8]]
  private let header: String

  /// Makes new keys and certificates.
  package init() throws {
    let rootKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
    let intermediateKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
    let leafKey = P256.Signing.PrivateKey()
    let root = try Self.certificate(.root, rootKey.publicKey, by: .root, rootKey)
    let intermediate = try Self.certificate(
      .intermediate, intermediateKey.publicKey, by: .root, rootKey)
    let leaf = try Self.certificate(
      .leaf, Certificate.PublicKey(leafKey.publicKey), by: .intermediate, intermediateKey)
    self.init(
      leafKey: leafKey,
      certificates: try [leaf, intermediate, root].map { Array(try $0.serializeAsPEM().derBytes) })
  }

  init(leafKey: P256.Signing.PrivateKey, certificates: [[UInt8]]) {
    self.leafKey = leafKey
    self.certificates = certificates
    let json = JSONMembers {
      $0.text("alg", "ES256")
      $0.texts("x5c", certificates.map { Base64.encode($0, .standard) })
    }
    header = Base64.encode(json.bytes, .url)
  }

  /// A compact JWS. Two signatures of the same payload differ, as ECDSA has it.
  package func sign(_ payload: [UInt8]) throws -> String {
    var signatures = KeptSignatures()
    return try sign(payload, &signatures)
  }

  private func sign(_ payload: [UInt8], _ signatures: inout KeptSignatures) throws -> String {
    let text = "\(header).\(Base64.encode(payload, .url))"
    let signature = try signatures.next {
      Array(try leafKey.signature(for: Array(text.utf8)).rawRepresentation)
    }
    return "\(text).\(Base64.encode(signature, .url))"
  }

  /// The root in DER, for a server that must trust it.
  package var rootDER: [UInt8] { certificates[2] }

  private enum Place: String {
    case root = "Root"
    case intermediate = "Intermediate"
    case leaf = "Signing"

    /// Apple's mark of the certificates that sign for the App Store.
    var marker: ASN1ObjectIdentifier? {
      switch self {
      case .root: nil
      case .intermediate: [1, 2, 840, 113635, 100, 6, 2, 1]
      case .leaf: [1, 2, 840, 113635, 100, 6, 11, 1]
      }
    }

    var name: DistinguishedName {
      get throws { try DistinguishedName { CommonName("Local App Store \(rawValue)") } }
    }
  }

  private static func certificate(
    _ place: Place, _ key: Certificate.PublicKey, by issuer: Place,
    _ issuerKey: Certificate.PrivateKey
  ) throws -> Certificate {
    var extensions = Certificate.Extensions()
    switch place {
    case .root, .intermediate:
      let below = place == .root ? 1 : 0
      try extensions.append(
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: below))
          .makeCertificateExtension())
      try extensions.append(
        Critical(KeyUsage(keyCertSign: true, cRLSign: true)).makeCertificateExtension())
    case .leaf:
      try extensions.append(
        Critical(BasicConstraints.notCertificateAuthority).makeCertificateExtension())
      try extensions.append(Critical(KeyUsage(digitalSignature: true)).makeCertificateExtension())
    }
    // OpenSSL's strict checks, which Apple's Python library turns on, need both.
    let keyId = SubjectKeyIdentifier(hash: key)
    try extensions.append(keyId.makeCertificateExtension())
    let issuerKeyId = SubjectKeyIdentifier(hash: issuerKey.publicKey)
    try extensions.append(
      AuthorityKeyIdentifier(keyIdentifier: issuerKeyId.keyIdentifier).makeCertificateExtension())
    if let marker = place.marker {
      // An ASN.1 NULL: verifiers read only that the mark is there.
      try extensions.append(Certificate.Extension(oid: marker, critical: false, value: [5, 0]))
    }
    return try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key,
      notValidBefore: validity.lowerBound, notValidAfter: validity.upperBound,
      issuer: issuer.name, subject: place.name, signatureAlgorithm: .ecdsaWithSHA384,
      extensions: extensions, issuerPrivateKey: issuerKey)
  }

  /// 2008-01-01 to 2100-01-01: clocks of worlds begin in the past and run ahead.
  private static let validity =
    Date(timeIntervalSince1970: 1_199_145_600)...Date(timeIntervalSince1970: 4_102_444_800)
}

extension SigningChain {
  /// A notification as the App Store posts it in `{"signedPayload": …}`.
  package func sign(_ notification: StoreNotification, _ payloads: Payloads) throws -> String {
    var signatures = KeptSignatures()
    return try sign(notification, payloads, &signatures)
  }

  /// - Parameter signatures: those of the same notification before; none for one that is new.
  package func sign(
    _ notification: StoreNotification, _ payloads: Payloads, _ signatures: inout KeptSignatures
  ) throws -> String {
    signatures.begin()
    var transaction: String?
    var renewal: String?
    if let bought = notification.transaction, let customer = notification.customer {
      transaction = try sign(
        payloads.transaction(bought, of: customer, signedDate: notification.signedDate),
        &signatures)
      if let info = notification.renewal {
        renewal = try sign(
          payloads.renewalInfo(
            info, of: bought, customer: customer, signedDate: notification.signedDate),
          &signatures)
      }
    }
    var appTransaction: String?
    if notification.type == .rescindConsent, let customer = notification.customer {
      appTransaction = try sign(
        payloads.appTransaction(of: customer, signedDate: notification.signedDate), &signatures)
    }
    return try sign(
      payloads.notification(
        notification, signedTransaction: transaction, signedRenewal: renewal,
        signedAppTransaction: appTransaction), &signatures)
  }
}
