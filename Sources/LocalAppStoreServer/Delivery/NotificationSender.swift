package import AsyncHTTPClient
import Foundation
package import LocalAppStore
import NIOCore
import NIOHTTP1
import PaywallTextCoding

/// Asks the app's server what to show before a cancellation; `nil` if there is no server to ask.
///
/// - Parameter url: the address that is set over Apple's API; `nil` if none is.
package typealias RetentionPost =
  @Sendable (_ url: String?, _ signedPayload: String) async -> NotificationSender.Reply?

/// Posts notifications as the App Store does. Redirects are not followed.
package struct NotificationSender: Sendable {
  private let client: HTTPClient
  private let url: String

  private let patience: Duration

  /// How long an answer may take unless said otherwise.
  package static let usualPatience = Duration.seconds(10)
  /// How long Apple waits for the choice of a retention message (AppleFacts.md § 2).
  package static let retentionPatience = Duration.milliseconds(700)

  private static let largestAnswer = 64 * 1024

  /// The answer of a server to a signed text.
  package struct Reply: Sendable {
    package var result: DeliveryQueue.Result
    package var status: Int?
    package var body: [UInt8] = []

    package init(result: DeliveryQueue.Result, status: Int? = nil, body: [UInt8] = []) {
      self.result = result
      self.status = status
      self.body = body
    }
  }

  /// - Parameter patience: an answer that takes longer is `TIMED_OUT`.
  package init(_ client: HTTPClient, to url: String, patience: Duration = usualPatience) {
    self.client = client
    self.url = url
    self.patience = patience
  }

  package func post(_ signedPayload: String) async -> DeliveryQueue.Result {
    await send(signedPayload).result
  }

  /// Apple's body of a notification (AppleFacts.md § 1).
  static func body(of signedPayload: String) -> [UInt8] {
    JSONMembers { $0.text("signedPayload", signedPayload) }.bytes
  }

  /// Sends a notification, and also returns the status of the answer, if there was one.
  package func send(
    _ signedPayload: String
  ) async -> (result: DeliveryQueue.Result, status: Int?) {
    let reply = await ask(signedPayload)
    return (reply.result, reply.status)
  }

  /// Sends a signed text, and returns the answer, of which a long body is left out.
  package func ask(_ signedPayload: String) async -> Reply {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(ByteBuffer(bytes: Self.body(of: signedPayload)))
    do {
      let response = try await client.execute(request, timeout: TimeAmount(patience))
      // Read to the end, so that the connection serves the next one.
      var body: [UInt8] = []
      for try await part in response.body where body.count <= Self.largestAnswer {
        body += part.readableBytesView
      }
      let status = Int(response.status.code)
      return Reply(result: .init(status: status), status: status, body: body)
    } catch let error as HTTPClientError
      where [.deadlineExceeded, .readTimeout, .connectTimeout].contains(error)
    {
      return Reply(result: .timedOut)
    } catch {
      return Reply(result: .noResponse)
    }
  }
}

extension NotificationSender {
  /// Asks the address that is set over Apple's API, or else another one.
  ///
  /// - Parameter url: the other address. Without either, no question is sent.
  package static func retention(
    _ client: HTTPClient, or url: String?, patience: Duration = retentionPatience
  ) -> RetentionPost {
    { set, text in
      guard let url = set ?? url else { return nil }
      return await NotificationSender(client, to: url, patience: patience).ask(text)
    }
  }

  /// The address that a paywall server answers requests before cancellations at, beside the one for
  /// its notifications; `nil` for another server.
  package static func retentionURL(beside notify: String) -> String? {
    let path = "/v1/appstore/notifications"
    return notify.hasSuffix(path)
      ? notify.dropLast(path.utf8.count) + "/v1/appstore/retention" : nil
  }
}
