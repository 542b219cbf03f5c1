import AppStoreFixtures
import Foundation
import HTTPTransport
import PaywallCatalog

@testable import AppStore
import PaywallTextCoding

/// Reads texts that Apple, or a forger, may have signed. The first byte chooses: a whole text, or a
/// payload or header that a key of the vectors signs (TEST ONLY), so that changes get past the
/// signature.
func fuzzSignedTexts(_ bytes: [UInt8]) throws {
  let (choice, rest) = bytes.choice
  let fixtures = try SignedFixtures.shared.get()
  switch choice % 6 {
  case 0: try fixtures.checkForgery(rest.text)
  case 1: try fixtures.checkPayload(rest)
  case 2: try fixtures.checkHeader(rest)
  case 3: try fixtures.checkInside(rest)
  case 4: fixtures.readCertificates(rest)
  default: try checkBase64(rest)
  }
}

private struct SignedFixtures {
  let store: TestStore
  let header: String
  /// The header and payload of every text that was signed by a key which is trusted here.
  let signed: Set<String>
  /// The certificates that may stand first and second in `x5c`.
  let certificates: [Data]

  static let shared = Result { try SignedFixtures() }

  init() throws {
    let pki = try Vectors.pki()
    store = try TestStore()
    header = try TestStore.header(x5c: [pki.leaf, pki.intermediate, pki.root])
    certificates = [pki.leaf, pki.intermediate]
    let texts =
      try Vectors.accepted().map(\.jws) + Vectors.rejected().map(\.jws)
      + Vectors.nested().map(\.jws)
      + Vectors.notifications().map(\.signedPayload)
    signed = Set(texts.flatMap { Self.signedParts(of: $0) })
  }

