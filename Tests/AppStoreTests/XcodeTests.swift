import AppStore
import AppStoreFixtures
import Foundation
import PaywallCatalog
import Subscribers
import Testing

/// Test data of Xcode is taken with its own certificate, and never without verification.
@Suite struct XcodeTests {
  private let object: SignedObject
  private let certificate: Data

  init() throws {
    object = try Vectors.object("xcode-unverified")
    certificate = try #require(try Vectors.pki().foreignChain.first)
  }

  @Test func `Without a certificate nothing of Xcode is taken`() throws {
    #expect(try object.verifier.verifier().distrust(of: object)?.reason == .badChainLength)
  }

  @Test func `With its certificate it is taken, and its environment is told`() throws {
    let pem = """
      -----BEGIN CERTIFICATE-----
      \(certificate.base64EncodedString(options: .lineLength64Characters))
      -----END CERTIFICATE-----
      """
    for file in [certificate, Data(pem.utf8)] {
      let verifier = try object.verifier.verifier(xcodeCertificate: file)
      let transaction = try verifier.transaction(object.jws, at: TestStore.clock).get()
      #expect(transaction.payload.fact?.environment == .xcode)
      #expect(transaction.text.compact == object.jws)
    }
  }

  @Test func `Another certificate than the configured one is refused`() throws {
    let other = try object.verifier.verifier(xcodeCertificate: Vectors.pki().leaf)
    #expect(other.distrust(of: object)?.reason == .untrustedXcodeCertificate)
  }

  @Test func `The certificate alone is not enough: the signature is checked`() throws {
    let verifier = try object.verifier.verifier(xcodeCertificate: certificate)
    let parts = object.jws.parts
    let payload = try JSONEncoder().encode([
      "environment": "Xcode", "bundleId": "com.example.paywall",
    ])
    let forged = "\(parts[0]).\(payload.base64url).\(parts[2])"
    #expect(verifier.transaction(forged, at: TestStore.clock).distrust?.reason == .badSignature)
  }

  @Test func `The certificate of Xcode speaks for no other environment`() throws {
    let pki = try Vectors.pki()
    let verifier = try Verifier(
      AppIdentity(
        bundleId: TestStore.bundleId, appAppleId: TestStore.appAppleId,
        environments: Set(AppStoreEnvironment.allCases)),
      roots: [Array(pki.root)], xcodeCertificate: Array(pki.leaf))
    let store = try TestStore()
    let header = try TestStore.header(x5c: [pki.leaf])
    for (word, reason) in [("Production", .wrongEnvironment), ("LocalTesting", nil)]
      as [(JSON, Distrust.Reason?)]
    {
      let payload = try JSONEncoder().encode(store.transactionMembers(["environment": word]))
      let text = try store.jws(ofBytes: payload, header: header)
      #expect(verifier.transaction(text, at: TestStore.clock).distrust?.reason == reason)
    }
  }

  @Test func `The certificate does not open a verifier that does not serve Xcode`() throws {
    let production = try Vectors.object("xcode-at-production")
    let verifier = try production.verifier.verifier(xcodeCertificate: certificate)
    #expect(verifier.distrust(of: production)?.reason == .wrongEnvironment)
  }
}
