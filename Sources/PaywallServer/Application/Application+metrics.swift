import Hummingbird
import ServiceLifecycle

extension Application where Responder == RouterResponder<BasicRequestContext> {
  /// Metrics on a port of their own, for a network that only the scraper reaches; no key is asked.
  static func metrics(_ parts: ServerParts, settings: Settings) -> Application? {
    guard let port = settings.metricsPort else { return nil }
    let router = Router()
    router.get("metrics") { _, _ in Response(metrics: await parts.metricsText()) }
    return Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname(settings.host, port: port)),
      logger: parts.logger)
  }
}
