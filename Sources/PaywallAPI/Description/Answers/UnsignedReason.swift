/// Why an eligible offer has no signature; the raw values are the words on the wire.
package enum UnsignedReason: String, CaseIterable, Sendable {
  /// The app gets it at the tap. Also when paywall answers have used up their attempts; those of
  /// the tap are counted apart.
  case atPurchase
  /// This server has no key that could sign the form.
  case signingNotConfigured
  /// Only servers may get this form.
  case serverKeyRequired
}
