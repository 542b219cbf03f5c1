import Catalog
import Logging

// A key that was revoked is out at once, whatever else is wrong with the folder.
extension Reloader {
  /// Puts the keys of a folder that is refused onto the release that stays.
  func takeUpKeys(of folder: LoadedFolder) {
    guard let snapshot = folder.keys(takenUpBy: current.value.snapshot) else { return }
    current.take(prepare(snapshot))
    Self.noteKeys(snapshot.keys.count, snapshot.release, logger)
  }

  /// An earlier release with the keys of now, to go back to.
  func withCurrentKeys(_ release: PreparedRelease) -> PreparedRelease {
    let folder = LoadedFolder(snapshot: nil, keys: current.value.snapshot.keys)
    return folder.keys(takenUpBy: release.snapshot).map(prepare) ?? release
  }

  static func noteKeys(_ count: Int, _ release: String, _ logger: Logger) {
    logger.warning(
      "keys were taken up although the rest was refused",
      metadata: ["release": "\(release)", "keys": "\(count)"])
  }
}
