/// Tells when a changed folder has come to rest: when two looks in a row see the same, and it is
/// not what was loaded. An editor or a checkout that writes many files is waited for.
package struct FolderWatch: Sendable {
  private var loaded: FolderStamp
  private var lastSeen: FolderStamp

  package init(loaded: FolderStamp) {
    self.loaded = loaded
    lastSeen = loaded
  }

  /// Whether the folder is to be loaded now, after this look at it.
  package mutating func isDue(_ seen: FolderStamp) -> Bool {
    defer { lastSeen = seen }
    guard seen != loaded, seen == lastSeen else { return false }
    loaded = seen
    return true
  }
}
