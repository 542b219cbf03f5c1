import LocalAppStore

/// Makes the text of a notification again, byte for byte as it was posted. Only the signatures are kept,
/// because everything else follows from the notification.
struct PostedTexts: Sendable {
  /// The signatures by `notificationUUID`.
  private var kept: [String: KeptSignatures] = [:]

  /// The signed text of a notification, the same on every attempt.
  mutating func text(
    of notification: StoreNotification, _ chain: SigningChain, _ payloads: Payloads
  ) throws -> String {
    var signatures = kept[notification.uuid] ?? KeptSignatures()
    defer { kept[notification.uuid] = signatures }
    return try chain.sign(notification, payloads, &signatures)
  }
}
