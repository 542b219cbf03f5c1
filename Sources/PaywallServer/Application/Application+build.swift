import HTTPService
package import HTTPTransport
import HTTPTypes
import NIOPosix
import PaywallAPI
import PaywallCatalog
package import ServiceLifecycle

extension Application {
  /// Builds the server from the ledger up. Read this file first, then the types it names.
  package static func build(
    _ parts: Dependencies, settings: Settings, limits: ConnectionLimits = ConnectionLimits(),
    certificates: Certificates? = nil, services: [any Service] = [],
    listening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
  ) -> Application {
    let (ledger, failures, metrics) = (parts.ledger, parts.failures, parts.metrics)
    let (logger, now) = (parts.logger, parts.now)

    // Used by several routes.
    let assignments = AssignmentReader(ledger: ledger, failures: failures)
    let decisions = DecisionService(
      metrics: metrics, log: parts.decisionLog, counts: parts.counts)
    let customers = CustomerResolver(
      ledger: ledger, failures: failures, chains: parts.chains, evidenceQueue: parts.evidenceQueue,
      metrics: metrics, isReadOnly: parts.isReadOnly)
    let grants = OfferGranting.Services(
      ledger: ledger, failures: failures, metrics: metrics, pseudonym: parts.pseudonym,
      logger: logger)

    let wishes = HistoryWishes(asked: parts.appStoreJobs?.asked)

    // Routes without a key.
    let routes = RouteTable(isReadOnly: parts.isReadOnly)
    HealthRoutes(
      readiness: parts.readiness, current: parts.current, node: { parts.nodes?.standing }
    ).add(to: routes.open)
    NotificationRoutes(
      ledger: ledger, failures: failures, chains: parts.chains, metrics: metrics, logger: logger,
      refundBell: parts.refundBell, now: now
    ).add(to: routes.open)
    RetentionRoutes(
      service: RetentionService(
        ledger: ledger, failures: failures, decisions: decisions, earlier: parts.reloader.earlier,
        signer: parts.signer, metrics: metrics, counts: parts.counts,
        deadline: parts.retentionDeadline),
      chains: parts.chains, metrics: metrics, logger: logger, isReadOnly: parts.isReadOnly,
      now: now
    ).add(to: routes.open)
    FeatureRoutes(now: now).add(to: routes.open)

    // Routes of apps.
    let visitor = routes.group(VisitorCaller.self)
    ProductRoutes(now: now).add(to: visitor)
    OpenFeatureRoutes(
      assignments: assignments, decisions: decisions, metrics: metrics, now: now
    ).add(to: visitor)
    PlacementRoutes(
      customers: customers, assignments: assignments, decisions: decisions, grants: grants,
      signer: parts.signer, previews: parts.previews, wishes: wishes, metrics: metrics,
      isReadOnly: parts.isReadOnly, now: now
    ).add(to: visitor)
    ExposureRoutes(
      earlier: parts.reloader.earlier,
      aliases: AliasRoute(
        customers: customers, ledger: ledger, failures: failures, metrics: metrics, now: now),
      assignments: assignments, ledger: ledger, failures: failures, metrics: metrics,
      counts: parts.counts, isRolling: { await parts.nodes?.isRolling() ?? false }, now: now
    ).add(to: visitor)
    BundleRoutes(bundles: parts.bundles, now: now).add(to: visitor)
    OfferRoutes(
      customers: customers, assignments: assignments, decisions: decisions, grants: grants,
      signer: parts.signer, wishes: wishes, ledger: ledger, failures: failures, metrics: metrics,
      now: now
    ).add(to: visitor)
    let people = CustomerRoutes(
      customers: customers, ledger: ledger, failures: failures, logger: logger, now: now)
    people.add(to: visitor)

    // Routes for the team's servers and engineers.
    let server = routes.group(ServerCaller.self)
    ConsumptionRoute(
      customers: customers, ledger: ledger, failures: failures, logger: logger, now: now
    ).add(to: server)
    AccessRoutes(
      ledger: ledger, failures: failures, logger: logger, newId: parts.requestId, now: now
    ).add(to: server)
    BalanceRoutes(ledger: ledger, failures: failures, logger: logger, now: now).add(to: server)
    SeatRoutes(
      client: parts.appStoreClient, ledger: ledger, failures: failures, logger: logger, now: now
    ).add(to: server)
    people.add(to: server)
    let viewer = routes.group(ViewerCaller.self)
    let admin = routes.group(AdminCaller.self)
    AdminRoutes(
      current: parts.current, reloader: parts.reloader, ledger: ledger, customers: customers,
      assignments: assignments, signer: parts.signer, metrics: metrics, report: parts.report,
      now: now
    ).add(to: viewer, admin)
    let previews = PreviewRoutes(previews: parts.previews, logger: logger, now: now)
    previews.add(to: admin)
    AppStoreRoutes(client: parts.appStoreClient, logger: logger).add(to: admin)
    WebhookRoutes(ledger: ledger, failures: failures).add(to: admin)
    let usual: AppStoreEnvironment = settings.appStore == nil ? .production : .sandbox
    ResultsRoutes(results: parts.results, usual: usual).add(to: viewer)
    let address = ClientFacingAddress(isSecure: certificates != nil, proxies: parts.proxies)
    let pages = SignedInPages(
      access: ResultsAccess(
        sessions: parts.sessions, address: address, failures: failures, now: now), logger: logger)
    pages.add(to: routes.open)
    let pictures = PictureSource(folder: settings.config, now: now)
    ResultsPageRoutes(
      results: parts.results, pages: pages, pictures: pictures, usual: usual, now: now
    ).add(to: routes.open)
    RevenueRoutes(revenue: parts.revenue, pages: pages, usual: usual).add(to: routes.open)
    PicturePageRoutes(pages: pages, source: pictures).add(to: routes.open)
    PreviewTokenPageRoutes(pages: pages, previews: previews).add(to: routes.open)
    let description = routes.addDescription(at: address, bundles: parts.bundles)

    // Applies to every request before its route.
    let entries = EntryFactory(
      current: parts.current, authenticator: parts.authenticator, limiter: parts.limiter,
      proxies: parts.proxies,
      userProofs: parts.userProofs, longBodies: parts.longBodies,
      untrustedProxy: parts.untrustedProxy, uses: parts.counts.keys, logger: logger,
      requestId: parts.requestId)
    let root = RootResponder(
      router: Router(routes, metrics.requests), entries: entries, metrics: metrics, logger: logger,
      origins: AllowedOrigins(settings.allowedOrigins),
      description: description)

    // Applies to every connection.
    let limiter = ConnectionLimiter(capacity: limits.connections, logger: logger)
    let bodies = BodyRules(
      budget: BodyBudget(bytes: limits.bodyBytes, onChange: metrics.bodyBytes.add),
      proxies: parts.proxies, reservedPath: Operation.notificationPost.path)
    let connection = Connection(
      respond: dated(root.answer, now: now), limits: limits,
      limiter: limiter, bodies: bodies, refusals: parts.refusals, counters: metrics,
      certificates: certificates, eventLoops: MultiThreadedEventLoopGroup.singleton)
    let listener = HTTPServer(
      host: settings.host, port: settings.port, connection, logger: logger, listening: listening)
    return Application(root, listener, beside: services, logger: logger)
  }
}
