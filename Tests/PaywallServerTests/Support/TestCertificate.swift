import Crypto
import Foundation
import HTTPTransport
import NIOSSL
import PaywallCatalog
import PaywallServer
import SwiftASN1
import Testing
import X509

/// A certificate that signs itself, made for one test.
struct TestCertificate {
  let files: TLSFiles
  let key: P256.Signing.PrivateKey

  /// Writes `NAME.crt` and `NAME.key`, over what was there.
  init(
    in folder: TemporaryFolder, name: String = "server",
    key: P256.Signing.PrivateKey = P256.Signing.PrivateKey(),
    notAfter: String = "2030-01-01T00:00:00Z"
  ) throws {
    self.key = key
    let subject = try DistinguishedName { CommonName("localhost") }
    let date = { (text: String) in
      Date(timeIntervalSince1970: Double(time(text).milliseconds / 1000))
    }
    let certificate = try Certificate(
      version: .v3, serialNumber: Certificate.SerialNumber(),
      publicKey: Certificate.PublicKey(key.publicKey),
      notValidBefore: date("2020-01-01T00:00:00Z"), notValidAfter: date(notAfter),
      issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions { SubjectAlternativeNames([.dnsName("localhost")]) },
      issuerPrivateKey: Certificate.PrivateKey(key))
    try folder.write(try certificate.serializeAsPEM().pemString, to: "\(name).crt")
    try folder.write(key.pemRepresentation, to: "\(name).key")
    files = TLSFiles(
      certificate: "\(folder.path)/\(name).crt", key: "\(folder.path)/\(name).key")
  }

  var certificate: NIOSSLCertificate {
    get throws {
      try #require(try NIOSSLCertificate.fromPEMFile(files.certificate).first)
    }
  }
}
