internal import SystemLibrary

/// The attributes by which a changed file is recognized.
package struct FileStatus: Sendable {
  package let size: Int64
  package let inode: UInt64
  /// Seconds since 1970 of the last change of content, owner or permissions.
  package let seconds: Int64
  package let nanoseconds: Int64

  /// Reads the status of a file, followed through links; `nil` if it is not there.
  package init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
    let changed = status.st_ctimespec
    #else
    let changed = status.st_ctim
    #endif
    size = Int64(status.st_size)
    inode = UInt64(status.st_ino)
    seconds = Int64(changed.tv_sec)
    nanoseconds = Int64(changed.tv_nsec)
  }
}
