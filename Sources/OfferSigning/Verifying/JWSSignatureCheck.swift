import PaywallTextCoding

/// Checks who signed a JWS, and over which text.
struct JWSSignatureCheck {
  let keys: [VerificationKey]
  /// The `kid` of the header.
  let keyId: String?
  let parts: JWSParts
  private(set) var findings: [Diagnosis] = []

  /// The id of the key that made the signature; nil if none did.
  mutating func run(_ bytes: [UInt8]) -> String? {
    guard let der = read(bytes) else { return nil }
    for (text, digest, finding) in readings {
      guard let key = keys.first(where: { $0.key.verify(der, over: text, digest: digest) }) else {
        continue
      }
      if let finding { findings.append(finding) }
      if let keyId, !keys.contains(where: { $0.id.hasSameUTF8(as: keyId) && $0.key === key.key }) {
        note(.wrongKey, "kid", expected: keyId, seen: "signed by \(key.id)")
      }
      return key.id
    }
    let ids = keys.map(\.id).joined(separator: ", ")
    if let keyId, !keys.contains(where: { $0.id.hasSameUTF8(as: keyId) }) {
      note(
        .unknownKeyId, "kid", expected: ids.isEmpty ? "a known key" : "one of \(ids)",
        seen: keyId.shown)
    } else {
      note(
        .signatureMismatch, "signature",
        expected: "a signature by \(keyId?.shown ?? "a known key")",
        seen: "a signature over other text, or by a key that is none of \(ids)")
    }
    return nil
  }

  private mutating func note(
    _ code: Diagnosis.Code, _ field: String, expected: String, seen: String
  ) {
    findings.append(Diagnosis(code, field, expected: expected, seen: seen))
  }

  /// The signature as DER, from any encoding; nil if it is none.
  private mutating func read(_ bytes: [UInt8]) -> [UInt8]? {
    if let raw = ECDSASignature(raw: bytes) { return raw.der }
    if let der = ECDSASignature(der: bytes), der.raw != nil {
      note(.derSignature, "signature", expected: "r‖s, 64 bytes", seen: "ASN.1 DER")
      return der.der
    }
    switch bytes.count {
    case 32: note(.hmac, "signature", expected: "r‖s, 64 bytes", seen: "32 bytes, as of HS256")
    case 96, 132:
      note(.otherCurve, "signature", expected: "r‖s, 64 bytes", seen: "\(bytes.count) bytes")
    case 256, 384, 512:
      note(.rsaSignature, "signature", expected: "r‖s, 64 bytes", seen: "\(bytes.count) bytes")
    default:
      note(.notASignature, "signature", expected: "r‖s, 64 bytes", seen: "\(bytes.count) bytes")
    }
    return nil
  }

  /// The texts that may have been signed, the right one first.
  private var readings: [(text: [UInt8], digest: Digest, finding: Diagnosis?)] {
    let text = Array(parts.signedText.utf8)
    let proper = Array(parts.properText.utf8)
    var readings: [(text: [UInt8], digest: Digest, finding: Diagnosis?)] = [
      (text, .sha256, nil), (proper, .sha256, nil),
    ]
    for digest in Digest.allCases.dropFirst() {
      let finding = Diagnosis(
        .wrongDigest, "signature", expected: Digest.sha256.rawValue, seen: digest.rawValue)
      readings.append((text, digest, finding))
    }
    let twice = Diagnosis(
      .hashedTwice, "signature", expected: "the text itself", seen: "its SHA-256")
    readings.append((Digest.sha256.hash(text), .sha256, twice))
    let halves = parts.signedText.split(separator: ".", omittingEmptySubsequences: false)
    if let payload = halves.last {
      readings += [
        (Array(payload.utf8), "the payload part alone"),
        (Base64.decode(payload, .url) ?? [], "the payload before its encoding"),
      ].map { (text: [UInt8], seen: String) in
        let finding = Diagnosis(
          .signedOtherText, "signature", expected: "header.payload", seen: seen)
        return (text, .sha256, finding)
      }
    }
    return readings
  }
}