  /// Returns the header and payload of a text and of those inside it.
  private static func signedParts(of text: String) -> [String] {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return [] }
    let inside = Base64.decode(Array(parts[1].utf8)[...], .url).flatMap { try? JSONObject($0) }
    let texts = SignedField.allCases.compactMap { field in
      inside?.object("data")?.string(field.rawValue)
        ?? inside?.object("appData")?.string(field.rawValue)
    }
    return ["\(parts[0]).\(parts[1])"] + texts.flatMap { signedParts(of: $0) }
  }

  /// Asks every question at once; returns the verified texts as they were signed.
  private func verified(_ text: String) -> [SignedText] {
    let (verifier, now) = (store.verifier, TestStore.moment)
    return [
      verifier.transaction(text, at: now).verified?.text,
      verifier.renewalInfo(text, at: now).verified?.text,
      verifier.appTransaction(text, at: now).verified?.text,
      verifier.notification(text, at: now).verified?.text,
      verifier.realtimeRequest(text, at: now).verified?.text,
    ].compactMap(\.self)
  }

  /// A text that nobody here signed is never verified, whatever kind of text it is taken for.
  func checkForgery(_ text: String) throws {
    for text in verified(text) {
      try require(
        signed.contains("\(text.header).\(text.payload)"), "verified, and signed by nobody")
    }
  }

  /// A genuine payload is verified only if it is of our app and a served environment, and it equals
  /// Foundation's reading.
  func checkPayload(_ payload: [UInt8]) throws {
    let text = try store.jws(ofBytes: Data(payload))
    let now = TestStore.moment
    let tree = JSONTree.appStore(payload)
    if case .failure = tree {
      try require(verified(text).isEmpty, "verified, and no JSON")
      return
    }
    guard case .success(let tree) = tree else { return }
    if let transaction = store.verifier.transaction(text, at: now).verified {
      try require(tree["bundleId"] == TestStore.bundleId, "a transaction of another app")
      try require(
        ["Production", "Sandbox"].contains(tree["environment"]), "of no served environment")
      _ = transaction.payload
    }
    if let app = store.verifier.appTransaction(text, at: now).verified {
      try require(tree["bundleId"] == TestStore.bundleId, "an app transaction of another app")
      _ = app.payload
    }
    if let renewal = store.verifier.renewalInfo(text, at: now).verified {
      try require(
        ["Production", "Sandbox"].contains(tree["environment"]), "of no served environment")
      _ = renewal.payload
    }
    if let notification = store.verifier.notification(text, at: now).verified {
      try require(tree["notificationUUID"] != nil, "a notification without an id")
      // A text inside it must be signed too.
      for text in SignedField.allCases.compactMap({ tree.section?[$0.rawValue] }) {
        let inside = text.split(separator: ".").prefix(2).joined(separator: ".")
        try require(signed.contains(inside), "a text inside it was signed by nobody")
      }
      _ = notification.payload
    }
    _ = store.verifier.realtimeRequest(text, at: now)
  }

  /// A header counts only with ES256, without demands, over the certificates that we trust. The
  /// input is the header and a payload after a zero byte.
  func checkHeader(_ input: [UInt8]) throws {
    let parts = input.parts
    guard let header = parts.first else { return }
    let payload = parts.count > 1 ? parts[1] : Array(Self.transaction.utf8)
    let text = try store.jws(ofBytes: Data(payload), header: Data(header).base64url)
    guard !verified(text).isEmpty else { return }
    guard case .success(let tree) = JSONTree.appStore(header) else {
      throw Finding("verified under a header that is no JSON")
    }
    try require(tree["alg"] == "ES256", "verified with \(tree["alg"] ?? "no algorithm")")
    guard case .object(let members) = tree,
      case .list(let chain)? = members.first(where: { $0.name == Array("x5c".utf8) })?.value
    else { throw Finding("verified without certificates") }
    try require(!members.contains { $0.name == Array("crit".utf8) }, "verified with demands")
    // RFC 7797: another text than the one that is read would be signed.
    try require(!members.contains { $0.name == Array("b64".utf8) }, "verified with b64")
    let ours = certificates.map { JSONTree.text(Array($0.base64EncodedString().utf8)) }
    try require(
      chain.count == 3 && Array(chain.prefix(2)) == ours, "verified under other certificates")
  }

  private static let transaction =
    #"{"transactionId":"1","productId":"p","bundleId":"com.example.paywall","environment":"Production","signedDate":1767607200000,"originalTransactionId":"1"}"#

  /// A notification with a genuine text inside is verified only if that text alone is. The input is
  /// a transaction.
  func checkInside(_ payload: [UInt8]) throws {
    let inner = try store.jws(ofBytes: Data(payload))
    let outer = try store.notificationText(
      "SUBSCRIBED", members: ["notificationUUID": "00000000-0000-4000-8000-000000000001"],
      data: ["signedTransactionInfo": .text(inner)])
    let whole = store.verifier.notification(outer, at: TestStore.moment)
    let alone = store.verifier.transaction(inner, at: TestStore.moment)
    guard whole.verified != nil else { return }
    try require(alone.verified != nil, "verified inside, and not for itself")
  }

  func readCertificates(_ file: [UInt8]) {
    _ = CertificateSummary.read(file)
    let identity = AppIdentity(bundleId: TestStore.bundleId, environments: [.xcode])
    _ = try? Verifier(identity, roots: [file])
    _ = try? Verifier(identity, roots: .apple, xcodeCertificate: XcodeCertificate(file))
  }
}

/// Each text has one spelling: the decoded bytes encode to the same text, as in Foundation.
private func checkBase64(_ text: [UInt8]) throws {
  if let decoded = Base64.decode(text[...], .url) {
    try require(Data(decoded).base64url == text.text, "\(text.text) has another spelling")
  }
  let foundation = Data(base64Encoded: text.text)
  if let decoded = Base64.decode(text[...], .standard) {
    try require(Data(decoded).base64EncodedString() == text.text, "\(text.text) is another's")
    try require(foundation == Data(decoded), "Foundation reads \(text.text) otherwise")
  } else if let foundation {
    try require(foundation.base64EncodedString() != text.text, "\(text.text) is refused")
  }
}

extension JSONTree {
  /// Returns a text among the members of an object, with its escapes resolved.
  subscript(name: String) -> String? {
    guard case .object(let members) = self,
      case .text(let text)? = members.first(where: { $0.name == Array(name.utf8) })?.value
    else { return nil }
    return text.text
  }

  /// The first section of a notification that may hold texts.
  var section: JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { [Array("data".utf8), Array("appData".utf8)].contains($0.name) }?.value
  }
}
