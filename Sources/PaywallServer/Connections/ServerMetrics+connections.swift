package import HTTPDocuments
import HTTPTransport
package import HTTPTypes
package import NIOCore

extension ServerMetrics: ConnectionCounters {}

extension ServerMetrics {
  /// Counts a refusal of a connection; if it gets a response, as one that no route gave.
  @Sendable package func noteRefusal(
    _ code: Problem.Code, _ method: HTTPRequest.Method?, after limit: TimeAmount?
  ) {
    refused(code)
    guard let limit else { return }
    requests.meter(route: "none", method: method.map(MethodLabel.init) ?? .other)
      .answered(code.status.code, nanoseconds: limit.nanoseconds)
  }
}
