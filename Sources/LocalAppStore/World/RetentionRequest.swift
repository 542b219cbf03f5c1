package import PaywallCatalog

/// Apple's question to the app's server when a customer is about to cancel, and how it ended.
package struct RetentionRequest: Sendable {
  package let requestIdentifier: String
  package let originalTransactionId: String
  package let productId: String
  /// As in `en-US`.
  package let userLocale: String
  package let signedDate: Timestamp
  package let fault: Fault?
  /// How the app's server answered; `nil` if it was not asked.
  package internal(set) var result: RealtimeResult?
  /// Whether the same request got the same answer once more; `nil` if it was sent once.
  package internal(set) var repeatsAnswer: Bool?
  /// Why the answer of the app's server is not shown.
  package internal(set) var refusal: StoreRefusal?
  /// `nil` if nothing is shown.
  package internal(set) var shown: Shown?
  /// `nil` while the customer reads.
  package internal(set) var decision: Decision?

  package struct Shown: Sendable {
    package var message: StoreMessage
    /// Whether Apple chose it, and not the app's server.
    package var isDefault: Bool
    package var proposal: RealtimeAnswer.Proposal?
  }

  package enum Decision: String, Sendable {
    case stayed, cancelled
    /// The customer took the offer or the other product.
    case accepted
  }

  /// Something that goes wrong on purpose.
  package enum Fault: String, CaseIterable, Sendable {
    /// The answer comes after Apple's limit.
    case lateAnswer
    /// The same request is sent twice.
    case replayed
    /// The request arrives six minutes after it was signed.
    case stale
    case brokenSignature, otherRoot
    /// Rightly signed, for an app with another Apple id.
    case otherApp
  }
}

/// The result of one request, in the App Store's spelling (`sendAttemptResult`).
package enum RealtimeResult: String, Sendable {
  case success = "SUCCESS"
  case unsuccessfulStatus = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
  case timedOut = "TIMED_OUT"
  case noResponse = "NO_RESPONSE"
  /// The body is no answer.
  case invalidResponse = "INVALID_RESPONSE"
}

/// A request that the app's server must get now.
package struct RetentionQuestion: Sendable {
  package let request: RetentionRequest
  /// The index of the subscription, and the request's position in it.
  let subscription: Int
  let position: Int
}
