import PaywallTextCoding

extension Payloads {
  /// A request before a cancellation (`RealtimeRequestBody`). It names no bundle id.
  package func realtimeRequest(_ request: RetentionRequest) -> [UInt8] {
    var payload = JSONMembers()
    payload.text("originalTransactionId", request.originalTransactionId)
    // Apple's libraries need the member in the sandbox too, and read it in production only.
    payload.number("appAppleId", appAppleId ?? 0)
    payload.text("productId", request.productId)
    payload.text("userLocale", request.userLocale)
    payload.text("requestIdentifier", request.requestIdentifier)
    payload.text("environment", environment.rawValue)
    payload.date("signedDate", request.signedDate)
    return payload.bytes
  }
}
