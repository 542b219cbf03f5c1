/// The diagnosis of one compact JWS.
struct JWSVerification {
  let keys: [VerificationKey]
  let expected: JWSExpectation
  /// UNIX milliseconds.
  let now: Int64

  func verdict(of text: String) -> OfferVerdict {
    let parts = JWSParts(text)
    var findings = parts.findings
    let keyId = parts.header?["kid"]?.text
    if let header = parts.header { findings += headerFindings(header) }
    if let payload = parts.payload {
      findings += ClaimCheck(claims: payload, expected: expected, now: now).findings
    }
    guard let bytes = parts.signature else {
      return OfferVerdict(signedBy: nil, findings: findings)
    }
    var check = JWSSignatureCheck(keys: keys, keyId: keyId, parts: parts)
    let signedBy = check.run(bytes)
    return OfferVerdict(signedBy: signedBy, findings: findings + check.findings)
  }

  private func headerFindings(_ header: [String: JSONValue]) -> [Diagnosis] {
    var findings: [Diagnosis] = []
    for (name, code, right) in [
      ("alg", Diagnosis.Code.wrongAlgorithm, "ES256"), ("typ", .wrongType, "JWT"),
    ] {
      guard let value = header[name] else {
        findings.append(Diagnosis(.missingHeader, name, expected: right, seen: "nothing"))
        continue
      }
      if value != .string(right) {
        findings.append(Diagnosis(code, name, expected: right, seen: value.description))
      }
    }
    if header["kid"]?.text == nil {
      let seen = header["kid"]?.description ?? "nothing"
      findings.append(Diagnosis(.missingHeader, "kid", expected: "the key id", seen: seen))
    }
    for name in header.keys.sorted() where !["alg", "kid", "typ"].contains(name) {
      findings.append(
        Diagnosis(
          .extraHeader, name, expected: "alg, kid and typ only", seen: name.shown,
          severity: .warning))
    }
    return findings
  }
}

extension JSONValue {
  /// The string, if it is one.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
