import PaywallTextCoding

/// The diagnosis of one legacy signature.
struct LegacyVerification {
  let keys: [VerificationKey]
  let signature: LegacySignature
  let offer: PromotionalOffer
  let customer: OfferCustomer
  let candidates: Candidates
  /// UNIX milliseconds.
  let now: Int64
  let budget: Int

  func verdict() -> OfferVerdict {
    let text = SignatureText(signature.signature)
    var findings = text.findings + fieldFindings
    let match = text.signature.flatMap { search(for: $0.der) }
    if let match {
      findings += match.mistakes.map(\.finding) + keyFindings(match)
    } else {
      findings += mismatch(isReadable: text.signature != nil)
    }
    // A wrong unit is one mistake, in the payload or in the app's own timestamp.
    if !findings.contains(where: { $0.code == .timestampInSeconds }) {
      findings += Freshness.findings(timestamp: signature.timestamp, now: now)
    }
    return OfferVerdict(signedBy: match?.key.id, findings: findings)
  }

  /// The seven fields as Apple checks them: token and nonce in lower case.
  private var fields: [String] {
    [
      offer.bundleId, signature.keyId, offer.productId, offer.offerId, customer.text,
      signature.nonce.lowercased(), String(signature.timestamp),
    ]
  }

  private func search(for der: [UInt8]) -> PayloadEncodingSearch.Match? {
    let named = keys.filter { $0.id.hasSameUTF8(as: signature.keyId) }
    let others = keys.filter { !$0.id.hasSameUTF8(as: signature.keyId) }
    let inFields = FieldVariations(
      fields: fields, given: (customer.givenText, signature.nonce), customer: customer,
      candidates: candidates, keyIds: others.map(\.id))
    var search = PayloadEncodingSearch(
      keys: named + others, signature: der, right: PayloadEncoding(fields: fields), budget: budget)
    return search.run(inFields.all + JoiningVariations.all)
  }

  private var fieldFindings: [Diagnosis] {
    var findings: [Diagnosis] = []
    let checked: [(OfferField, String)] = [
      (.bundleId, offer.bundleId), (.keyId, signature.keyId), (.productId, offer.productId),
      (.offerId, offer.offerId),
    ]
    for (field, text) in checked {
      do throws(OfferSigningError) {
        try field.check(text)
      } catch {
        findings.append(Diagnosis(error, field: field, text: text))
      }
    }
    do throws(OfferSigningError) {
      try customer.check()
    } catch {
      findings.append(Diagnosis(error, field: customer.field, text: customer.givenText))
    }
    if !signature.nonce.isUUID {
      findings.append(
        Diagnosis(.badNonce, .nonce, expected: "a UUID", seen: signature.nonce.shown))
    }
    return findings
  }

  /// Another key than the named one signed, and the payload does not say so.
  private func keyFindings(_ match: PayloadEncodingSearch.Match) -> [Diagnosis] {
    let writtenId = PayloadEncoding(fields: fields).applying(match.mistakes).fields[1]
    if match.key.id.hasSameUTF8(as: writtenId) { return [] }
    return [Diagnosis(.wrongKey, .keyId, expected: writtenId, seen: "signed by \(match.key.id)")]
  }

  private func mismatch(isReadable: Bool) -> [Diagnosis] {
    let ids = keys.map(\.id).joined(separator: ", ")
    if !keys.contains(where: { $0.id.hasSameUTF8(as: signature.keyId) }) {
      return [
        Diagnosis(
          .unknownKeyId, .keyId, expected: ids.isEmpty ? "a known key" : "one of \(ids)",
          seen: signature.keyId.shown)
      ]
    }
    guard isReadable else { return [] }
    return [
      Diagnosis(
        .signatureMismatch, "signature", expected: "a signature by \(signature.keyId)",
        seen: "a signature over other bytes, or by a key that is none of \(ids)")
    ]
  }
}
