import Crypto
import PaywallCatalog
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Checks leaf and intermediate against roots of ours, offline (AppleFacts.md § 4, steps 3 to 5).
struct ChainVerifier: Sendable {
  let roots: TrustedRoots

  /// Apple's certificates have about 1 KB.
  static let certificateLimit = 4096

  /// The cheap checks, without verifying signatures: refuses anything but a pair of certificates
  /// with which Apple could have signed at this moment.
  func checkForm(_ certificates: [[UInt8]], at moment: Timestamp) throws(Distrust) {
    let chain = try read(certificates)
    try Self.validity(of: chain).check(moment)
    if let missing = AppStoreChainPolicy.missingMarker(in: chain) {
      throw Distrust(.missingMarker, missing)
    }
    if let wrong = AppStoreChainPolicy.wrongUsage(in: chain) {
      throw Distrust(.wrongKeyUsage, wrong)
    }
    guard chain[0].issuer == chain[1].subject,
      roots.certificates.contains(where: { $0.subject == chain[1].issuer }),
      P256.Signing.PublicKey(chain[0].publicKey) != nil
    else { throw Self.untrusted }
  }

  /// The key of the leaf, if the chain leads to a trusted root. The caller must check that all
  /// certificates were valid when a text was signed: so the result depends on the certificates
  /// alone, and is cached. A foreign chain costs one signature check, that of the root.
  func check(_ unknown: UnknownChain) throws(Distrust) -> Signer {
    let chain = try read(unknown.certificates)
    let known = roots.known
    guard known.hasIntermediate(unknown.certificates[1]) || isSignedByRoot(chain[1]),
      chain[1].publicKey.isValidSignature(chain[0].signature, for: chain[0])
    else { throw Self.untrusted }
    let candidates = roots.certificates.filter { $0.subject == chain[1].issuer }
    var distrust = Self.untrusted
    for root in candidates {
      do throws(Distrust) {
        return try signer(chain + [root])
      } catch {
        distrust = error
      }
    }
    throw distrust
  }

  /// The content of each certificate, without its signature.
  func contents(of chain: UnknownChain) throws(Distrust) -> [[UInt8]] {
    try read(chain.certificates).map { Array($0.tbsCertificateBytes) }
  }

  private func isSignedByRoot(_ intermediate: Certificate) -> Bool {
    roots.certificates.contains { root in
      root.subject == intermediate.issuer
        && root.publicKey.isValidSignature(intermediate.signature, for: intermediate)
    }
  }

  /// Checks the chain up to one root by RFC 5280, at a moment when all certificates are valid.
  private func signer(_ chain: [Certificate]) throws(Distrust) -> Signer {
    let validity = try Self.validity(of: chain)
    if let wrong = AppStoreChainPolicy.wrongUsage(in: chain) {
      throw Distrust(.wrongKeyUsage, wrong)
    }
    guard isTrusted(chain, at: validity.lowerBound),
      let key = P256.Signing.PublicKey(chain[0].publicKey)
    else { throw Self.untrusted }
    return Signer(key: key, validity: validity, authority: .appStore)
  }

  private func isTrusted(_ chain: [Certificate], at moment: Timestamp) -> Bool {
    let root = CertificateStore([chain[2]])
    let result = CallingThread.run {
      var verifier = X509.Verifier(rootCertificates: root) {
        RFC5280Policy(fixedExpiryValidationTime: Date(moment))
        AppStoreChainPolicy()
      }
      return await verifier.validate(
        leaf: chain[0], intermediates: CertificateStore([chain[1]]))
    }
    guard case .validCertificate = result else { return false }
    return true
  }

  private func read(_ certificates: [[UInt8]]) throws(Distrust) -> [Certificate] {
    var chain: [Certificate] = []
    for (index, der) in certificates.enumerated() {
      guard der.count <= Self.certificateLimit else {
        throw Distrust(
          .badCertificate, "x5c[\(index)] has more than \(Self.certificateLimit) bytes")
      }
      guard let certificate = try? Certificate(derEncoded: der) else {
        throw Distrust(.badCertificate, "x5c[\(index)] is not a certificate in DER")
      }
      chain.append(certificate)
    }
    return chain
  }

  /// The time in which all are valid.
  private static func validity(
    of chain: some Sequence<Certificate>
  ) throws(Distrust) -> ClosedRange<Timestamp> {
    let from = chain.map { Timestamp($0.notValidBefore) }.max()
    let to = chain.map { Timestamp($0.notValidAfter) }.min()
    guard let from, let to, from <= to else {
      throw Distrust(
        .certificateNotValidThen, "there is no moment at which all certificates are valid")
    }
    return from...to
  }

  private static let untrusted = Distrust(
    .untrustedChain,
    "x5c[0] and x5c[1] do not lead to a trusted root: not signed by Apple, or by another root")
}

extension ClosedRange<Timestamp> {
  /// Whether certificates that are valid in this range were so when the text was signed.
  func check(_ moment: Timestamp) throws(Distrust) {
    guard contains(moment) else {
      throw Distrust(
        .certificateNotValidThen,
        "a certificate in x5c was not valid yet, or not any more, when the text was signed")
    }
  }
}

extension Timestamp {
  fileprivate init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }
}

extension Date {
  fileprivate init(_ timestamp: Timestamp) {
    self.init(timeIntervalSince1970: Double(timestamp.milliseconds) / 1000)
  }
}
