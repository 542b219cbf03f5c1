import Crypto
import Foundation
import PaywallTextCoding

@testable import OfferSigning

/// Reads keys in PEM, and signatures of offers as `paywall offer verify` gets them. The first byte
/// chooses. All keys are made for tests.
func fuzzKeys(_ bytes: [UInt8]) throws {
  let (choice, rest) = bytes.choice
  switch choice % 4 {
  case 0: try checkPEM(rest.text)
  case 1: try checkLegacy(rest.parts)
  case 2: try checkRequest(rest.text)
  default: try checkEncodings(rest)
  }
}

/// TEST ONLY. Another key signs the signatures of the seeds, so that genuine ones are known.
private let testKey = """
  -----BEGIN PRIVATE KEY-----
  MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSaZ/3xbqglBo8lBt
  M/uYpAGBk6XP1Z5vFs3xWSxlxt+hRANCAAT0x9S1UMLDsuNbhCslwAnJ0KeVe2M5
  MU4YAG/tbGPXUUrVSpIrpG3pB+pYnqBSwzrUrVbz4YJ0epuNTB7Az2Sy
  -----END PRIVATE KEY-----
  """

private let keys = Result { [try VerificationKey(id: "2X9R4HXF34", pem: testKey)] }
private let publicKey = Result { try P256.Signing.PrivateKey(pemRepresentation: testKey).publicKey }
private let now = Date(timeIntervalSince1970: 1_795_248_000)

/// An accepted key signs, and its own public half, read again, accepts the signature.
private func checkPEM(_ pem: String) throws {
  for passphrase in [nil, "correct-horse"] {
    let verifying = try? VerificationKey(id: "K", pem: pem, passphrase: passphrase)
    if let verifying { try require(!verifying.publicKeyDER.isEmpty, "no public key") }
    guard let key = try? SigningKey(id: "K", pem: pem, passphrase: passphrase) else { continue }
    let offer = PromotionalOffer(bundleId: "com.example.app", productId: "p", offerId: "o")
    let nonce = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))
    let signature = try key.sign(offer, for: .anyone, nonce: nonce, at: now)
    let half = Data(key.verificationKey.publicKeyDER).base64EncodedString()
    let other = try VerificationKey(
      id: "K", pem: "-----BEGIN PUBLIC KEY-----\n\(half)\n-----END PUBLIC KEY-----")
    try require(
      [other].verify(signature, of: offer, for: .anyone, at: now).isValid,
      "its public half does not know its signature")
    try require(!key.description.contains("PRIVATE"), "it shows itself")
  }
}

/// A legacy signature is valid only if it signs exactly these fields, whatever the diagnosis.
private func checkLegacy(_ parts: [[UInt8]]) throws {
  let signature = LegacySignature(
    keyId: parts.text(0), nonce: parts.text(1), timestamp: Int64(parts.text(2)) ?? 0,
    signature: parts.text(3))
  let offer = PromotionalOffer(
    bundleId: parts.text(4), productId: parts.text(5), offerId: parts.text(6))
  let customer: OfferCustomer =
    parts.text(7).isEmpty
    ? .anyone
    : parts.count > 8 ? .applicationUsername(parts.text(7)) : .appAccountToken(parts.text(7))
  let candidates = Candidates(productIds: [parts.text(9)], offerIds: [parts.text(10)])
  let verdict = try keys.get().verify(
    signature, of: offer, for: customer, candidates: candidates, at: now, limit: 60)
  for finding in verdict.findings {
    try require(!finding.help.isEmpty, "no help: \(finding.code)")
  }
  guard verdict.isValid else { return }
  let payload = [
    offer.bundleId, signature.keyId, offer.productId, offer.offerId, customer.text,
    signature.nonce.lowercased(), String(signature.timestamp),
  ].joined(separator: "\u{2063}")
  let der = try require(Data(base64Encoded: signature.signature), "right, and no Base64")
  try require(
    try publicKey.get().isValidSignature(
      P256.Signing.ECDSASignature(derRepresentation: der), for: Data(payload.utf8)),
    "said to be right, and no signature over these fields")
}

/// A JWS is valid only if it signs its own header and claims.
private func checkRequest(_ text: String) throws {
  let expected = JWSExpectation(
    bundleId: "com.example.app", productId: "pro_yearly",
    nonce: "86469d8e-b083-4cbe-9f15-388835f34920")
  for expected in [JWSExpectation(), expected] {
    let verdict = try keys.get().verify(jws: text, expecting: expected, at: now)
    for finding in verdict.findings {
      try require(!finding.help.isEmpty, "no help: \(finding.code)")
    }
    guard verdict.isValid else { continue }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let raw = try require(Base64.decode(parts[2], .url), "right, and no base64url")
    try require(
      try publicKey.get().isValidSignature(
        P256.Signing.ECDSASignature(rawRepresentation: raw),
        for: Data("\(parts[0]).\(parts[1])".utf8)), "said to be right, and no signature")
  }
}

/// The two spellings of a signature, Base64 and hexadecimal, convert to bytes and back as in
/// swift-crypto and Foundation.
private func checkEncodings(_ bytes: [UInt8]) throws {
  if let signature = ECDSASignature(der: bytes) {
    try require(signature.der == bytes, "DER with another spelling")
    if let raw = signature.raw {
      try require(ECDSASignature(raw: raw)?.der == bytes, "r and s come back as others")
      let theirs = try? P256.Signing.ECDSASignature(derRepresentation: Data(bytes))
      try require(theirs?.rawRepresentation == Data(raw), "swift-crypto reads it otherwise")
    }
  } else if bytes.count <= 72 {
    let theirs = try? P256.Signing.ECDSASignature(derRepresentation: Data(bytes))
    try require(
      theirs.map { Data($0.derRepresentation) != Data(bytes) } ?? true, "swift-crypto reads it")
  }
  for alphabet in [Base64.Alphabet.standard, .url] {
    let text = Base64.encode(bytes, alphabet)
    try require(Base64.decode(text, alphabet) == bytes, "Base64 comes back as something else")
    if let decoded = Base64.decode(bytes.text, alphabet) {
      try require(Base64.encode(decoded, alphabet) == bytes.text, "Base64 with another spelling")
    }
  }
  try require(Base64.encode(bytes, .standard) == Data(bytes).base64EncodedString(), "not Base64")
  if let decoded = [UInt8](hexadecimal: bytes.text) {
    try require(decoded.hexadecimal == bytes.text.lowercased(), "hexadecimal of another")
  }
}
