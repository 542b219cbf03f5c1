import UnixSignals
import Crypto
import Foundation
import HTTPTypes
package import Hummingbird
package import NIOCore
package import Catalog
import Ledger
package import Logging
import ServiceLifecycle

/// A server from its settings: what it reads at its start, what runs beside it, how it ends.
package struct PaywallService: Sendable {
  package let settings: Settings
  package let parts: ServerParts

  /// Reads the folder, or the copy in the state directory if the folder has mistakes; opens keys
  /// and logs. Throws `StartError` with what to do.
  package init(
    _ settings: Settings, load: @escaping FolderLoader, logger: Logger,
    now: @escaping @Sendable () -> Timestamp = Self.systemTime,
    requestId: @escaping @Sendable () -> String = RequestIdentifier.fresh
  ) throws {
    self.settings = settings
    let state = StateDirectory(settings.stateDirectory)
    let stamp = FolderStamp(of: settings.config)
    let (snapshot, condition) = try Self.firstSnapshot(settings, load, state, logger)
    guard settings.isLoopback || !APIKeys(snapshot.keys).isEmpty else {
      throw StartError.noKeys(host: settings.host)
    }
    let signer = try OfferSigner(settings)
    if signer?.isThrowAway == true {
      logger.warning(
        "offers are signed with a throw-away key; the App Store refuses them. Give --offer-key, --offer-key-id and --issuer-id"
      )
    }
    let roots = try Self.roots(settings)
    let prepare = { @Sendable (snapshot: Snapshot) in PreparedRelease(snapshot, roots: roots) }
    let metrics = ServerMetrics()
    metrics.started(isSigning: signer != nil, diagnostics: condition.diagnostics.count)
    let mark = VisitorMark(key: Self.visitorKey(in: state, logger))
    let current = CurrentRelease(prepare(snapshot), condition)
    let reloader = Reloader(
      folder: settings.config, stamp: stamp, load: load, prepare: prepare, current: current,
      state: state, allowsNoKeys: settings.isLoopback, metrics: metrics, logger: logger)
    if condition == .current { Self.keep(snapshot, stamp, settings, state, logger) }
    parts = ServerParts(
      current: current, reloader: reloader, gate: Gate(isLoopback: settings.isLoopback),
      ledger: Self.ledger(settings, logger), signer: signer, metrics: metrics, mark: mark,
      decisionLog: try Self.decisionLog(settings, mark), logger: logger, now: now,
      requestId: requestId)
  }

  /// The application, ready to run on its own or in a test.
  package func application(
    limits: ConnectionLimits = ConnectionLimits(),
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
  ) -> Application<FrontDoor> {
    var services: [any Service] = [ReloadService(parts.reloader)]
    if let metrics = Application.metrics(parts, settings: settings) { services.append(metrics) }
    return Application.build(
      parts, settings: settings, limits: limits, services: services,
      onServerRunning: onServerRunning)
  }

  /// Serves until SIGTERM or SIGINT; requests in flight are finished.
  package func run() async throws {
    do {
      try await application().runService(gracefulShutdownSignals: [.sigterm, .sigint])
    } catch {
      await parts.ledger.close()
      throw error
    }
    await parts.ledger.close()
  }

  /// Milliseconds of the system's clock.
  package static let systemTime: @Sendable () -> Timestamp = {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

extension PaywallService {
  private static func firstSnapshot(
    _ settings: Settings, _ load: FolderLoader, _ state: StateDirectory, _ logger: Logger
  ) throws -> (Snapshot, CurrentRelease.Condition) {
    let loaded = load(settings.config)
    for warning in loaded.warnings {
      logger.warning("configuration", metadata: ["diagnostic": "\(warning)"])
    }
    if let snapshot = loaded.snapshot { return (snapshot, .current) }
    guard let copy = state.currentCopy, let snapshot = load(copy).snapshot else {
      throw StartError.configuration(loaded.errors)
    }
    logger.error(
      "the configuration has mistakes; the copy of an earlier release is served",
      metadata: [
        "release": "\(snapshot.release)",
        "diagnostics": .array(loaded.errors.map { "\($0)" }),
      ])
    return (snapshot, .servingCopy(loaded.errors))
  }

  private static func keep(
    _ snapshot: Snapshot, _ stamp: FolderStamp, _ settings: Settings, _ state: StateDirectory,
    _ logger: Logger
  ) {
    do {
      try state.keep(stamp, of: settings.config, as: snapshot.release)
    } catch {
      logger.warning(
        "the configuration could not be copied to the state directory; a restart with a broken folder would find nothing to serve",
        metadata: ["path": "\(state.path)", "reason": "\(error)"])
    }
  }

  /// Without a place to keep it the key lasts as long as the process.
  private static func visitorKey(in state: StateDirectory, _ logger: Logger) -> SymmetricKey {
    do {
      return try state.visitorKey()
    } catch {
      logger.warning(
        "the key that hides visitor ids cannot be kept; they will look different after a restart",
        metadata: ["path": "\(state.path)", "reason": "\(error)"])
      return SymmetricKey(size: .bits256)
    }
  }

  private static func decisionLog(_ settings: Settings, _ mark: VisitorMark) throws -> DecisionLog?
  {
    guard let path = settings.decisionLog else { return nil }
    do {
      return DecisionLog(sink: try LogSink.file(path), mark: mark)
    } catch {
      throw StartError.decisionLog("\(error)")
    }
  }

  /// A logger as the settings want it, on standard error.
  package static func logger(
    _ settings: Settings, sink: LogSink = .standardError,
    now: @escaping @Sendable () -> Timestamp = systemTime
  ) -> Logger {
    Logger(label: "paywall") { label in
      ServerLogHandler(
        label: label, level: settings.logLevel, format: settings.logFormat, sink: sink, now: now)
    }
  }
}
