package import AsyncHTTPClient
import Foundation
package import LocalAppStore
import NIOCore
import NIOHTTP1
import PaywallTextCoding

/// Posts notifications as the App Store does. Redirects are not followed.
package struct NotificationSender: Sendable {
  private let client: HTTPClient
  private let url: String

  private let patience: Duration

  /// How long an answer may take unless said otherwise.
  package static let usualPatience = Duration.seconds(10)

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
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(ByteBuffer(bytes: Self.body(of: signedPayload)))
    do {
      let response = try await client.execute(request, timeout: TimeAmount(patience))
      // Read to the end, so that the connection serves the next one.
      for try await _ in response.body {}
      let status = Int(response.status.code)
      return (.init(status: status), status)
    } catch let error as HTTPClientError
      where [.deadlineExceeded, .readTimeout, .connectTimeout].contains(error)
    {
      return (.timedOut, nil)
    } catch {
      return (.noResponse, nil)
    }
  }
}
