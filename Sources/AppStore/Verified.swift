/// A payload that Apple signed for our app, checked (AppleFacts.md § 4). Only the verifier makes
/// one: code that holds a value of this type need not check again.
package struct Verified<Payload: Sendable>: Sendable {
  package let payload: Payload
  /// The signed text, kept as evidence.
  package let text: SignedText

  init(_ payload: Payload, text: SignedText) {
    self.payload = payload
    self.text = text
  }
}

extension Verified: Equatable where Payload: Equatable {}
extension Verified: Hashable where Payload: Hashable {}

/// A compact JWS in its three parts, each in base64url as it was sent.
package struct SignedText: Hashable, Sendable {
  /// Contains the certificate chain; the same for all texts signed with one certificate.
  package let header: String
  package let payload: String
  package let signature: String

  package init(header: String, payload: String, signature: String) {
    self.header = header
    self.payload = payload
    self.signature = signature
  }

  package var compact: String { "\(header).\(payload).\(signature)" }
}
