import LocalAppStore
import PaywallCatalog

/// Apple's question before a cancellation, the message that it shows, and the customer's decision.
package struct RetentionCard: Codable, Hashable, Sendable {
  /// Apple's `requestIdentifier`.
  package var request: String
  /// When the request was signed.
  package var signed: String
  package var locale: String
  /// How the app's server answered, in the words of Apple's `sendAttemptResult`; `nil` if there was no
  /// server to ask.
  package var result: String?
  /// Whether the same request, sent twice, got the same answer.
  package var repeatsAnswer: Bool?
  /// Why the answer is not shown: a stable word, and a sentence.
  package var refused: String?
  package var refusal: String?
  /// Absent if Apple shows nothing.
  package var shown: ShownCard?
  /// `stayed`, `accepted`, `cancelled`; `nil` while the customer reads.
  package var decision: String?

  package struct ShownCard: Codable, Hashable, Sendable {
    package var message: String
    package var header: String
    package var body: String
    package var bulletPoints: [String]
    /// The text of the image.
    package var image: String?
    /// Whether it is the default of the product and locale.
    package var isDefault: Bool
    /// The product that the customer may take, at once or with an offer.
    package var product: String?
    package var offer: String?
  }

  init(_ request: RetentionRequest) {
    self.request = request.requestIdentifier
    signed = request.signedDate.rfc3339
    locale = request.userLocale
    result = request.result?.rawValue
    repeatsAnswer = request.repeatsAnswer
    refused = request.refusal?.code
    refusal = request.refusal?.sentences
    shown = request.shown.map(ShownCard.init)
    decision = request.decision?.rawValue
  }
}

extension RetentionCard.ShownCard {
  fileprivate init(_ shown: RetentionRequest.Shown) {
    message = shown.message.id
    header = shown.message.header
    body = shown.message.body
    bulletPoints = shown.message.bulletPoints.map(\.text)
    image = shown.message.image?.altText
    isDefault = shown.isDefault
    switch shown.proposal {
    case nil: break
    case .product(let id, _): product = id
    case .offer(let signed): (product, offer) = (signed.productId, signed.offerId)
    }
  }
}

/// The messages that Apple holds for the moment before a cancellation.
package struct MessageList: Codable, Hashable, Sendable {
  package var realtimeURL: String?
  package var messages: [MessageCard]
  package var images: [ImageCard]

  package struct MessageCard: Codable, Hashable, Sendable {
    package var id: String
    /// `PENDING`, `APPROVED` or `REJECTED`.
    package var state: String
    package var header: String
    package var body: String
    /// Where it is the default, as `pro_yearly en-US`; sorted.
    package var defaultFor: [String]
  }

  package struct ImageCard: Codable, Hashable, Sendable {
    package var id: String
    package var state: String
    /// `FULL_SIZE` or `BULLET_POINT`.
    package var size: String
  }

  init(_ held: StoreMessages) {
    realtimeURL = held.realtimeURL
    messages = held.messages.map { message in
      MessageCard(
        id: message.id, state: message.state.rawValue, header: message.header,
        body: message.body,
        defaultFor: held.defaults.filter { $0.value == message.id }.keys
          .map { "\($0.productId) \($0.locale)" }.sorted())
    }
    images = held.images.map {
      ImageCard(id: $0.id, state: $0.state.rawValue, size: $0.size.rawValue)
    }
  }
}
