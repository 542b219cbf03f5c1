#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

/// The permissions and the owner of a written file.
package enum FileAccess: Hashable, Sendable {
  /// Only its owner may read and write it.
  case owner
  /// The default of the process (0666 without the bits of its umask).
  case usual
  /// That of the replaced file; the default of the process if there is none.
  case kept
  case exactly(mode: mode_t, owner: uid_t, group: gid_t)

  /// Resolves `kept` for this file.
  func resolved(_ name: String, in directory: Int32) -> FileAccess {
    guard self == .kept else { return self }
    var status = stat()
    guard unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return .usual }
    return .exactly(
      mode: status.st_mode & 0o7777, owner: status.st_uid, group: status.st_gid)
  }

  /// The mode at creation. An exact mode is set after the owner, because a change of owner clears
  /// bits.
  var initialMode: mode_t { self == .usual || self == .kept ? 0o666 : 0o600 }
}
