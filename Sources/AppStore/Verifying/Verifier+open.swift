import PaywallCatalog

/// A text with a valid signature; app and environment are not checked yet.
struct OpenedText {
  let payload: JSONObject
  let authority: Authority
  let text: SignedText
}

extension Verifier {
  /// Steps 1 to 7 of AppleFacts.md § 4: from a text of the expected kind to its payload.
  ///
  /// Certificates must be valid when the text was signed, or now if it does not say when.
  func open(
    _ text: CompactText, as kind: SignedKind, now: Timestamp
  ) throws(Distrust) -> OpenedText {
    var payload = try text.object(text.payload, called: "payload")
    let found = SignedKind(of: payload)
    let dateName = (found ?? kind).dateName
    let moment = payload.lenientDate(dateName) ?? now
    let known = cache.header(text.bytes[text.header])
    let header: TrustedHeader
    if let known { header = known } else { header = try trust(text, at: moment) }
    try header.signer.validity.check(moment)
    try header.signs(text)
    if known == nil { cache.insert(header) }
    try kind.check(found)
    if header.signer.authority == .appStore {
      payload.hasStrictDates = true
      try payload.checkDate(dateName, at: now)
    }
    return OpenedText(
      payload: payload, authority: header.signer.authority,
      text: SignedText(
        header: header.text, payload: text.string(text.payload),
        signature: text.string(text.signature)))
  }

  /// Reads an unknown header and checks its certificates.
  private func trust(_ text: CompactText, at moment: Timestamp) throws(Distrust) -> TrustedHeader {
    let header = try SigningHeader(text.object(text.header, called: "header"))
    switch (header.chain.count, xcode) {
    case (3, _): return try trustAppStore(header, of: text, at: moment)
    case (1, let xcode?): return try trust(xcode, header, of: text)
    case (let count, _):
      let hint = count == 1 ? "; test data of Xcode needs its certificate in store/app.yaml" : ""
      throw Distrust(.badChainLength, "x5c holds \(count) certificates and not three\(hint)")
    }
  }

  /// Only the presence of `x5c[2]` is checked: the trusted root is used instead.
  private func trustAppStore(
    _ header: SigningHeader, of text: CompactText, at moment: Timestamp
  ) throws(Distrust) -> TrustedHeader {
    let certificates = [try header.certificate(0), try header.certificate(1)]
    if let signer = chains.roots.known.signer(certificates) {
      return TrustedHeader(text, signer: signer)
    }
    return TrustedHeader(text, signer: try check(certificates, at: moment))
  }

  /// The signer of unknown certificates.
  private func check(
    _ certificates: [[UInt8]], at moment: Timestamp
  ) throws(Distrust) -> Signer {
    try chains.checkForm(certificates, at: moment)
    let chain = UnknownChain(certificates)
    if let distrust = chains.roots.known.refusal(of: chain) { throw distrust }
    guard checksChains else { throw Distrust(chain) }
    return try signer(of: chain)
  }

  private func trust(
    _ xcode: XcodeCertificate, _ header: SigningHeader, of text: CompactText
  ) throws(Distrust) -> TrustedHeader {
    guard try header.certificate(0) == xcode.der else {
      throw Distrust(
        .untrustedXcodeCertificate,
        "signed by another Xcode than the one with the certificate in store/app.yaml")
    }
    return TrustedHeader(text, signer: xcode.signer)
  }
}
