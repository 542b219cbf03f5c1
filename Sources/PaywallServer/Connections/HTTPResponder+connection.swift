package import HTTPTransport
package import Hummingbird
package import Logging
import NIOCore
package import PaywallCatalog

extension HTTPResponder where Context: InitializableFromSource<ApplicationRequestContextSource> {
  /// What a connection asks: this responder, with a date on each response.
  package func routes(
    logger: Logger, now: @escaping @Sendable () -> Timestamp
  ) -> RouteResponder {
    let dates = HTTPDates()
    return { request, channel in
      let source = ApplicationRequestContextSource(channel: channel, logger: logger)
      let answer = try? await respond(to: request, context: Context(source: source))
      // A router answers what its routes throw, unless it is no error of HTTP.
      var response = answer ?? Response(status: .internalServerError)
      response.headers[.date] = dates.text(at: now())
      return response
    }
  }
}
