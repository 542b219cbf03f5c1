import Foundation
import PaywallTextCoding
import Testing

@testable import OfferSigning

/// A PEM text with a name, so that reports show the name.
struct PEM: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let text: String

  init(_ name: String, _ text: String) {
    testDescription = name
    self.text = text
  }
}

@Suite("Keys: what loads, and what is said about what does not")
struct SigningKeyTests {
  @Test(
    "the same key loads from every form",
    arguments: [
      PEM("PKCS #8", TestOnlyKeys.pkcs8), PEM("SEC1", TestOnlyKeys.sec1),
      PEM("SEC1 after its curve", TestOnlyKeys.sec1WithParameters),
      PEM("encrypted PKCS #8", TestOnlyKeys.encryptedPKCS8),
      PEM("encrypted SEC1", TestOnlyKeys.encryptedSEC1),
      PEM("with a byte order mark", "\u{FEFF}" + TestOnlyKeys.pkcs8),
      PEM("among other text", "A note.\n\n" + TestOnlyKeys.pkcs8 + "\n"),
      PEM("with CRLF", TestOnlyKeys.pkcs8.replacingOccurrences(of: "\n", with: "\r\n")),
      PEM("before its certificate", TestOnlyKeys.pkcs8 + "\n" + TestOnlyKeys.certificate),
    ])
  func loads(pem: PEM) throws {
    let key = try SigningKey(id: "K", pem: pem.text, passphrase: TestOnlyKeys.passphrase)
    let expected = try Vectors.legacy.get().publicKey.spkiDerBase64
    #expect(Data(key.verificationKey.publicKeyDER).base64EncodedString() == expected)
    #expect(!key.isThrowAway)
  }

  @Test(
    "what cannot sign says what it is",
    arguments: [
      (PEM("nothing", ""), SigningKeyError.notPEM), (PEM("prose", "not a key"), .notPEM),
      (PEM("a block without its end", "-----BEGIN PRIVATE KEY-----\nMIGH"), .notPEM),
      (PEM("P-384", TestOnlyKeys.p384), .wrongCurve(seen: "secp384r1")),
      (PEM("P-521", TestOnlyKeys.p521), .wrongCurve(seen: "secp521r1")),
      (PEM("secp256k1", TestOnlyKeys.secp256k1), .wrongCurve(seen: "secp256k1")),
      (PEM("Ed25519", TestOnlyKeys.ed25519), .wrongCurve(seen: "ED25519")),
      (PEM("RSA", TestOnlyKeys.rsa), .rsaKey),
      (PEM("RSA, PKCS #1", TestOnlyKeys.rsaTraditional), .rsaKey),
      (PEM("a public key", TestOnlyKeys.p384Public), .publicKeyGiven),
      (PEM("a certificate", TestOnlyKeys.certificate), .certificateGiven),
      (PEM("a request", TestOnlyKeys.request), .notAKey(label: "CERTIFICATE REQUEST")),
      (PEM("two keys", TestOnlyKeys.pkcs8 + "\n" + TestOnlyKeys.sec1), .severalKeys),
      (PEM("encrypted PKCS #8", TestOnlyKeys.encryptedPKCS8), .encryptedWithoutPassphrase),
      (PEM("encrypted SEC1", TestOnlyKeys.encryptedSEC1), .encryptedWithoutPassphrase),
      (
        PEM("halves of two keys", TestOnlyKeys.halvesOfTwoKeys),
        .damagedKey(reason: "its private and public halves do not belong together")
      ),
    ])
  func refused(pem: PEM, error: SigningKeyError) {
    #expect(throws: error) { try SigningKey(id: "K", pem: pem.text) }
  }

  @Test("a passphrase that would be hashed for a minute is not tried")
  func costlyPassphrase() {
    do throws(SigningKeyError) {
      _ = try SigningKey(
        id: "K", pem: TestOnlyKeys.costlyPKCS8, passphrase: TestOnlyKeys.passphrase)
      Issue.record("it is taken")
    } catch {
      #expect(error.message.contains("hashed more than 1000000 times"))
    }
  }

