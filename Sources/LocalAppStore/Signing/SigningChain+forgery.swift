extension SigningChain {
  /// Writes a text that looks like a notification, and must not be believed.
  ///
  /// - Parameter stranger: a chain under another root.
  package func forge(
    _ forgery: DeliveryFaults.Forgery, of notification: StoreNotification, _ payloads: Payloads,
    stranger: SigningChain
  ) throws -> String {
    let payloads = forgery == .otherApp ? payloads.ofAnotherApp : payloads
    return try forge(forgery, stranger: stranger) { try $0.sign(notification, payloads) }
  }

  /// Writes a text that must not be believed, unless it is rightly signed for another app.
  func forge(
    _ forgery: DeliveryFaults.Forgery, stranger: SigningChain,
    _ sign: (SigningChain) throws -> String
  ) throws -> String {
    switch forgery {
    case .otherRoot: return try sign(stranger)
    case .otherApp: return try sign(self)
    case .truncated:
      let text = try sign(self)
      return String(text.prefix(text.utf8.count / 2))
    case .brokenSignature:
      let text = try sign(self)
      guard let dot = text.lastIndex(of: ".") else { return text }
      let signature = text[text.index(after: dot)...]
      // Another first digit is another signature of the right length.
      return text[...dot] + (signature.first == "A" ? "B" : "A") + signature.dropFirst()
    }
  }

  /// A request before a cancellation, as Apple sends it in `{"signedPayload": …}`, or a forgery if
  /// that is its fault.
  ///
  /// - Parameter stranger: a chain under another root.
  package func sign(
    _ request: RetentionRequest, _ payloads: Payloads, stranger: SigningChain
  ) throws -> String {
    let payloads = request.fault == .otherApp ? payloads.ofAnotherApp : payloads
    let payload = payloads.realtimeRequest(request)
    guard let forgery = request.fault.flatMap({ DeliveryFaults.Forgery(rawValue: $0.rawValue) })
    else { return try sign(payload) }
    return try forge(forgery, stranger: stranger) { try $0.sign(payload) }
  }
}
