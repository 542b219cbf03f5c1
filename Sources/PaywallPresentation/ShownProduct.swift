/// A product as a paywall shows it, in sentences of one language.
package struct ShownProduct: Hashable, Sendable, Identifiable {
  /// The identifier in App Store Connect.
  package let id: String
  package let name: String
  /// The amount that is billed: `$59.99 a year`; `nil` if the price is not known.
  package let billed: String?
  /// The months of a commitment, with their sum.
  package let commitment: String?
  /// The offer that a purchase takes: `3 days free, then $39.99 a year`.
  package let offer: String?
  package let badge: String?
  /// The small print of a purchase: the offer, and how it renews.
  package let terms: [String]
  /// The text of the button.
  package let button: String

  /// - Parameters:
  ///   - offer: the offer in a sentence.
  ///   - isApplied: true if the purchase takes it without a code.
  ///   - verb: the text of the button, if the paywall has none.
  package init(
    id: String, name: String, _ sentences: PriceSentences, offer: String?,
    isApplied: Bool = true, verb: String, in content: PaywallContent
  ) {
    (self.id, self.name, self.offer) = (id, name, offer)
    billed = sentences.billed
    commitment = sentences.commitment
    badge = content.badges[id]
    terms = [isApplied ? offer : nil, sentences.renewal].compactMap(\.self)
    button = content.button.text ?? verb
  }

  /// The product in one sentence, for VoiceOver.
  package var label: String {
    [name, badge, billed, commitment, offer].compactMap(\.self).joined(separator: ", ")
  }
}
