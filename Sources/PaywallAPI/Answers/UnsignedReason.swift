/// Why an eligible offer comes without a signature; the raw values are the words on the wire.
package enum UnsignedReason: String, CaseIterable, Sendable {
  /// The app gets it at the tap. Also once the attempts of paywall answers are used up; those of the
  /// tap are counted apart.
  case atPurchase
  /// This server has no key that could sign the form.
  case signingNotConfigured
  /// The form is signed for a server only.
  case serverKeyRequired
}
