package import PaywallCatalog

/// The payload with which Apple asks what to show to a customer who is about to cancel
/// (AppleFacts.md § 2). It names no bundle id.
package struct RealtimeRequest: Hashable, Sendable {
  package var environment: AppStoreEnvironment
  package var originalTransactionId: String?
  package var productId: String?
  /// The locale, as `en-US`.
  package var userLocale: String?
  package var requestIdentifier: String?
  package var appAppleId: Int64?
  package var signedDate: Timestamp?
}

extension RealtimeRequest {
  init(_ object: JSONObject, environment: AppStoreEnvironment) throws(Distrust) {
    self.environment = environment
    originalTransactionId = object.identifier("originalTransactionId")
    productId = object.identifier("productId")
    userLocale = object.identifier("userLocale")
    requestIdentifier = object.identifier("requestIdentifier")
    appAppleId = object.integer("appAppleId")
    signedDate = try object.date("signedDate")
  }
}
