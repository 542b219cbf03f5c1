/// The App Store's facts about this device, sent with every request.
struct StoreFacts: Codable, Equatable, Sendable {
  /// `production`, `sandbox` or `xcode`.
  var environment: String?
  /// The storefront's country.
  var storefront: String?
  /// Apple's id of the customer's download of the app.
  var appTransactionId: String?

  static let file = "store"

  /// True if it belongs to the Apple Account of the device, as far as that is known.
  func isOwn(_ transaction: StoreTransaction) -> Bool {
    transaction.appTransactionId.map { $0 == appTransactionId ?? $0 } ?? true
  }

  /// The attributes that keep test traffic apart, and the country.
  var attributes: [String: AttributeValue] {
    var attributes: [String: AttributeValue] = [:]
    if let environment, environment != "production" {
      attributes["environment"] = .string(environment)
    }
    attributes["country"] = storefront.map { .string($0) }
    return attributes
  }
}
