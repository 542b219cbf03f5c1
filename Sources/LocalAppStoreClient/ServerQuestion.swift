/// A question of the store to the server that is connected to it.
package struct ServerQuestion: Codable, Hashable, Sendable {
  /// Comes back with the answer.
  package var id: String
  /// Apple's id of the customer.
  package var appTransactionId: String
  /// `nil` asks what the server believes of the customer.
  package var signature: SignatureRequest?

  package init(id: String, appTransactionId: String, signature: SignatureRequest? = nil) {
    self.id = id
    self.appTransactionId = appTransactionId
    self.signature = signature
  }

  /// Asks for the signature of a promotional offer.
  package struct SignatureRequest: Codable, Hashable, Sendable {
    package var product: String
    /// App Store Connect's identifier.
    package var offer: String
    /// The name of the customer, who is also the user of the app.
    package var user: String
    /// Their signed app transaction, as the app sends it.
    package var appTransaction: String

    package init(product: String, offer: String, user: String, appTransaction: String) {
      self.product = product
      self.offer = offer
      self.user = user
      self.appTransaction = appTransaction
    }
  }
}

/// Answers `GET /v1/questions`.
package struct NextQuestion: Codable, Hashable, Sendable {
  /// `nil` if nothing is asked now.
  package var question: ServerQuestion?

  package init(question: ServerQuestion? = nil) { self.question = question }
}

/// Answers one question.
package struct ServerAnswer: Codable, Hashable, Sendable {
  /// The id of the question.
  package var id: String
  /// The server's beliefs; empty if it does not know the customer.
  package var subscriptions: [LedgerSubscriptionCard]?
  /// A compact JWS.
  package var jws: String?
  /// Why there is no answer, as a sentence.
  package var refusal: String?

  package init(
    id: String, subscriptions: [LedgerSubscriptionCard]? = nil, jws: String? = nil,
    refusal: String? = nil
  ) {
    self.id = id
    self.subscriptions = subscriptions
    self.jws = jws
    self.refusal = refusal
  }
}

/// A server's belief about one subscription, in the words of ``StoreSubscriptionCard``.
package struct LedgerSubscriptionCard: Codable, Hashable, Sendable {
  package var originalTransactionId: String
  package var state: String
  package var product: String?
  /// RFC 3339.
  package var expires: String?
  /// `nil` if the server does not know it.
  package var autoRenews: Bool?
  package var isEntitled: Bool

  package init(
    originalTransactionId: String, state: String, product: String?, expires: String?,
    autoRenews: Bool?, isEntitled: Bool
  ) {
    self.originalTransactionId = originalTransactionId
    self.state = state
    self.product = product
    self.expires = expires
    self.autoRenews = autoRenews
    self.isEntitled = isEntitled
  }
}
