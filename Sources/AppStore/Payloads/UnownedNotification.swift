package import PaywallCatalog

/// A notification with Apple's signature that does not say which app it is for. It is stored without
/// effect, so that a newer version can read it. Only the verifier creates one.
package struct UnownedNotification: Hashable, Sendable {
  /// The same on every repeat.
  package let uuid: String
  /// The type in Apple's spelling.
  package let type: String
  package let signedDate: Timestamp?
  package let text: SignedText
}
