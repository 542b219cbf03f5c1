import Crypto
import SwiftASN1
import X509

extension SigningChain {
  /// The key of the leaf, and the certificates from the leaf to the root: all that a later process
  /// needs to sign under the same root. The keys of the root and of the intermediate are in no text,
  /// so that nothing can make another certificate under this root.
  package var pem: String {
    ([leafKey.pemRepresentation] + certificates.map(Self.pem)).joined(separator: "\n") + "\n"
  }

  /// The root as PEM.
  package var rootPEM: String { Self.pem(rootDER) + "\n" }

  /// Reads what `pem` wrote.
  package init(pem: String) throws(SigningChainError) {
    do {
      let documents = try PEMDocument.parseMultiple(pemString: pem)
      let certificates = documents.filter { $0.discriminator == "CERTIFICATE" }.map(\.derBytes)
      guard documents.count == 4, certificates.count == 3 else {
        throw SigningChainError.unreadable
      }
      let key = try P256.Signing.PrivateKey(pemRepresentation: documents[0].pemString)
      let leaf = try Certificate(derEncoded: certificates[0])
      guard leaf.publicKey == Certificate.PublicKey(key.publicKey) else {
        throw SigningChainError.unreadable
      }
      self.init(leafKey: key, certificates: certificates)
    } catch {
      throw .unreadable
    }
  }

  private static func pem(_ der: [UInt8]) -> String {
    PEMDocument(type: "CERTIFICATE", derBytes: der).pemString
  }
}

/// A text is not what ``SigningChain/pem`` wrote.
package enum SigningChainError: Error, Hashable, Sendable {
  case unreadable
}
