import AppStore
import Ledger
import PaywallCatalog
import PaywallTextCoding

/// A request of Apple's for a retention message, with everything that an answer needs.
struct RetentionQuestion: Sendable {
  let request: RetentionRequest
  /// The subscription that the customer is about to cancel.
  let productId: String
  let locale: String

  /// `nil` if something is missing.
  init?(_ payload: RealtimeRequest) {
    guard let id = payload.requestIdentifier, id.isUUID,
      let purchase = payload.originalTransactionId, let product = payload.productId,
      let locale = payload.userLocale, payload.signedDate != nil
    else { return nil }
    request = RetentionRequest(
      id: id.lowercased(), environment: payload.environment, originalTransactionId: purchase)
    productId = product
    self.locale = locale
  }

  /// How long after its signature a request is answered, in milliseconds.
  static let patience: Int64 = 300_000
}
