#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#else
  package import Darwin
#endif

/// Who may do what with a file that is written, and whose it is.
package enum FileAccess: Hashable, Sendable {
  /// Its owner may read and write it, others nothing.
  case owner
  /// What the process gives new files (0666 without the bits of its umask).
  case usual
  /// That of the file that is replaced; without one what the process gives new files.
  case kept
  case exactly(mode: mode_t, owner: uid_t, group: gid_t)

  /// `kept` as what it is of this file.
  func resolved(_ name: String, in directory: Int32) -> FileAccess {
    guard self == .kept else { return self }
    var status = stat()
    guard unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return .usual }
    return .exactly(
      mode: status.st_mode & 0o7777, owner: status.st_uid, group: status.st_gid)
  }

  /// The mode that the file is made with; one that is given exactly is set after the owner, as to
  /// give a file away takes bits from it.
  var initialMode: mode_t { self == .usual || self == .kept ? 0o666 : 0o600 }
}
