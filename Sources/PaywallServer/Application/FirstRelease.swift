import Ledger
import Logging
import PaywallAPI
import PaywallCatalog
import Planning

/// The folder as found at start.
struct FirstFolder {
  private let load: FolderLoader
  private let state: StateDirectory
  private let logger: Logger
  private let stamp: FolderStamp
  private let loaded: LoadedFolder

  /// Throws the diagnostics of a folder with mistakes if there is no copy to serve instead.
  init(
    _ settings: Settings, _ load: @escaping FolderLoader, _ state: StateDirectory, _ logger: Logger
  ) throws(StartError) {
    self.load = load
    self.state = state
    self.logger = logger
    stamp = FolderStamp(of: settings.config)
    loaded = load(settings.config)
    logger.warn(of: loaded.warnings)
    guard loaded.snapshot != nil || state.currentCopy != nil else {
      throw .configuration(loaded.errors)
    }
  }

  /// Refuses roots that must not vouch for what will be served. Must run before the ledger opens
  /// and records them.
  func check(_ roots: AppleRootCheck) throws(StartError) {
    guard let snapshot = loaded.snapshot ?? state.currentCopy.flatMap({ load($0).snapshot }),
      roots.refuses(snapshot)
    else { return }
    throw .appleRootInProduction
  }

  /// A read-only server has no ledger to ask: these are the errors of `paywall check --base` from the
  /// kept copy to the folder. Any other server has none.
  private func contradictions(by snapshot: Snapshot, at now: Timestamp) -> [String] {
    guard state.isReadOnly, let kept = state.currentCopy.flatMap({ load($0).snapshot })
    else { return [] }
    return breaches(from: kept, to: snapshot, at: now)
      .filter { $0.severity == .error }.map(\.diagnostic)
  }

  /// `nil` if the ledger is down.
  static func kept(in ledger: any Ledger) async -> KeptPhases? {
    do throws(LedgerFailure) {
      return try await KeptPhases(of: ledger)
    } catch {
      return nil
    }
  }

  /// The first release: the folder, unless it has mistakes or contradicts enrolled visitors; else
  /// the copy of an earlier release, if that contradicts none.
  func release(comparedWith kept: KeptPhases?, at now: Timestamp) throws(StartError)
    -> FirstRelease
  {
    if kept == nil { logger.warning("\(Reloader.notCompared)") }
    var errors = loaded.errors
    let decided = kept?.timeline.decidedPhases(at: now) ?? []
    if let found = loaded.snapshot {
      let (snapshot, warnings) = found.keepingEnded(decided, at: now)
      logger.warn(of: warnings.map(\.diagnostic))
      errors =
        (kept?.contradictions(by: snapshot, at: now) ?? []) + contradictions(by: snapshot, at: now)
      if errors.isEmpty {
        return FirstRelease(
          snapshot: snapshot, condition: .current, stamp: stamp, isCompared: kept != nil)
      }
    }
    guard let copy = state.currentCopy,
      var snapshot = load(copy).snapshot?.keepingEnded(decided, at: now).snapshot,
      kept?.breaches(by: snapshot, at: now).isEmpty ?? true
    else { throw .configuration(errors) }
    logger.error(
      "the configuration cannot be served; a copy of an earlier release is served instead",
      metadata: [
        "release": "\(snapshot.release)", "diagnostics": .array(errors.map { "\($0)" }),
      ])
    if let changed = loaded.keys(takenUpBy: snapshot) {
      snapshot = changed
      Reloader.noteKeys(snapshot.keys.count, snapshot.release, logger)
    }
    return FirstRelease(
      snapshot: snapshot, condition: .servingCopy(errors), stamp: stamp, isCompared: kept != nil)
  }
}

struct FirstRelease {
  let snapshot: Snapshot
  let condition: ReleaseCondition
  /// The stamp of the folder, whatever is served.
  let stamp: FolderStamp
  /// True if it was compared with the ledger.
  let isCompared: Bool

  /// Copies the folder's files for a start that finds them broken. An uncompared release replaces
  /// no copy.
  func keep(in state: StateDirectory, of folder: String, _ logger: Logger) {
    guard condition == .current, isCompared || state.currentCopy == nil else { return }
    state.keep(stamp, of: folder, as: snapshot.release, logger)
  }
}
