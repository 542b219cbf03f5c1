import HTTPTransport
import Logging
import ServiceLifecycle

/// The server that listens, and the services that run beside it.
package struct Application: Service {
  package let responder: RootResponder
  private let services: [any Service]
  private let logger: Logger

  /// - Parameter services: the services that run beside the server. They end after it.
  init(
    _ responder: RootResponder, _ server: HTTPServer, beside services: [any Service],
    logger: Logger
  ) {
    self.responder = responder
    self.services = services + [server]
    self.logger = logger
  }

  package func run() async throws {
    try await ServiceGroup(configuration: .init(services: services, logger: logger)).run()
  }
}
