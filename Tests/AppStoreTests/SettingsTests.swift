import AppStore
import AppStoreFixtures
import Crypto
import Foundation
import PaywallCatalog
import Testing

/// The settings that a verifier can be made of.
@Suite struct SettingsTests {
  private let identity = AppIdentity(
    bundleId: TestStore.bundleId, appAppleId: TestStore.appAppleId, environments: [.production])

  /// Lines of 64 characters between the marks of PEM.
  private func pem(_ der: Data) -> String {
    """
    -----BEGIN CERTIFICATE-----
    \(der.base64EncodedString(options: .lineLength64Characters))
    -----END CERTIFICATE-----

    """
  }

  @Test func `Apple's root is the one that Apple publishes`() throws {
    let lines = String(decoding: AppleRoot.g3, as: UTF8.self).split(separator: "\n")
    let body = lines.dropFirst().dropLast().joined()
    let der = try #require(Data(base64Encoded: body))
    let fingerprint = SHA256.hash(data: der).map { String(format: "%02X", $0) }.joined(
      separator: ":")
    #expect(
      fingerprint == """
        63:34:3A:BF:B8:9A:6A:03:EB:B5:7E:9B:3F:5F:A7:BE:7C:4F:5C:75:6F:30:17:B3:A8:C4:88:C3:65:3E:91:79
        """)
  }

  @Test func `By default only Apple's root is trusted`() throws {
    let text = try TestStore().notificationText("TEST")
    let distrust = Verifier(identity).notification(text, at: TestStore.clock).distrust
    #expect(distrust?.reason == .untrustedChain)
  }

  @Test func `Roots come as DER, as PEM, several in one file, in any number`() throws {
    let pki = try Vectors.pki()
    let foreign = try #require(pki.foreignChain.last)
    let text = try TestStore().notificationText("TEST")
    let settings: [[[UInt8]]] = [
      [Array(pki.root)], [Array(pem(pki.root).utf8)],
      [Array((pem(foreign) + pem(pki.root)).utf8)], [AppleRoot.g3, Array(pki.root)],
    ]
    for roots in settings {
      let verifier = try Verifier(identity, roots: roots)
      #expect(verifier.notification(text, at: TestStore.clock).verified != nil)
    }
  }

  @Test func `An unreadable root is told by its number`() throws {
    let broken: [[UInt8]] = [
      [], Array("hello".utf8), [0x30, 0x03, 0x01], Array("-----BEGIN".utf8),
    ]
    for file in broken {
      #expect(throws: VerifierProblem.unreadableRoot(2)) {
        try Verifier(identity, roots: [AppleRoot.g3, file])
      }
    }
    #expect(throws: VerifierProblem.noRoots) { try Verifier(identity, roots: []) }
  }

  @Test func `A certificate of Xcode has to be one, with a P-256 key`() throws {
    let pki = try Vectors.pki()
    let two = Array((pem(pki.leaf) + pem(pki.leaf)).utf8)
    for file in [[], Array("hello".utf8), Array(pki.root), two] {
      #expect(throws: VerifierProblem.unreadableXcodeCertificate) {
        try Verifier(identity, roots: [AppleRoot.g3], xcodeCertificate: file)
      }
    }
  }

  @Test func `The identity is that of the configured app`() {
    let app = App(
      bundleId: "com.example.lumen", appAppleId: 7, environments: [.sandbox, .xcode],
      locales: ["en"])
    #expect(
      AppIdentity(app)
        == AppIdentity(
          bundleId: "com.example.lumen", appAppleId: 7, environments: [.xcode, .sandbox]))
  }
}
