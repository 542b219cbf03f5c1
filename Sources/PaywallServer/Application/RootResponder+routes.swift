package import HTTPTransport
import HTTPTypes
import Hummingbird
package import PaywallCatalog

extension RootResponder {
  /// What a connection asks, with a date on each response.
  package func routes(now: @escaping @Sendable () -> Timestamp) -> RouteResponder {
    let dates = HTTPDates()
    return { request, body, channel in
      switch answer(request, body, RequestSource(channel)) {
      case .now(var head, let body):
        head.headerFields[.date] = dates.text(at: now())
        return .now(head, body)
      case .later(let route):
        return .later {
          var response = await route()
          response.headers[.date] = dates.text(at: now())
          return response
        }
      }
    }
  }
}
