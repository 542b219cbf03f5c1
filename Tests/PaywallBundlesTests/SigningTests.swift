import BundleWriting
import PaywallBundles
import PaywallCatalog
import Serving
import Testing

@Suite struct SigningTests {
  private let issued = Timestamp(milliseconds: 1_796_000_000_500)
  private let year: Int64 = 365 * 86_400_000

  private func signer(bundleId: String? = nil) throws -> BundleSigner {
    let vectors = try Vectors.read()
    let key = try #require(BundlePrivateKey(pem: vectors.testKey))
    let root = try #require(BundlePrivateKey(pem: vectors.testRoot))
    let publicKey = try #require(key.publicKey)
    let certificate = try #require(
      BundleCertificate.issue(
        for: publicKey, by: root, bundleId: bundleId, issued: issued,
        expires: issued.adding(milliseconds: year)))
    return try #require(BundleSigner(key: key, certificate: certificate))
  }

  private func sign(
    _ signer: BundleSigner, _ payload: [UInt8], release: String, days: Int64 = 7
  ) -> BundleSignature? {
    signer.sign(
      payload, release: release, bundleId: "com.example.lumen", issued: issued,
      expires: issued.adding(milliseconds: days * 86_400_000))
  }

  @Test func `what we sign we trust, in whole seconds, until it is over`() throws {
    let published = PublishedSnapshot(try exampleApp().opened)
    let (signer, payload) = (try signer(), published.bundleJSON)
    let release = published.snapshot.release
    let signature = try #require(sign(signer, payload, release: release))
    let bundle = SignedBundle(
      payload: payload, signature: signature.text, certificate: signer.certificate.text)
    let verifier = BundleVerifier(
      roots: try Vectors.verifier().roots, bundleId: published.snapshot.app.bundleId)
    guard case .trusted(let verified) = verifier.verify(bundle, at: issued) else {
      Issue.record("\(verifier.verify(bundle, at: issued))")
      return
    }
    #expect(verified.release == release)
    #expect(verified.issued == Timestamp(milliseconds: 1_796_000_000_000))
    #expect(verified.expires == Timestamp(milliseconds: 1_796_604_800_000))
    let end = verified.expires
    #expect(verifier.verify(bundle, at: end.adding(milliseconds: -1)).word == "trusted")
    #expect(verifier.verify(bundle, at: end).word == "expired")
    #expect(verifier.verify(bundle, at: Timestamp(milliseconds: .max)).word == "expired")
    #expect(
      verifier.verify(bundle, at: Timestamp(milliseconds: .min)).word == "certificateNotYetValid")
  }

  @Test func `a signature never outlives the certificate`() throws {
    let signer = try signer()
    let signature = try #require(sign(signer, [], release: "0", days: 1000))
    #expect(signature.expires == signer.certificate.expires)
  }

  @Test func `nothing is signed outside of the certificate, nor for another app`() throws {
    let signer = try signer(bundleId: "com.example.other")
    #expect(sign(signer, [], release: "0") == nil)
    let free = try self.signer()
    for shift in [-1000, year] {
      let moment = issued.adding(milliseconds: shift)
      #expect(
        free.sign(
          [], release: "0", bundleId: "a", issued: moment,
          expires: moment.adding(milliseconds: 86_400_000)) == nil)
    }
  }

  @Test func `a certificate is for one key`() throws {
    let certificate = try signer().certificate
    #expect(BundleSigner(key: .generated(), certificate: certificate) == nil)
  }
}
