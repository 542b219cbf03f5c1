public import Foundation

extension Paywalls.Configuration {
  /// The app's own folder, by its bundle id, in Application Support, which the system does not
  /// clear; on an Apple TV in Caches, because an app may write nowhere else.
  public static var defaultDirectory: URL {
    base.appendingPathComponent(
      Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName, isDirectory: true
    ).appendingPathComponent("PaywallKit", isDirectory: true)
  }

  /// True on an Apple TV, which allows only Caches: the system clears it when it needs room.
  static var isFolderPurgeable: Bool {
    #if os(tvOS)
    true
    #else
    false
    #endif
  }

  private static var base: URL {
    let place: FileManager.SearchPathDirectory =
      isFolderPurgeable ? .cachesDirectory : .applicationSupportDirectory
    return FileManager.default.urls(for: place, in: .userDomainMask).first
      ?? FileManager.default.temporaryDirectory
  }

  /// The default of earlier versions, without the bundle id; `nil` where several apps had the same
  /// one.
  static var formerDirectory: URL? {
    #if os(macOS) || os(Linux)
    nil
    #else
    base.appendingPathComponent("PaywallKit", isDirectory: true)
    #endif
  }

  /// The folder of a client with these settings.
  var folder: FolderStorage {
    let shared = advanced.appGroup.flatMap(Self.container)
    guard shared == nil, advanced.storageDirectory == Self.defaultDirectory else {
      return FolderStorage(
        shared?.appendingPathComponent("PaywallKit", isDirectory: true)
          ?? advanced.storageDirectory)
    }
    return FolderStorage(advanced.storageDirectory, formerly: Self.formerDirectory)
  }

  /// The container of an app group; `nil` if the process is not in the group.
  private static func container(_ group: String) -> URL? {
    #if os(Linux)
    nil
    #else
    FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
    #endif
  }
}
