/// Detects that a changed folder is stable: two scans in a row are equal, and differ from the
/// loaded one. A reload thus waits for an editor or a checkout to finish writing.
package struct FolderWatch: Sendable {
  private var loaded: FolderStamp
  private var lastSeen: FolderStamp

  package init(loaded: FolderStamp) {
    self.loaded = loaded
    lastSeen = loaded
  }

  /// Whether to load the folder now, after this scan.
  package mutating func isDue(_ seen: FolderStamp) -> Bool {
    defer { lastSeen = seen }
    guard seen != loaded, seen == lastSeen else { return false }
    loaded = seen
    return true
  }
}
