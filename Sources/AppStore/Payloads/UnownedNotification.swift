package import PaywallCatalog

/// A notification that Apple signed and that names no app, so nobody knows whose it is. It is kept
/// aside, without effect, for a version that can read it. Only the verifier makes one.
package struct UnownedNotification: Hashable, Sendable {
  /// The same on every repeat.
  package let uuid: String
  /// In Apple's spelling.
  package let type: String
  package let signedDate: Timestamp?
  package let text: SignedText

  init(uuid: String, type: String, signedDate: Timestamp?, text: SignedText) {
    self.uuid = uuid
    self.type = type
    self.signedDate = signedDate
    self.text = text
  }
}
