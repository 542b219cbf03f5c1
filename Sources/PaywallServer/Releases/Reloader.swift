import HTTPTransport
package import Ledger
package import Logging
package import PaywallCatalog
import Serving

/// Reads the ledger's records of phases.
package typealias PhaseReader = @Sendable () async throws(LedgerFailure) -> KeptPhases

/// Writes a release to the ledger's timeline, in service since a moment.
package typealias ReleaseRecorder =
  @Sendable (ServedRelease, Timestamp) async throws(LedgerFailure) -> Void

/// Serves the folder, or reports why not. Reloads do not interleave: the ledger is read first, and
/// its timeline is written once the release is served.
package actor Reloader {
  private let folder: String
  let load: FolderLoader
  let prepare: @Sendable (Snapshot) -> PreparedRelease
  let current: CurrentRelease
  let state: StateDirectory
  private let phases: PhaseReader
  let record: ReleaseRecorder
  /// Gives the ledger the endpoints, products and credits of a release, also of one that contradicts it.
  private let tell: @Sendable (Snapshot) async throws(LedgerFailure) -> Void
  /// Phases before the configuration's, for late exposures.
  nonisolated let earlier = EarlierPhases()
  /// Why the process settings do not allow a release.
  private let refusals: @Sendable (Snapshot) -> [String]
  let now: @Sendable () -> Timestamp
  let metrics: ServerMetrics
  let logger: Logger
  private var watch: FolderWatch
  /// The files of the current release, until it is compared with the ledger.
  var uncompared: FolderStamp?
  /// The last release that agreed with the ledger.
  var compared: PreparedRelease?
  /// Since when the release is in service that the ledger's timeline lacks; `nil` if it has it.
  var unrecorded: Timestamp?
  /// The release that the ledger was told of.
  private var told: String?
  /// A release came and went without the ledger: its timeline lacks the share by which visitors
  /// entered meanwhile.
  var hasMissedRelease = false
  /// The phases that had ended with a winner, as the ledger last said.
  var decided: [PhaseState] = []
  /// Releases that requests may still use. They are freed here, because freeing a large one takes
  /// milliseconds, which an event loop does not have.
  private var retired: [PreparedRelease] = []
  /// Reading a large folder takes a second of a processor that requests may need.
  private nonisolated let executor = YieldingExecutor()

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  package enum Outcome: Hashable, Sendable {
    case accepted(release: String, changed: Bool)
    case refused([String])
  }

  /// - Parameter isCompared: whether the current release agrees with the ledger.
  package init(
    folder: String, stamp: FolderStamp, load: @escaping FolderLoader,
    prepare: @escaping @Sendable (Snapshot) -> PreparedRelease, current: CurrentRelease,
    state: StateDirectory, phases: @escaping PhaseReader,
    record: @escaping ReleaseRecorder = { _, _ async throws(LedgerFailure) in },
    tell: @escaping @Sendable (Snapshot) async throws(LedgerFailure) -> Void = {
      _ async throws(LedgerFailure) in
    },
    refusals: @escaping @Sendable (Snapshot) -> [String] = { _ in [] }, isCompared: Bool,
    now: @escaping @Sendable () -> Timestamp, metrics: ServerMetrics, logger: Logger
  ) {
    self.folder = folder
    self.load = load
    self.prepare = prepare
    self.current = current
    self.state = state
    self.phases = phases
    self.record = record
    self.tell = tell
    self.refusals = refusals
    self.now = now
    self.metrics = metrics
    self.logger = logger
    watch = FolderWatch(loaded: stamp)
    uncompared = isCompared ? nil : stamp
    compared = isCompared ? current.value : nil
    unrecorded = now()
  }

  /// Scans the folder and reloads it if it changed and is stable. Otherwise compares the current
  /// release with the ledger, if that has not been done.
  package func look() async {
    freeRetired()
    if watch.isDue(FolderStamp(of: folder)) {
      await reload()
    } else if uncompared != nil, let kept = await readKept() {
      compare(with: kept)
      await recordRelease()
    } else if unrecorded != nil || told != current.value.release {
      await recordRelease()
    }
  }

  @discardableResult
  package func reload() async -> Outcome {
    let outcome = reload(comparedWith: await readKept())
    await recordRelease()
    return outcome
  }

  private func reload(comparedWith kept: KeptPhases?) -> Outcome {
    if let kept { compare(with: kept) }
    let stamp = FolderStamp(of: folder)
    let loaded = load(folder)
    logger.warn(of: loaded.warnings)
    guard let snapshot = loaded.snapshot.map({ settled($0, kept) }) else {
      takeUpKeys(of: loaded)
      return refuse(loaded.errors)
    }
    guard !APIKeys(snapshot.keys).isEmpty || current.value.keys.isEmpty else {
      return refuse([
        "\(ConfigurationPath.keys): error: no key is left, and this server requires one\n"
          + "  help: put the file back; to serve this machine without keys, restart the server"
      ])
    }
    let contradictions = refusals(snapshot) + breaches(by: snapshot, kept)
    guard contradictions.isEmpty else {
      takeUpKeys(of: loaded)
      return refuse(contradictions)
    }
    return accept(snapshot, stamp, isCompared: kept != nil)
  }

  private func accept(
    _ snapshot: Snapshot, _ stamp: FolderStamp, isCompared: Bool
  ) -> Outcome {
    let changed = snapshot.release != current.value.release
    let release = prepare(snapshot)
    retired.append(current.value)
    current.accept(release)
    if changed {
      hasMissedRelease = hasMissedRelease || unrecorded != nil
      unrecorded = now()
    }
    metrics.reloaded(at: now())
    logger.info(
      "configuration loaded",
      metadata: ["release": "\(snapshot.release)", "changed": "\(changed)"])
    if isCompared {
      settle(release, stamp)
    } else {
      uncompared = stamp
      logger.warning("\(Self.notCompared)", metadata: ["release": "\(snapshot.release)"])
      keepIfFirst(stamp, as: snapshot.release)
    }
    return .accepted(release: snapshot.release, changed: changed)
  }

  private func freeRetired() {
    for index in retired.indices.reversed() where isKnownUniquelyReferenced(&retired[index]) {
      retired.remove(at: index)
    }
  }

  static let notCompared =
    "the ledger cannot be read: the configuration is compared with the enrolled visitors as soon as it can be"

  func refuse(_ diagnostics: [String]) -> Outcome {
    current.refuse(diagnostics)
    metrics.reloadFailed(diagnostics: diagnostics.count)
    logger.error(
      "configuration refused, the last good release stays",
      metadata: [
        "release": "\(current.value.release)",
        "diagnostics": .array(diagnostics.map { "\($0)" }),
      ])
    return .refused(diagnostics)
  }

  /// `nil` without the ledger.
  func readKept() async -> KeptPhases? {
    do throws(LedgerFailure) {
      var kept = try await phases()
      kept.isComplete = !hasMissedRelease
      earlier.update(kept)
      return kept
    } catch {
      return nil
    }
  }

  /// Files that changed between reading and copying wait for the next scan.
  func keep(_ stamp: FolderStamp, as release: String) {
    guard FolderStamp(of: folder) == stamp else { return }
    state.keep(stamp, of: folder, as: release, logger)
  }
}

// The ledger's timeline follows what is in service.
extension Reloader {
  /// Tells the ledger of the release in service, and writes its changes once it agrees with the
  /// ledger. A failed write is tried again by the next poll.
  package func recordRelease() async {
    do throws(LedgerFailure) {
      let snapshot = current.value.snapshot
      if told != snapshot.release {
        try await tell(snapshot)
        told = snapshot.release
      }
      guard uncompared == nil, let since = unrecorded else { return }
      try await record(ServedRelease(current.value.snapshot), since)
      if unrecorded == since { unrecorded = nil }
      _ = await readKept()
    } catch {
      logger.debug("the timeline could not be written", metadata: ["reason": "\(error)"])
    }
  }
}
