import AppStoreServerAPI
package import PaywallCatalog
import PaywallTextCoding

/// One of the messages that tell an event.
package struct WebhookMessage: Sendable {
  /// The same on every attempt.
  package let id: String
  package let body: [UInt8]
  /// Beside those of the signature.
  package let headers: [(name: String, value: String)]

  package init(id: String, body: [UInt8], headers: [(name: String, value: String)] = []) {
    self.id = id
    self.body = body
    self.headers = headers
  }
}

/// One attempt to deliver an event.
package struct WebhookRequest: Sendable {
  package let headers: [(name: String, value: String)]
  package let body: [UInt8]

  /// The most bytes of a body.
  package static let mostBytes = 20_000

  init(headers: [(name: String, value: String)], body: [UInt8]) {
    self.headers = headers
    self.body = body
  }

  /// Signed by Standard Webhooks.
  ///
  /// - Parameter others: headers that are not signed.
  package init(
    id: String, body: [UInt8], adding others: [(name: String, value: String)] = [],
    signedBy secrets: [WebhookSecret], at now: Timestamp
  ) {
    let seconds = now.milliseconds / 1000
    let signatures = secrets.compactMap { $0.signature(id: id, seconds: seconds, body: body) }
    self.body = body
    headers =
      [
        ("content-type", "application/json"), ("user-agent", "paywall"), ("webhook-id", id),
        ("webhook-timestamp", "\(seconds)"),
        ("webhook-signature", signatures.joined(separator: " ")),
      ] + others
  }

  package func value(of header: String) -> String? {
    headers.first { $0.name == header }?.value
  }
}

extension WebhookRequest {
  /// The body of an event.
  ///
  /// - Parameters:
  ///   - marks: members that are `true`, beside `type`.
  ///   - data: a JSON object.
  package static func body(
    _ type: String, at moment: Timestamp, marks: [String] = [], data: String = "{}"
  ) -> [UInt8] {
    JSONText {
      $0.raw("{\"type\":")
      $0.string(type)
      $0.raw(",\"timestamp\":")
      $0.string(moment.rfc3339)
      for mark in marks {
        $0.raw(",")
        $0.string(mark)
        $0.raw(":true")
      }
      $0.raw(",\"data\":")
      $0.raw(data.utf8)
      $0.raw("}")
    }.bytes
  }
}

/// The outcome of an attempt.
package enum WebhookAnswer: Hashable, Sendable {
  /// - Parameter retryAfter: the header of this name.
  case status(Int, retryAfter: String?)
  /// Why there is no answer, for people. Never with anything that was sent or received.
  case failed(String)

  package var isSuccess: Bool {
    if case .status(let status, _) = self { 200..<300 ~= status } else { false }
  }

  /// The receiver will never take an event again.
  var isGone: Bool {
    if case .status(410, _) = self { true } else { false }
  }

  /// The moment before which the receiver wants nothing, at most a day ahead: `Retry-After` has
  /// seconds or a date (RFC 9110, 10.2.3).
  func retryAt(_ now: Timestamp) -> Timestamp? {
    guard case .status(_, let text?) = self else { return nil }
    let latest = now.adding(milliseconds: Timestamp.day)
    if let seconds = Int64(text), seconds >= 0 {
      return seconds < 86_400 ? now.adding(milliseconds: seconds * 1_000) : latest
    }
    return HTTPDate(text).map { min($0.timestamp, latest) }
  }

  package var words: String {
    switch self {
    case .status(let status, _) where 300..<400 ~= status:
      "it answered \(status), and redirects are not followed"
    case .status(let status, _): "it answered \(status)"
    case .failed(let words): words
    }
  }
}

/// Sends the attempts of a round to an endpoint. The answers are in the order of the requests.
package typealias WebhookTransport =
  @Sendable (_ requests: [WebhookRequest], _ endpoint: WebhookEndpoint) async -> [WebhookAnswer]
