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
    return { request, _, channel in
      .later {
        let source = ApplicationRequestContextSource(channel: channel, logger: logger)
        var response: Response
        do {
          response = try await respond(to: request, context: Context(source: source))
        } catch {
          // A router answers the errors of HTTP that its routes throw.
          logger.error("internal error", metadata: ["error": "\(type(of: error))"])
          response = Response(status: .internalServerError)
        }
        response.headers[.date] = dates.text(at: now())
        return response
      }
    }
  }
}
