package import Catalog
package import Logging

/// Puts what the folder says in place of the current release, or says why not. One at a time.
package actor Reloader {
  private let folder: String
  private let load: FolderLoader
  private let prepare: @Sendable (Snapshot) -> PreparedRelease
  private let current: CurrentRelease
  private let state: StateDirectory
  private let allowsNoKeys: Bool
  private let metrics: ServerMetrics
  private let logger: Logger
  private var watch: FolderWatch

  package enum Outcome: Hashable, Sendable {
    case accepted(release: String, changed: Bool)
    case refused([String])
  }

  /// - Parameter allowsNoKeys: only where every listener is on the loopback interface.
  package init(
    folder: String, stamp: FolderStamp, load: @escaping FolderLoader,
    prepare: @escaping @Sendable (Snapshot) -> PreparedRelease, current: CurrentRelease,
    state: StateDirectory, allowsNoKeys: Bool, metrics: ServerMetrics, logger: Logger
  ) {
    self.folder = folder
    self.load = load
    self.prepare = prepare
    self.current = current
    self.state = state
    self.allowsNoKeys = allowsNoKeys
    self.metrics = metrics
    self.logger = logger
    watch = FolderWatch(loaded: stamp)
  }

  /// One look at the folder, and a reload if it has changed and come to rest.
  package func look() {
    if watch.isDue(FolderStamp(of: folder)) { reload() }
  }

  @discardableResult
  package func reload() -> Outcome {
    let stamp = FolderStamp(of: folder)
    let loaded = load(folder)
    for warning in loaded.warnings {
      logger.warning("configuration", metadata: ["diagnostic": "\(warning)"])
    }
    guard let snapshot = loaded.snapshot else { return refuse(loaded.errors) }
    guard allowsNoKeys || !APIKeys(snapshot.keys).isEmpty else {
      return refuse([
        "store/keys.yaml: error: no key is left, and this server can be reached from other machines"
      ])
    }
    guard !APIKeys(snapshot.keys).isEmpty || current.value.keys.isEmpty else {
      return refuse([
        "Paywalls/store/keys.yaml: error: no key is left, and this server asks for one\n"
          + "  help: put the file back; to serve this machine without keys, start the server anew"
      ])
    }
    let changed = snapshot.release != current.value.release
    current.accept(prepare(snapshot))
    keep(stamp, as: snapshot.release)
    metrics.reloaded()
    logger.info(
      "configuration loaded",
      metadata: ["release": "\(snapshot.release)", "changed": "\(changed)"])
    return .accepted(release: snapshot.release, changed: changed)
  }

  private func refuse(_ diagnostics: [String]) -> Outcome {
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

  /// Files that changed between reading and copying are left to the next look.
  private func keep(_ stamp: FolderStamp, as release: String) {
    do {
      guard FolderStamp(of: folder) == stamp else { return }
      try state.keep(stamp, of: folder, as: release)
    } catch {
      logger.warning(
        "the configuration could not be copied to the state directory; a restart with a broken folder would find nothing to serve",
        metadata: ["path": "\(state.path)", "reason": "\(error)"])
    }
  }
}
