import HTTPTypes
package import Hummingbird
import HummingbirdCore
package import NIOCore
import NIOPosix
package import ServiceLifecycle

extension Application where Responder == FrontDoor {
  /// The server, put together. Read this file first, then what it names.
  package static func build(
    _ parts: ServerParts, settings: Settings, limits: ConnectionLimits = ConnectionLimits(),
    certificates: Certificates? = nil, services: [any Service] = [],
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
  ) -> Application {
    let router = Router(context: RequestScope.self, options: .autoGenerateHeadEndpoints)
    let routes = RouteTable(router)

    HealthRoutes(parts).add(to: routes.open)
    NotificationRoutes(parts).add(to: routes.open)
    FeatureRoutes(parts).add(to: routes.open)

    let visitor = routes.group(VisitorCaller.self)
    ProductRoutes(parts).add(to: visitor)
    OpenFeatureRoutes(parts).add(to: visitor)
    let placements = PlacementRoutes(parts)
    placements.add(to: visitor)
    ExposureRoutes(parts).add(to: visitor)
    BundleRoutes(parts).add(to: visitor)
    OfferRoutes(parts).add(to: visitor)
    let customers = CustomerRoutes(parts)
    customers.add(to: visitor)

    let server = routes.group(ServerCaller.self)
    customers.add(to: server)

    let admin = routes.group(AdminCaller.self)
    AdminRoutes(parts).add(to: admin)
    PreviewRoutes(parts).add(to: admin)

    let description = routes.addDescription()

    let door = FrontDoor(
      routes: router.buildResponder(), allowed: routes.allowed, parts: parts,
      placements: placements, fastPath: settings.fastPath, description: description)
    let room = ConnectionRoom(capacity: limits.connections, logger: parts.logger)
    let bodies = BodyRules(
      budget: BodyBudget(bytes: limits.bodies, gauge: parts.metrics.bodyBytes),
      proxies: parts.proxies)
    return Application(
      responder: door,
      server: HTTPServerBuilder { responder in
        let plain = Connection(
          responder: responder, express: door.express, refuse: door.refuseGuess, limits: limits,
          room: room, bodies: bodies, refusals: parts.refusals, metrics: parts.metrics,
          eventLoops: MultiThreadedEventLoopGroup.singleton)
        guard let certificates else { return plain }
        return SecureConnection(
          plain, responder: responder, certificates: certificates, limits: limits)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), serverName: nil, backlog: 1024),
      services: services, onServerRunning: onServerRunning,
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
      logger: parts.logger)
  }
}
