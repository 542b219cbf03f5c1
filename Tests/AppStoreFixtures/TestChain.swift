import Crypto
import SwiftASN1
package import X509

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A root, an intermediate and a leaf with Apple's markers that a test makes up. The key of the leaf
/// is that of a `TestStore`, so that its texts can stand under these certificates:
///
///     let chain = try TestChain()
///     let text = try store.jws(ofBytes: payload, header: chain.header)
package struct TestChain: Sendable {
  package let root: Certificate
  package let intermediate: Certificate
  package let leaf: Certificate
  private let rootKey: Certificate.PrivateKey
  private let intermediateKey: Certificate.PrivateKey

  /// The usage that a certificate states; `nil` leaves the extension out.
  package struct Usage: Sendable {
    package var constraints: BasicConstraints?
    package var keys: KeyUsage?

    package init(_ constraints: BasicConstraints?, _ keys: KeyUsage?) {
      self.constraints = constraints
      self.keys = keys
    }

    /// A CA, with at most so many below it.
    package static func authority(_ pathLength: Int? = nil) -> Usage {
      Usage(
        .isCertificateAuthority(maxPathLength: pathLength),
        KeyUsage(keyCertSign: true, cRLSign: true))
    }

    package static let signer = Usage(.notCertificateAuthority, KeyUsage(digitalSignature: true))
  }

  package init(
    root rootUsage: Usage = .authority(), intermediate intermediateUsage: Usage = .authority(0),
    leaf leafUsage: Usage = .signer
  ) throws {
    rootKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
    intermediateKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
    root = try Self.certificate("root", rootKey.publicKey, by: "root", rootKey, rootUsage)
    intermediate = try Self.certificate(
      "intermediate", intermediateKey.publicKey, by: "root", rootKey, intermediateUsage,
      marker: [1, 2, 840, 113635, 100, 6, 2, 1])
    leaf = try Self.leaf(by: intermediateKey, leafUsage)
  }

  private init(_ other: TestChain, leaf: Certificate) {
    root = other.root
    rootKey = other.rootKey
    intermediate = other.intermediate
    intermediateKey = other.intermediateKey
    self.leaf = leaf
  }

  /// The header of a JWS.
  package var header: String {
    get throws {
      try TestStore.header(x5c: [leaf, intermediate, root].map { try Self.der($0) })
    }
  }

  /// The root, for a verifier.
  package var rootFile: [UInt8] {
    get throws { Array(try Self.der(root)) }
  }

  package static func der(_ certificate: Certificate) throws -> Data {
    let pem = try certificate.serializeAsPEM()
    return Data(pem.derBytes)
  }

  private static func leaf(by key: Certificate.PrivateKey, _ usage: Usage) throws -> Certificate {
    let leafKey = try P256.Signing.PrivateKey(derRepresentation: Vectors.pki().leafKey)
    return try certificate(
      "leaf", Certificate.PublicKey(leafKey.publicKey), by: "intermediate", key, usage,
      marker: [1, 2, 840, 113635, 100, 6, 11, 1])
  }

  private static func certificate(
    _ name: String, _ key: Certificate.PublicKey, by issuer: String,
    _ issuerKey: Certificate.PrivateKey, _ usage: Usage, marker: ASN1ObjectIdentifier? = nil
  ) throws -> Certificate {
    var extensions = Certificate.Extensions()
    if let constraints = usage.constraints {
      try extensions.append(Critical(constraints).makeCertificateExtension())
    }
    if let keys = usage.keys {
      try extensions.append(Critical(keys).makeCertificateExtension())
    }
    if let marker {
      try extensions.append(Certificate.Extension(oid: marker, critical: false, value: [5, 0]))
    }
    return try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key,
      notValidBefore: Date(timeIntervalSince1970: 1_577_836_800),
      notValidAfter: Date(timeIntervalSince1970: 2_398_377_600),
      issuer: DistinguishedName { CommonName("Test \(issuer)") },
      subject: DistinguishedName { CommonName("Test \(name)") },
      signatureAlgorithm: .ecdsaWithSHA384, extensions: extensions, issuerPrivateKey: issuerKey)
  }
}