  @Test("a key whose curve is written out as numbers is P-256 or refused, never half-loaded")
  func explicitParameters() {
    do throws(SigningKeyError) {
      let key = try SigningKey(id: "K", pem: TestOnlyKeys.explicitParameters)
      #expect(key.fingerprint.count == 64)
    } catch {
      guard case .wrongCurve = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test(
    "a wrong passphrase is told apart from a missing one",
    arguments: [
      PEM("PKCS #8", TestOnlyKeys.encryptedPKCS8), PEM("SEC1", TestOnlyKeys.encryptedSEC1),
    ],
    ["wrong", "", String(repeating: "x", count: 2_000)])
  func wrongPassphrase(pem: PEM, passphrase: String) {
    #expect(throws: SigningKeyError.wrongPassphrase) {
      try SigningKey(id: "K", pem: pem.text, passphrase: passphrase)
    }
  }

  @Test("a key whose content is cut off is damaged")
  func damaged() {
    let pem = "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEG\n-----END PRIVATE KEY-----"
    let error = #expect(throws: SigningKeyError.self) { try SigningKey(id: "K", pem: pem) }
    guard case .damagedKey = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("key id and issuer id are checked like every field")
  func badIds() {
    #expect(throws: SigningKeyError.invalidField(.emptyField(.keyId))) {
      try SigningKey(id: "", pem: TestOnlyKeys.pkcs8)
    }
    #expect(throws: SigningKeyError.invalidField(.separatorInField(.issuerId))) {
      try SigningKey(id: "K", issuerId: "\u{2063}", pem: TestOnlyKeys.pkcs8)
    }
    #expect(throws: SigningKeyError.invalidField(.emptyField(.keyId))) {
      try VerificationKey(id: "", pem: TestOnlyKeys.pkcs8)
    }
  }

  @Test("a verification key loads from a public or a private key, and only on P-256")
  func verificationKey() throws {
    let vectors = try Vectors.legacy.get()
    let fromPublic = try VerificationKey(id: "K", pem: vectors.publicKey.spkiPem)
    let fromPrivate = try VerificationKey(id: "K", pem: TestOnlyKeys.pkcs8)
    #expect(fromPublic.fingerprint == fromPrivate.fingerprint)
    #expect(throws: SigningKeyError.wrongCurve(seen: "secp384r1")) {
      try VerificationKey(id: "K", pem: TestOnlyKeys.p384Public)
    }
    #expect(throws: SigningKeyError.severalKeys) {
      try VerificationKey(
        id: "K", pem: TestOnlyKeys.p384Public + "\n" + vectors.publicKey.spkiPem)
    }
    #expect(throws: LibcryptoError(reason: "there is no private key to sign with")) {
      try fromPublic.key.sign([1])
    }
  }

  @Test("a description shows the id and the public key's fingerprint, and no key material")
  func descriptions() throws {
    let key = try Fixtures.key()
    // openssl pkey -in key.p8 -pubout -outform DER | sha256sum
    let der = try #require(Data(base64Encoded: Vectors.legacy.get().publicKey.spkiDerBase64))
    #expect(key.fingerprint == Digest.sha256.hash(Array(der)).hexadecimal)
    #expect(key.description == "SigningKey(2X9R4HXF34, public key SHA-256 \(key.fingerprint))")
    #expect(String(reflecting: key) == key.description)
    let publicHalf = key.verificationKey
    #expect(String(reflecting: publicHalf) == publicHalf.description)
    var dumped = ""
    dump(key, to: &dumped)
    dump(publicHalf, to: &dumped)
    #expect(dumped.contains(key.fingerprint))
    #expect(!dumped.contains("EllipticKey"))
  }

  @Test("throw-away keys differ, sign, and say that they are throw-away keys")
  func throwAway() throws {
    let (one, two) = (try SigningKey.throwAway(), try SigningKey.throwAway())
    #expect(one.isThrowAway)
    #expect(one.fingerprint != two.fingerprint)
    let jws = try one.sign(
      .promotionalOffer(Fixtures.offer, transactionId: nil), nonce: Fixtures.nonce(),
      at: Fixtures.moment)
    #expect([one.verificationKey].verify(jws: jws, at: Fixtures.now).isValid)
    #expect(!([two.verificationKey].verify(jws: jws, at: Fixtures.now).isValid))
  }

  @Test("the first key of a ring signs, all verify, and two cannot share an id")
  func ring() throws {
    let (new, old) = (try Fixtures.key(), try Fixtures.otherKey())
    let ring = try KeyRing([new, old])
    #expect(ring.signing.id == new.id)
    for key in [new, old] {
      let signed = try key.sign(
        Fixtures.offer, for: .anyone, nonce: Fixtures.nonce(), at: Fixtures.moment)
      let verdict = ring.verifying.verify(
        signed, of: Fixtures.offer, for: .anyone, at: Fixtures.now)
      #expect(verdict.isValid)
      let jws = try key.sign(
        .promotionalOffer(Fixtures.offer, transactionId: nil), nonce: Fixtures.nonce(),
        at: Fixtures.moment)
      #expect(ring.verifying.verify(jws: jws, at: Fixtures.now).signedBy == key.id)
    }
    #expect(throws: SigningKeyError.noKeys) { try KeyRing([]) }
    #expect(throws: SigningKeyError.duplicateKeyId(new.id)) {
      try KeyRing([new], publicOnly: [new.verificationKey])
    }
  }

  @Test("every error has a message of its own, and help that ends as a sentence or a command")
  func texts() {
    let errors: [SigningKeyError] = [
      .missingFile(path: "k"), .unreadableFile(path: "k", reason: "r"),
      .readableByOthers(path: "AuthKey.p8", mode: 0o044), .notPEM, .notAKey(label: "X"),
      .publicKeyGiven, .certificateGiven, .severalKeys, .rsaKey, .wrongCurve(seen: "secp384r1"),
      .wrongCurve(seen: "secp521r1"), .encryptedWithoutPassphrase, .wrongPassphrase,
      .damagedKey(reason: "r"), .noKeys, .duplicateKeyId("K"), .generationFailed(reason: "r"),
      .invalidField(.emptyField(.keyId)),
    ]
    #expect(Set(errors.map(\.message)).count == errors.count)
    for error in errors { #expect(error.description == "\(error.message). \(error.help)") }
    #expect(
      SigningKeyError.readableByOthers(path: "AuthKey.p8", mode: 0o044).description
        == "AuthKey.p8 is open to others than its owner (mode bits 044). Run: chmod 600 AuthKey.p8")
    #expect(SigningKeyError.wrongCurve(seen: "secp384r1").message.contains("P-384 (secp384r1)"))
  }
}
