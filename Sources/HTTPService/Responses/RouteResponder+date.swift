package import HTTPTransport
import HTTPTypes
package import PaywallCatalog

/// Puts the date on each response of the routes (RFC 9110, 6.6.1).
package func dated(
  _ respond: @escaping RouteResponder, now: @escaping @Sendable () -> Timestamp
) -> RouteResponder {
  let dates = HTTPDates()
  return { request, source in
    switch respond(request, source) {
    case .now(var response):
      response.headers[.date] = dates.text(at: now())
      return .now(response)
    case .later(let route):
      return .later {
        var response = await route()
        response.headers[.date] = dates.text(at: now())
        return response
      }
    }
  }
}
