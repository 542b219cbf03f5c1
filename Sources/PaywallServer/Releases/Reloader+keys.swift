import Logging
import PaywallCatalog

// A revoked key is out at once, whatever else is wrong with the folder.
extension Reloader {
  /// Applies the keys of a refused folder to the release that stays.
  func takeUpKeys(of folder: LoadedFolder) {
    guard let snapshot = folder.keys(takenUpBy: current.value.snapshot) else { return }
    current.take(prepare(snapshot))
    Self.noteKeys(snapshot.keys.count, snapshot.release, logger)
  }

  /// An earlier release, with the current keys.
  func withCurrentKeys(_ release: PreparedRelease) -> PreparedRelease {
    let folder = LoadedFolder(snapshot: nil, keys: current.value.snapshot.keys)
    return folder.keys(takenUpBy: release.snapshot).map(prepare) ?? release
  }

  static func noteKeys(_ count: Int, _ release: String, _ logger: Logger) {
    logger.warning(
      "keys were applied although the rest was refused",
      metadata: ["release": "\(release)", "keys": "\(count)"])
  }
}
