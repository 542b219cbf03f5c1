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
    services: [any Service] = [],
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
  ) -> Application {
    let router = Router(context: RequestScope.self, options: .autoGenerateHeadEndpoints)
    let routes = RouteTable(router)

    HealthRoutes(parts).add(to: routes)
    NotificationRoutes(parts).add(to: routes)

    let visitor = routes.group("v1", context: VisitorCaller.self)
    ProductRoutes(parts).add(to: visitor)
    let placements = PlacementRoutes(parts)
    placements.add(to: visitor)
    ExposureRoutes(parts).add(to: visitor)
    BundleRoutes(parts).add(to: visitor)
    OfferRoutes(parts).add(to: visitor)
    let customers = CustomerRoutes(parts)
    customers.add(to: visitor)

    let server = routes.group("v1", context: ServerCaller.self)
    customers.add(to: server)

    let admin = routes.group(context: AdminCaller.self)
    AdminRoutes(parts).add(to: admin)
    PreviewRoutes(parts).add(to: admin)

    let door = FrontDoor(
      routes: router.buildResponder(), allowed: routes.allowed, parts: parts,
      placements: placements)
    return Application(
      responder: door,
      server: HTTPServerBuilder { responder in
        Connection(
          responder: responder, express: door.express, limits: limits,
          eventLoops: MultiThreadedEventLoopGroup.singleton)
      },
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), serverName: nil, backlog: 1024),
      services: services, onServerRunning: onServerRunning,
      eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
      logger: parts.logger)
  }
}
