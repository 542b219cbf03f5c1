/// A device with the app.
package struct StoreDevice: Hashable, Sendable {
  /// A UUID, StoreKit's `deviceVerificationID`.
  package let id: String
  /// A UUID, new with each installation.
  package let verificationNonce: String
}
