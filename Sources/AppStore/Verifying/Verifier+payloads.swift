package import PaywallCatalog

// Step 8 of AppleFacts.md § 4: whose app and which environment a genuine text is of.
extension Verifier {
  package func transaction(_ compact: String, at now: Timestamp) -> Verdict<Transaction> {
    Verdict { () throws(Distrust) in try transaction(CompactText(compact), at: now) }
  }

  func transaction(
    _ text: CompactText, at now: Timestamp
  ) throws(Distrust) -> Verified<Transaction> {
    let opened = try open(text, as: .transaction, now: now)
    try identity.check(bundleIdOf: opened.payload)
    let environment = try identity.environment(
      opened.payload.string("environment"), signedBy: opened.authority)
    return Verified(try Transaction(opened.payload, environment: environment), text: opened.text)
  }

  package func renewalInfo(_ compact: String, at now: Timestamp) -> Verdict<RenewalInfo> {
    Verdict { () throws(Distrust) in try renewalInfo(CompactText(compact), at: now) }
  }

  func renewalInfo(
    _ text: CompactText, at now: Timestamp
  ) throws(Distrust) -> Verified<RenewalInfo> {
    let opened = try open(text, as: .renewalInfo, now: now)
    let environment = try identity.environment(
      opened.payload.string("environment"), signedBy: opened.authority)
    return Verified(try RenewalInfo(opened.payload, environment: environment), text: opened.text)
  }

  package func appTransaction(_ compact: String, at now: Timestamp) -> Verdict<AppTransaction> {
    Verdict { () throws(Distrust) in try appTransaction(CompactText(compact), at: now) }
  }

  func appTransaction(
    _ text: CompactText, at now: Timestamp
  ) throws(Distrust) -> Verified<AppTransaction> {
    let opened = try open(text, as: .appTransaction, now: now)
    try identity.check(bundleIdOf: opened.payload)
    let environment = try identity.environment(
      opened.payload.string("receiptType"), signedBy: opened.authority)
    try identity.check(appAppleId: opened.payload.integer("appAppleId"), in: environment)
    return Verified(try AppTransaction(opened.payload, environment: environment), text: opened.text)
  }

  /// The `signedPayload` with which Apple asks for a retention message.
  package func realtimeRequest(_ compact: String, at now: Timestamp) -> Verdict<RealtimeRequest> {
    Verdict { () throws(Distrust) in try realtimeRequest(CompactText(compact), at: now) }
  }

  /// A realtime request names no bundle id.
  func realtimeRequest(
    _ text: CompactText, at now: Timestamp
  ) throws(Distrust) -> Verified<RealtimeRequest> {
    let opened = try open(text, as: .realtimeRequest, now: now)
    guard opened.payload.has("requestIdentifier") else {
      throw Distrust(.wrongKind, "a realtime request needs requestIdentifier")
    }
    let environment = try identity.environment(
      opened.payload.string("environment"), signedBy: opened.authority)
    try identity.check(appAppleId: opened.payload.integer("appAppleId"), in: environment)
    return Verified(
      try RealtimeRequest(opened.payload, environment: environment), text: opened.text)
  }
}
