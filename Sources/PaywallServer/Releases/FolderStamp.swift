#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the configuration files of a folder look like from outside: enough to see that something
/// changed, without reading them.
package struct FolderStamp: Hashable, Sendable {
  package private(set) var files: [File] = []

  package struct File: Hashable, Sendable {
    /// From the folder, with `/` between the parts.
    package var path: String
    package var size: Int64
    package var inode: UInt64
    package var seconds: Int64
    package var nanoseconds: Int64

    package init(
      path: String, size: Int64, inode: UInt64, seconds: Int64, nanoseconds: Int64
    ) {
      self.path = path
      self.size = size
      self.inode = inode
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }
  }

  package init(files: [File]) { self.files = files }

  /// The two folders that hold the configuration.
  package static let roots = ["Paywalls", "Experiments"]

  /// A look at the folder as it is now. What vanishes meanwhile is left out; the next look tells.
  package init(of folder: String) {
    for root in Self.roots { add(root, in: folder, depth: 0) }
  }

  /// Links are followed, because mounted configuration often is a link that is swapped. Names with
  /// a dot in front are editors' and version control's own.
  private mutating func add(_ path: String, in folder: String, depth: Int) {
    guard depth < 16, let status = Self.status(of: "\(folder)/\(path)") else { return }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")) ?? []
      for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
      where name.utf8.first != UInt8(ascii: ".") {
        add("\(path)/\(name)", in: folder, depth: depth + 1)
      }
    case S_IFREG:
      files.append(
        File(
          path: path, size: Int64(status.st_size), inode: UInt64(status.st_ino),
          seconds: Int64(status.modified.tv_sec), nanoseconds: Int64(status.modified.tv_nsec)))
    default: break
    }
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}

extension stat {
  fileprivate var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}
