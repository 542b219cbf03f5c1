package import PaywallPresentation

/// A paywall as one visitor would see it, with the reasons.
package struct Picture: Sendable {
  /// The placement or the paywall that was asked for.
  package var name: String
  /// The visitor: a persona's title, or ids.
  package var visitor: String
  /// The locale of the app that the texts are in.
  package var locale: String
  /// The screen of the phone; `nil` if nothing is shown.
  package var screen: Screen?
  /// The decision in one line, and the trace of `explain`; empty for a paywall that was asked for by name.
  package var decision = ""
  package var trace = ""
  /// The answers for the offers that the paywall tries, a sentence each.
  package var offers: [OfferAnswer] = []
  /// Notes that a reader needs before believing the picture.
  package var notes: [String] = []

  /// An offer of a product, and why the visitor may have it or not.
  package struct OfferAnswer: Hashable, Sendable {
    package var product: String
    package var offer: String
    package var sentence: String
  }

  /// The screen of the phone.
  package struct Screen: Sendable {
    package var paywall: String
    package var content: PaywallContent
    package var hero: PictureImage?
    package var darkHero: PictureImage?
    package var products: [Product]
    package var words: PaywallWords
    package var isRightToLeft: Bool

    /// True if a page that shows the screen loads images from the network.
    package var loadsImages: Bool {
      [hero, darkHero].contains { if case .linked = $0 { true } else { false } }
    }
  }

  /// A product on the phone, with its texts as members.
  @dynamicMemberLookup
  package struct Product: Hashable, Sendable {
    package var texts: ShownProduct
    package var isSelected: Bool

    package subscript<Value>(dynamicMember text: KeyPath<ShownProduct, Value>) -> Value {
      texts[keyPath: text]
    }
  }
}
