import Catalog
import Crypto
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks leaf and intermediate against roots of ours, offline (apple-offers.md 6, steps 3 to 5).
struct ChainVerifier: Sendable {
  private let roots: CertificateStore

  init(roots: [Certificate]) { self.roots = CertificateStore(roots) }

  /// The key of the leaf, if the chain holds at this moment. The cheap questions come first.
  func signer(_ certificates: [[UInt8]], at moment: Timestamp) throws(Distrust) -> Signer {
    var chain: [Certificate] = []
    for (index, der) in certificates.enumerated() {
      guard let certificate = try? Certificate(derEncoded: der) else {
        throw Distrust(.badCertificate, "x5c[\(index)] is not a certificate in DER")
      }
      chain.append(certificate)
    }
    try Self.validity(of: chain).check(moment)
    if let missing = AppStoreChainPolicy.missingMarker(in: chain) {
      throw Distrust(.missingMarker, missing)
    }
    guard let verified = verify(chain, at: moment), let leaf = verified.first,
      let key = P256.Signing.PublicKey(leaf.publicKey)
    else {
      throw Distrust(
        .untrustedChain,
        "x5c[0] and x5c[1] do not lead to a trusted root: not signed by Apple, or by another root")
    }
    let validity = try Self.validity(of: verified)
    try validity.check(moment)
    return Signer(key: key, validity: validity, authority: .appStore)
  }

  private func verify(_ chain: [Certificate], at moment: Timestamp) -> [Certificate]? {
    let roots = roots
    let result = CallingThread.run {
      var verifier = X509.Verifier(rootCertificates: roots) {
        RFC5280Policy(fixedExpiryValidationTime: Date(moment))
        AppStoreChainPolicy()
      }
      return await verifier.validate(
        leaf: chain[0], intermediates: CertificateStore(chain.dropFirst()))
    }
    guard case .validCertificate(let verified) = result else { return nil }
    return Array(verified)
  }

  /// While all are valid at once.
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
