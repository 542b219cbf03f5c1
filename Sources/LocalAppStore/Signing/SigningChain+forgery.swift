extension SigningChain {
  /// Writes a text that looks like a notification, and must not be believed.
  ///
  /// - Parameter stranger: a chain under another root.
  package func forge(
    _ forgery: DeliveryFaults.Forgery, of notification: StoreNotification, _ payloads: Payloads,
    stranger: SigningChain
  ) throws -> String {
    switch forgery {
    case .otherRoot: return try stranger.sign(notification, payloads)
    case .otherApp: return try sign(notification, payloads.ofAnotherApp)
    case .truncated:
      let text = try sign(notification, payloads)
      return String(text.prefix(text.utf8.count / 2))
    case .brokenSignature:
      let text = try sign(notification, payloads)
      guard let dot = text.lastIndex(of: ".") else { return text }
      let signature = text[text.index(after: dot)...]
      // Another first digit is another signature of the right length.
      return text[...dot] + (signature.first == "A" ? "B" : "A") + signature.dropFirst()
    }
  }
}
