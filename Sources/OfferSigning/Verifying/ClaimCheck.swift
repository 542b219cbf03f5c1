import PaywallTextCoding
/// Checks the claims of a request.
struct ClaimCheck {
  let claims: [String: JSONValue]
  let expected: JWSExpectation
  /// UNIX milliseconds.
  let now: Int64

  var findings: [Diagnosis] {
    let rules = ClaimRule.common + (audience.map(ClaimRule.feature) ?? [])
    return rules.flatMap(findings(for:)) + unknownClaims(besides: rules)
  }

  /// The kind of request: by its `aud`, else as expected, else by the present claims.
  private var audience: JWSAudience? {
    if let stated = claims["aud"]?.text.flatMap(JWSAudience.init(rawValue:)) { return stated }
    if let expected = expected.audience { return expected }
    if claims["request"] != nil { return .advancedCommerce }
    if claims["allowIntroductoryOffer"] != nil { return .introductoryEligibility }
    return claims["offerIdentifier"] == nil ? nil : .promotionalOffer
  }

  private func findings(for rule: ClaimRule) -> [Diagnosis] {
    guard let value = claims[rule.name] else { return absent(rule) }
    if value == .null {
      return [Diagnosis(.nullClaim, rule.name, expected: rule.type, seen: "null")]
    }
    switch (rule.shape, value) {
    case (.text(let field), .string(let text)): return self.text(text, rule, field)
    case (.uuid, .string(let text)): return nonce(text, rule)
    case (.audience, .string(let text)): return audience(text)
    case (.seconds, .integer(let time)): return issuedAt(time)
    case (.flag, .bool(let flag)):
      guard let wanted = expected.isIntroductoryAllowed, wanted != flag else { return [] }
      return [Diagnosis(.wrongField, rule.name, expected: String(wanted), seen: String(flag))]
    case (.request, .string(let text)): return request(text)
    default:
      return [
        Diagnosis(.wrongClaimType, rule.name, expected: rule.type, seen: value.description.shown)
      ]
    }
  }

  private func absent(_ rule: ClaimRule) -> [Diagnosis] {
    let misspelt = rule.misspellings.first { claims[$0] != nil }
    if let misspelt {
      return [Diagnosis(.missingClaim, rule.name, expected: rule.name, seen: misspelt)]
    }
    if rule.isRequired {
      return [Diagnosis(.missingClaim, rule.name, expected: rule.type, seen: "nothing")]
    }
    guard let wanted = expected.text(of: rule.name) else { return [] }
    return [Diagnosis(.wrongField, rule.name, expected: wanted.shown, seen: "nothing")]
  }

  private func text(_ text: String, _ rule: ClaimRule, _ field: OfferField) -> [Diagnosis] {
    var findings: [Diagnosis] = []
    do throws(OfferSigningError) {
      try field.check(text)
    } catch {
      let refusal = Diagnosis(error, field: field, text: text.shown)
      findings.append(
        Diagnosis(
          refusal.code, rule.name, expected: refusal.expected, seen: refusal.seen,
          severity: refusal.severity))
    }
    if let wanted = expected.text(of: rule.name), !wanted.hasSameUTF8(as: text) {
      let code: Diagnosis.Code =
        wanted.lowercased().hasSameUTF8(as: text.lowercased()) ? .letterCase : .wrongField
      findings.append(Diagnosis(code, rule.name, expected: wanted.shown, seen: text.shown))
    }
    return findings
  }

  private func nonce(_ text: String, _ rule: ClaimRule) -> [Diagnosis] {
    guard text.isUUID else {
      return [Diagnosis(.badNonce, rule.name, expected: "a UUID", seen: text.shown)]
    }
    if let wanted = expected.text(of: rule.name), !wanted.hasSameUTF8(as: text.lowercased()) {
      return [Diagnosis(.wrongField, rule.name, expected: wanted.shown, seen: text)]
    }
    if text.hasSameUTF8(as: text.lowercased()) { return [] }
    return [
      Diagnosis(
        .letterCase, rule.name, expected: text.lowercased(), seen: text, severity: .warning)
    ]
  }

  private func audience(_ text: String) -> [Diagnosis] {
    let known = JWSAudience(rawValue: text)
    if let known, expected.audience ?? known == known { return [] }
    let right = expected.audience.map { [$0] } ?? JWSAudience.allCases
    let names = right.map(\.rawValue).joined(separator: ", ")
    return [Diagnosis(.wrongAudience, "aud", expected: names, seen: text.shown)]
  }

  private func issuedAt(_ time: Int64) -> [Diagnosis] {
    let (milliseconds, overflow) = time.multipliedReportingOverflow(by: 1_000)
    if Freshness.isNear(time, now), overflow || !Freshness.isNear(milliseconds, now) {
      return [
        Diagnosis(
          .issuedAtInMilliseconds, "iat", expected: String(time / 1_000), seen: String(time))
      ]
    }
    let clamped = overflow ? (time < 0 ? Int64.min : .max) : milliseconds
    return Freshness.age(of: clamped, field: "iat", now: now)
  }

  private func request(_ text: String) -> [Diagnosis] {
    guard let bytes = Base64.decode(text, .standard), case .object = JSONValue.parse(bytes) else {
      return [
        Diagnosis(
          .badRequest, "request", expected: "standard Base64 of a JSON object",
          seen: "other text of \(text.utf8.count) bytes")
      ]
    }
    return []
  }

  /// Claims that the request does not have.
  private func unknownClaims(besides rules: [ClaimRule]) -> [Diagnosis] {
    let explained = rules.flatMap { rule in
      claims[rule.name] == nil ? rule.misspellings + [rule.name] : [rule.name]
    }
    return claims.keys.filter { !explained.contains($0) }.sorted().map { name in
      if name == "exp" {
        return Diagnosis(
          .expPresent, name, expected: "no exp", seen: claims[name]?.description ?? "")
      }
      return Diagnosis(
        .unknownClaim, name.shown, expected: "no such claim", seen: name.shown, severity: .warning)
    }
  }
}
