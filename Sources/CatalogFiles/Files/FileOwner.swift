#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// To whom a file or a folder belongs, and what others may do with it.
package struct FileOwner: Hashable, Sendable {
  /// The number of the user.
  package let user: UInt32
  /// The permission bits, `0o777` at most.
  package let mode: UInt32

  /// Of what is at the path, links followed; `nil` if that cannot be found out.
  package init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    user = UInt32(status.st_uid)
    mode = UInt32(status.st_mode) & 0o777
  }
}
