import BundleWriting
import PaywallBundles
import PaywallCatalog
import Testing

@Suite struct TrustTests {
  @Test func `there are vectors for every reason`() throws {
    let found = Set(Vectors.all.map(\.verdict))
    let reasons = BundleDistrust.Reason.allCases.map(\.rawValue)
    #expect(found == Set(reasons + ["trusted", "expired"]))
    #expect(Vectors.all.count == 87)
  }

  @Test(arguments: Vectors.all)
  func `a vector of another implementation has its verdict`(vector: Vectors.Vector) throws {
    let verdict = try Vectors.verifier().verify(vector.bundle, at: vector.now)
    #expect(verdict.word == vector.verdict)
    // An authentic but old bundle is accepted at an earlier moment.
    if case .expired(let bundle) = verdict { #expect(bundle.issued < vector.now) }
  }

  @Test func `names of keys are those of RFC 7638`() throws {
    let vectors = try Vectors.read()
    #expect(
      vectors.roots.compactMap { BundlePublicKey(pinned: $0)?.kid } == vectors.rootKids)
    let key = try #require(BundlePrivateKey(pem: vectors.testKey))
    #expect(key.publicKey?.kid == vectors.testKeyKid)
    #expect(BundlePrivateKey(pem: key.pem)?.publicKey == key.publicKey)
    #expect(!"\(key)".contains("PRIVATE") && !String(reflecting: key).contains("PRIVATE"))
  }

  @Test func `a public key is read from what is pinned and from PEM`() throws {
    let pinned = try #require(try Vectors.read().roots.first)
    #expect(BundlePublicKey(file: " \(pinned)\r\n")?.pinned == pinned)
    #expect(BundlePublicKey(pinned: pinned + "=") == nil)
    #expect(BundlePublicKey(pinned: String(pinned.dropLast())) == nil)
    #expect(BundlePublicKey(point: [4] + [UInt8](repeating: 1, count: 64)) == nil)
    #expect(BundlePublicKey(file: "") == nil)
  }

  /// Flips bits of every byte of one part of the bundle, and asks for the verdict.
  private func flipping(
    _ count: Int, _ flip: (inout SignedBundle, Int, UInt8) -> Void
  ) throws {
    let (vector, verifier) = (try Vectors.named("plain"), try Vectors.verifier())
    for index in 0..<count {
      for mask in [1, 2, 0x20, 0x80] as [UInt8] {
        var bundle = vector.bundle
        flip(&bundle, index, mask)
        guard case .refused = verifier.verify(bundle, at: vector.now) else {
          Issue.record("byte \(index) was flipped with \(mask), and nobody noticed")
          return
        }
      }
    }
  }

  private func flipped(_ text: String, _ index: Int, _ mask: UInt8) -> String {
    var bytes = Array(text.utf8)
    bytes[index] ^= mask
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `no flipped byte of the payload is accepted`() throws {
    try flipping(try Vectors.named("plain").payload.utf8.count) { bundle, index, mask in
      bundle.payload[index] ^= mask
    }
  }

  @Test func `no flipped byte of the signature and its header is accepted`() throws {
    try flipping(try Vectors.named("plain").signature.utf8.count) { bundle, index, mask in
      bundle.signature = flipped(bundle.signature, index, mask)
    }
  }

  @Test func `no flipped byte of the certificate is accepted`() throws {
    try flipping(try Vectors.named("plain").certificate.utf8.count) { bundle, index, mask in
      bundle.certificate = flipped(bundle.certificate, index, mask)
    }
  }

  @Test func `no shortened text is accepted`() throws {
    let (vector, verifier) = (try Vectors.named("plain"), try Vectors.verifier())
    for count in 1..<vector.signature.utf8.count {
      var bundle = vector.bundle
      bundle.signature.removeLast(count)
      #expect(verifier.verify(bundle, at: vector.now).word != "trusted")
    }
    for count in 1..<vector.certificate.utf8.count {
      var bundle = vector.bundle
      bundle.certificate.removeLast(count)
      #expect(verifier.verify(bundle, at: vector.now).word != "trusted")
    }
  }

  @Test func `without a pinned root nothing is trusted`() throws {
    let vector = try Vectors.named("plain")
    let verifier = BundleVerifier(roots: [], bundleId: "com.example.lumen")
    #expect(verifier.verify(vector.bundle, at: vector.now).word == "unknownRoot")
  }
}
