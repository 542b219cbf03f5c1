@testable import BundleWriting
import Foundation
import PaywallCatalog

@testable import PaywallBundles
@testable import PaywallKit

/// Reads bytes as a phone does: a file or the answer of a server. The first byte chooses: a whole
/// file, or a payload, certificate or signature under keys made for this run.
func fuzzBundle(_ bytes: [UInt8]) throws {
  let (choice, rest) = bytes.choice
  switch choice % 5 {
  case 0: try checkFile(rest)
  case 1: try checkPayload(rest)
  case 2: try checkSigned(rest)
  case 3: try checkTexts(rest.parts)
  default: try checkKeys(rest.text)
  }
}

private let now = Timestamp(milliseconds: 1_796_000_000_000)
private let bundleId = "com.example.lumen"

/// A team of this run: TEST ONLY.
private struct Team {
  let signer: BundleSigner
  let verifier: BundleVerifier

  static let shared = Result { try Team() }

  init() throws {
    let (root, key) = (BundlePrivateKey.generated(), BundlePrivateKey.generated())
    let certificate = try require(
      key.publicKey.flatMap {
        BundleCertificate.issue(
          for: $0, by: root, bundleId: nil, issued: now.adding(milliseconds: -1000),
          expires: now.adding(milliseconds: 1_000_000))
      }, "no certificate")
    signer = try require(BundleSigner(key: key, certificate: certificate), "no signer")
    verifier = BundleVerifier(
      roots: [try require(root.publicKey, "no key")], bundleId: bundleId)
  }
}

/// A stranger's file is refused, and reads the same after it is written again.
private func checkFile(_ file: [UInt8]) throws {
  guard let bundle = try? SignedBundle(file: file) else { return }
  let again = try? SignedBundle(file: bundle.file)
  try require(again?.file == bundle.file, "written again it is another")
  guard case .refused = try Team.shared.get().verifier.verify(bundle, at: now) else {
    throw Finding("the file of a stranger is trusted")
  }
}

/// A payload that is read is written again unchanged, and a phone can decide from it.
private func checkPayload(_ payload: [UInt8]) throws {
  guard let published = try? PublishedSnapshot(bundleJSON: payload) else { return }
  let written = published.bundleJSON
  guard let again = try? PublishedSnapshot(bundleJSON: written) else {
    throw Finding("what it writes it does not read: \(written.text)")
  }
  try require(again.bundleJSON == written, "written again it is another")
  let verified = VerifiedBundle(
    published: published, issued: now, expires: now.adding(milliseconds: 1), kid: "k", root: "r")
  decide(LoadedBundle(verified, of: payload), published.snapshot)
}

private func decide(_ bundle: LoadedBundle, _ snapshot: Snapshot) {
  let visitor: [String: PaywallKit.AttributeValue] = [
    "userId": .string("u"), "anonymousId": .string("a"), "country": .string("GB"),
    "locale": .string("de_DE"), "sessions": .integer(3), "appVersion": .string("3.2"),
  ]
  for placement in snapshot.placements.keys.sorted().prefix(4) + ["unknown"] {
    _ = bundle.answer(placement, visitor, records: [], at: now) { .download($0) }
  }
}

/// Checks a payload under a genuine signature: it is trusted as signed, for this app and release.
private func checkSigned(_ payload: [UInt8]) throws {
  let team = try Team.shared.get()
  let published = try? PublishedSnapshot(bundleJSON: payload)
  let release = published?.snapshot.release ?? String(repeating: "ab", count: 32)
  guard
    let signature = team.signer.sign(
      payload, release: release, bundleId: bundleId, issued: now,
      expires: now.adding(milliseconds: 60_000))
  else { return }
  let certificate = team.signer.certificate.text
  let verdict = team.verifier.verify(
    payload: payload, signature: signature.text, certificate: certificate, at: now)
  switch verdict {
  case .trusted(let bundle), .expired(let bundle):
    try require(
      bundle.published.snapshot.app.bundleId.utf8.elementsEqual(bundleId.utf8), "of another app")
    try require(bundle.release.utf8.elementsEqual(release.utf8), "of another release")
  case .refused: try require(published?.snapshot.app.bundleId != bundleId, "refused")
  }
  // One more byte is another payload.
  guard
    case .refused = team.verifier.verify(
      payload: payload + [0x20], signature: signature.text, certificate: certificate, at: now)
  else { throw Finding("trusted with another payload") }
}

/// Checks a certificate, a signature and a payload that strangers made.
private func checkTexts(_ parts: [[UInt8]]) throws {
  let verifier = try Team.shared.get().verifier
  if let certificate = try? BundleCertificate(parts.text(0)) {
    try require(certificate.issued < certificate.expires, "a certificate without time")
    _ = certificate.issued.rfc3339 + certificate.expires.rfc3339
  }
  if let signature = try? BundleSignature(parts.text(1)) {
    try require(signature.issued < signature.expires, "a signature without time")
  }
  let verdict = verifier.verify(
    payload: parts.count > 2 ? parts[2] : [], signature: parts.text(1), certificate: parts.text(0),
    at: now)
  guard case .refused = verdict else { throw Finding("the texts of a stranger are trusted") }
}

private func checkKeys(_ text: String) throws {
  if let key = BundlePublicKey(file: text) {
    try require(BundlePublicKey(pinned: key.pinned) == key, "pinned, the key is another")
  }
  if let key = BundlePrivateKey(pem: text) {
    try require(BundlePrivateKey(pem: key.pem)?.publicKey == key.publicKey, "it is another")
  }
}
