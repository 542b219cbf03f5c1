#if Server
/// A message that the App Store shows to a customer who is about to cancel a subscription, from
/// `Paywalls/retention/`. The placement `cancel` shows it by its id, as others show paywalls.
package struct RetentionMessage: Hashable, Sendable {
  package var id: String
  /// For people; never sent to Apple.
  package var title: String?
  package var kind: Kind
  package var headerPosition: HeaderPosition
  /// By locale of the app.
  package var texts: [String: Text]

  package init(
    id: String, title: String? = nil, kind: Kind = .message,
    headerPosition: HeaderPosition = .aboveBody, texts: [String: Text]
  ) {
    self.id = id
    self.title = title
    self.kind = kind
    self.headerPosition = headerPosition
    self.texts = texts
  }

  /// Something that the customer may choose instead of cancelling.
  package enum Kind: Hashable, Sendable {
    /// Nothing but the text.
    case message
    /// Another product of the subscription group.
    case product(String, BillingPlan)
    /// The key of a promotional offer, and the product that has it; `nil` for the customer's own.
    case offer(String, product: String?)
  }

  /// Apple's places of the header in a message with an image.
  package enum HeaderPosition: String, CaseIterable, Sendable {
    case aboveBody, aboveImage
  }

  /// The message in one language, which is a message of its own at Apple.
  package struct Text: Hashable, Sendable {
    package var header: String
    package var body: String
    package var image: Image?
    package var bullets: [Bullet]
    /// The UUID of the message at Apple, made from its content, so that a changed text is a new
    /// message; `nil` until the identifiers of its images are known.
    package var identifier: String?

    package init(
      header: String, body: String, image: Image? = nil, bullets: [Bullet] = [],
      identifier: String? = nil
    ) {
      self.header = header
      self.body = body
      self.image = image
      self.bullets = bullets
      self.identifier = identifier
    }

    /// All images of the message.
    package var images: [Image] { [image].compactMap(\.self) + bullets.map(\.image) }
  }

  package struct Bullet: Hashable, Sendable {
    package var text: String
    package var image: Image

    package init(text: String, image: Image) {
      self.text = text
      self.image = image
    }
  }

  package struct Image: Hashable, Sendable {
    /// From `Paywalls`, such as `images/stay.png`.
    package var file: String
    /// Read to people who do not see the image.
    package var alternative: String
    /// The UUID of the image at Apple, made from its bytes; `nil` before it was brought to Apple.
    package var identifier: String?

    package init(file: String, alternative: String, identifier: String? = nil) {
      self.file = file
      self.alternative = alternative
      self.identifier = identifier
    }
  }
}

extension RetentionMessage {
  /// The placement that Apple asks for; no app does.
  package static let placement = "cancel"

  /// The text for a reader of a locale among those that Apple approved, else that of the app's
  /// default locale; `nil` if Apple approved neither.
  ///
  /// - Parameter locales: of the app, the default first.
  package func text(
    for locale: String, among locales: [String], approvedBy states: RetentionStates
  ) -> Text? {
    let approved = locales.filter { texts[$0].map(states.approves) ?? false }
    guard let first = approved.first else { return nil }
    if let place = AppLanguages(approved).place(for: PreferredLanguages(locale)) {
      return texts[approved[place]]
    }
    return first == locales.first ? texts[first] : nil
  }
}
#endif
