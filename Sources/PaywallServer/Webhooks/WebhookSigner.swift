package import PaywallCatalog
import PaywallTextCoding

/// The secrets of an endpoint, by which each attempt is signed anew.
package struct WebhookSigner: Sendable {
  package let secrets: [WebhookSecret]
  private let format: WebhookFormat
  /// The header of this name, in RevenueCat's format.
  private let authorization: String?

  package init(
    _ format: WebhookFormat, _ secrets: [WebhookSecret], authorization: String? = nil
  ) {
    self.format = format
    self.secrets = secrets
    self.authorization = authorization
  }

  /// Reads the secrets of an endpoint now.
  ///
  /// - Parameter environment: instead of the process' own.
  package init(
    _ endpoint: WebhookEndpoint, environment: [String: String]? = nil
  ) throws(WebhookSecret.Problem) {
    var secrets: [WebhookSecret] = []
    for place in endpoint.secrets {
      secrets.append(
        endpoint.format == .revenuecat
          ? try WebhookSecret(plain: place.text(environment), at: place)
          : try WebhookSecret(place, environment: environment))
    }
    var authorization: String?
    if let place = endpoint.authorization {
      let text = try place.text(environment)
      guard text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
        throw WebhookSecret.Problem(
          words: "\(place) does not hold a header: it has other characters than a header may")
      }
      authorization = text
    }
    self.init(endpoint.format, secrets, authorization: authorization)
  }

  package func request(_ message: WebhookMessage, at now: Timestamp) -> WebhookRequest {
    guard format == .revenuecat else {
      return WebhookRequest(
        id: message.id, body: message.body, adding: message.headers, signedBy: secrets, at: now)
    }
    let seconds = now.milliseconds / 1000
    let signed = Array("\(seconds).".utf8) + message.body
    let codes = secrets.compactMap { $0.code(of: signed).map { "v1=\($0.hexadecimal)" } }
    let signature = ["t=\(seconds)"] + codes
    return WebhookRequest(
      headers: [
        ("content-type", "application/json"), ("user-agent", "paywall"),
        ("x-revenuecat-webhook-signature", signature.joined(separator: ",")),
      ] + (authorization.map { [("authorization", $0)] } ?? []),
      body: message.body)
  }
}
