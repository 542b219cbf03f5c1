import AppStore
package import AppStoreServerAPI
package import Crypto
import Foundation
import HTTPService
package import HTTPTransport
import HTTPTypes
import Ledger
import LedgerStorage
package import Logging
import NIOCore
package import PaywallAPI
package import PaywallCatalog
import ServiceLifecycle
import UnixSignals

/// A server from its settings: what it reads at start, what runs beside it, how it ends.
package struct PaywallService: Sendable {
  package let settings: Settings
  package let dependencies: Dependencies
  package let certificates: Certificates?
  private let locks: [HeldLock]

  /// Reads the folder, or the copy in the state directory if the folder has mistakes or contradicts
  /// the ledger. Opens keys and logs. Throws `StartError` with what to do.
  ///
  /// - Parameter localAppStore: the store to ask instead of Apple.
  package init(
    _ settings: Settings, load: @escaping FolderLoader, logger: Logger,
    now: @escaping @Sendable () -> Timestamp = SystemClock.now,
    checks: [ReadinessCheck] = [], localAppStore: AppStoreAPISettings? = nil,
    requestId: @escaping @Sendable () -> String = RequestIdentifier.fresh,
    secret: @escaping @Sendable () -> SymmetricKey = { SymmetricKey(size: .bits256) }
  ) async throws {
    try settings.checkHosts()
    certificates = try settings.tls.map { files throws(StartError) in
      try Certificates(files, logger: logger, now: { now().milliseconds / 1000 })
    }
    let userProofs = try Self.userProofs(settings)
    let load = userProofs.checking(settings.appStore == nil ? load : LoadedFolder.ofSandbox(load))
    let state = StateDirectory(settings.stateDirectory, isReadOnly: settings.isReadOnly)
    let folder = try FirstFolder(settings, load, state, logger)
    try folder.check(AppleRootCheck(settings))
    let roots = try Self.roots(settings)
    Self.prepare(state, logger)
    locks = try Self.locks(settings, logger, at: now())
    let ledger = try Self.ledger(settings, roots, logger)
    do {
      let kept = await FirstFolder.kept(in: ledger)
      let first = try folder.release(comparedWith: kept, at: now())
      dependencies = try Self.assemble(
        settings, first, load: load, userProofs: userProofs, state: state, roots: roots,
        ledger: ledger, logger: logger, now: now, checks: checks, localAppStore: localAppStore,
        requestId: requestId, secret: secret)
      await dependencies.reloader.recordRelease()
      await dependencies.nodes?.announce()
    } catch {
      await ledger.close()
      throw error
    }
    self.settings = settings
  }

  private static func assemble(
    _ settings: Settings, _ first: FirstRelease, load: @escaping FolderLoader,
    userProofs: UserProofs, state: StateDirectory, roots: TrustedRoots, ledger: any Ledger,
    logger: Logger, now: @escaping @Sendable () -> Timestamp, checks: [ReadinessCheck],
    localAppStore: AppStoreAPISettings?, requestId: @escaping @Sendable () -> String,
    secret: @escaping @Sendable () -> SymmetricKey
  ) throws -> Dependencies {
    let appleRoots = AppleRootCheck(settings)
    guard !appleRoots.refuses(first.snapshot) else { throw StartError.appleRootInProduction }
    if appleRoots.isReplaced { logger.warning("\(AppleRootCheck.warning)") }
    if let store = settings.appStore { logger.warning("\(store.warning)") }
    if settings.namesFastPath {
      logger.notice("--fast-path has no effect any more, and goes away with 1.0: leave it out")
    }
    try settings.check(APIKeys(first.snapshot.keys))
    try makePreviewSecret(in: state, secret, logger)
    // Before the keys are read, so that no change is missed.
    let stamps = KeyStamps(settings, state)
    let signer = try OfferSigner(settings)
    settings.warnOfKeys(APIKeys(first.snapshot.keys), logger)
    if signer?.isThrowAway == true, settings.appStore == nil {
      logger.warning(
        "offers are signed with a throw-away key; the App Store refuses them. Give --offer-key, --offer-key-id and --issuer-id"
      )
    }
    if APIKeys(first.snapshot.keys).isEmpty {
      logger.notice(
        "there are no keys, so the server answers this machine only. Make one with 'paywall key create --role client --add'"
      )
    }
    let bundles = try BundleService(
      settings, bundleId: first.snapshot.app.bundleId, logger: logger, at: now())
    let prepare = { @Sendable (snapshot: Snapshot) in
      let release = PreparedRelease(snapshot, roots: roots)
      release.features.prepare(at: now())
      bundles.keep(release)
      return release
    }
    let previews = try previews(in: state, secret)
    let metrics = ServerMetrics(logger: logger)
    metrics.started(
      isSigning: signer != nil, diagnostics: first.condition.diagnostics.count, at: now())
    let shared = ledger
    let ledger = MeasuredLedger(ledger, of: metrics, settings.ledgerLimits, logger)
    let visitorKey = visitorKey(in: state, logger)
    let pseudonym = VisitorPseudonym(key: visitorKey)
    let current = CurrentRelease(prepare(first.snapshot), first.condition)
    let nodes = nodes(
      settings, in: shared, state,
      SharedSecrets(
        state: state, visitorKey: visitorKey, userProofs: userProofs, signer: signer), current,
      LedgerFailureLog(metrics: metrics, logger: logger), logger, now: now)
    signer?.refuse { nodes?.own.map { $0.clock.magnitude > 3_600_000 } ?? false }
    let reloader = Reloader(
      folder: settings.config, stamp: first.stamp, load: load, prepare: prepare, current: current,
      state: state,
      phases: { () async throws(LedgerFailure) in try await KeptPhases(of: ledger) },
      record: { release, since async throws(LedgerFailure) in
        // Others hear at once which release their apps may bring exposures of.
        await nodes?.announce()
        try await ledger.record(release, at: since)
      },
      tell: { snapshot async throws(LedgerFailure) in
        let products = Array(snapshot.products.values)
        try await ledger.setCredits(products)
        // Before the first request: what is acknowledged without them has no event.
        if !settings.isReadOnly {
          try await ledger.setWebhooks(snapshot.webhooks, selling: products, at: now())
        }
      },
      refusals: { appleRoots.contradictions(of: $0) },
      isCompared: first.isCompared, now: now, metrics: metrics, logger: logger)
    first.keep(in: state, of: settings.config, logger)
    let decisionLog = try decisionLog(settings, pseudonym)
    let keptFiles = keptFiles(settings)
    let appStoreClient = try appStoreClient(
      settings, localAppStore, state: state, current: current, storeTime: now)
    let jobs = Self.appStoreJobs(appStoreClient, ledger, logger, now: now)
    return Dependencies(
      GivenParts(
        current: current, reloader: reloader,
        authenticator: Authenticator(isDevelopment: settings.reasonsForKeys.isEmpty),
        ledger: ledger, signer: signer, appStoreClient: appStoreClient, appStoreJobs: jobs,
        previews: previews,
        watchedKeys: stamps.watched(
          signer, bundles, previews, appStoreClient, current, logger: logger, now: now),
        metrics: metrics, pseudonym: pseudonym,
        limiter: RateLimiter(
          settings.rates, seed: UInt64.random(in: 0 ... .max), metrics: metrics),
        proxies: settings.trustedProxies, userProofs: userProofs,
        decisionLog: decisionLog, bundles: bundles, logger: logger, now: now,
        requestId: requestId, ledgerPath: settings.isReadOnly ? nil : settings.ledgerFile,
        readinessChecks: [
          { metrics.clock.reasons(at: now()) },
          { keptFiles.reasons },
          { appleRoots.reasons + (state.exposures().isEmpty ? [] : [.stateFolderIsOpen]) },
          { settings.appStore.map { [$0.reason] } ?? [] },
          { appStoreClient.map(ReadinessReason.reasons) ?? [] },
          { jobs?.status.reasons ?? [] },
          { settings.keyReasons },
          { nodes?.reasons ?? [] },
        ] + checks,
        retentionDeadline: GivenParts.retentionDeadline(isForTests: settings.isForTests),
        isReadOnly: settings.isReadOnly, nodes: nodes,
        sessions: sessions(state, sharing: nodes == nil ? nil : ledger)))
  }

  /// The application, ready to run alone or in a test.
  package func application(
    limits: ConnectionLimits = ConnectionLimits(),
    listening: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
    listeningForMetrics: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
  ) -> Application {
    let (reloader, keys) = (dependencies.reloader, dependencies.keys)
    let (counts, alarm) = (dependencies.countFlusher, dependencies.alarm)
    var services: [any Service] = [
      RepeatedService(interval: Self.lookInterval) { await reloader.look() },
      HangUpService { await reloader.reload() },
      RepeatedService(interval: Self.lookInterval) { await keys.look() },
      HangUpService { await keys.reload() },
      RepeatedService(interval: .seconds(5)) { await counts.flush() },
    ]
    if let jobs = dependencies.appStoreJobs { services.append(AppStoreJobService(jobs: jobs)) }
    if let nodes = dependencies.nodes {
      services.append(RepeatedService(interval: .seconds(2)) { await nodes.announce() })
    }
    if !settings.isReadOnly {
      services.append(
        RefundService(dependencies.refunds, dependencies.refundBell, dependencies.failures))
      services.append(
        RepeatedService(interval: ExperimentAlarm.interval, first: .seconds(30)) {
          await alarm.look()
        })
      services.append(webhooks())
      let (exports, failures) = (dependencies.exports, dependencies.failures)
      services.append(
        RepeatedService(interval: .seconds(60), first: .seconds(30)) {
          await failures.noting { () async throws(LedgerFailure) in try await exports.look() }
        })
    }
    if let certificates { services.append(HangUpService { certificates.reload() }) }
    let metrics = HTTPServer.metrics(
      dependencies, settings: settings, limits: limits, listening: listeningForMetrics)
    if let metrics { services.append(metrics) }
    return Application.build(
      dependencies, settings: settings, limits: limits, certificates: certificates,
      services: services, listening: listening)
  }

  /// Not every file system reports changes, so files are looked at.
  private static let lookInterval = Duration.seconds(1)

  private func webhooks() -> WebhookService {
    let (ledger, current, now) = (dependencies.ledger, dependencies.current, dependencies.now)
    let client = WebhookClient()
    return WebhookService(
      ledger, snapshot: { current.value.snapshot },
      WebhookSending(
        ledger: ledger, release: { current.value.compiled },
        transport: { await client.send($0, to: $1) },
        logger: dependencies.logger, now: now),
      dependencies.failures, now: now, end: { await client.end() })
  }

  /// Serves until SIGTERM or SIGINT; requests in flight are finished.
  package func run() async throws {
    LargeBlocks.giveBack()
    do {
      var limits = ConnectionLimits()
      limits.connections = try Self.connections(settings, dependencies.logger)
      // A story does not depend on a busy machine.
      if settings.isForTests { limits.responseTimeout = .minutes(10) }
      let application = application(limits: limits)
      try await run(application, limits)
    } catch {
      await end()
      throw settings.listenError(error).map(StartError.listen) ?? error
    }
    await end()
    dependencies.logger.notice("stopped; the ledger is closed")
  }

  /// Writes the waiting counts and evidence, and lets another server begin.
  package func end() async {
    await dependencies.evidenceQueue.drain()
    await dependencies.countFlusher.drain()
    await dependencies.nodes?.withdraw()
    await dependencies.ledger.close()
    dependencies.appStoreClient?.end()
    for lock in locks { lock.release() }
  }

  /// A shutdown may take the notice, plus the time to receive and answer a request in flight.
  private func run(_ application: some Service, _ limits: ConnectionLimits) async throws {
    let notice = Duration.seconds(settings.drainSeconds)
    let drain = DrainService(state: dependencies.drain, notice: notice, logger: dependencies.logger)
    var configuration = ServiceGroupConfiguration(
      services: [application, drain],
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: dependencies.logger)
    configuration.maximumGracefulShutdownDuration =
      notice
      + .nanoseconds((limits.requestTimeout + limits.responseTimeout + .seconds(2)).nanoseconds)
    try await ServiceGroup(configuration: configuration).run()
  }
}
