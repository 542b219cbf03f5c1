internal import SystemLibrary

/// The owner and the permissions of a file or a folder.
package struct FileOwner: Hashable, Sendable {
  /// The user id.
  package let user: UInt32
  /// The permission bits, `0o777` at most.
  package let mode: UInt32

  /// Follows links; `nil` if the status cannot be read.
  package init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    user = UInt32(status.st_uid)
    mode = UInt32(status.st_mode) & 0o777
  }
}
