import Crypto
import PaywallCatalog
import X509

/// The certificate that one copy of Xcode signs its StoreKit test data with. It is pinned byte for
/// byte, so its dates are ignored.
package struct XcodeCertificate: Sendable {
  let der: [UInt8]
  let signer: Signer

  package init(_ file: [UInt8]) throws(VerifierProblem) {
    guard let certificates = Certificate.read(file), certificates.count == 1,
      let der = try? certificates[0].der(),
      let key = P256.Signing.PublicKey(certificates[0].publicKey)
    else { throw .unreadableXcodeCertificate }
    self.der = der
    signer = Signer(
      key: key, validity: Timestamp(milliseconds: .min)...Timestamp(milliseconds: .max),
      authority: .xcode)
  }
}
