#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The file that a path leads to now, under any of its names.
package struct FileNumber: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  /// How many names the file has.
  package let names: Int

  /// `nil` if the path leads to no file.
  package init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    names = Int(status.st_nlink)
  }

  /// A backup by hard links gives a file more names, and it stays the same file.
  package static func == (one: Self, other: Self) -> Bool {
    one.device == other.device && one.inode == other.inode
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(inode)
  }
}
