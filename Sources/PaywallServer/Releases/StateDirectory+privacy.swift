import CatalogFiles

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

// The folder holds keys and what customers bought: it is its owner's alone.
extension StateDirectory {
  /// Makes a folder with those above it, which nobody but the owner may enter. One that is there stays
  /// as it is.
  func makeFolders(_ path: String) throws(StateDirectoryError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      if unsafe mkdir(made, 0o700) == 0 || errno == EEXIST { continue }
      // What is there already may be on a file system that is read-only.
      if FileManager.default.fileExists(atPath: made) { continue }
      let reason = unsafe String(cString: strerror(errno))
      throw .failed(operation: "make the folder", path: made, reason: reason)
    }
  }

  /// Makes the state folder itself, before anything is put into it.
  package func make() throws(StateDirectoryError) { try makeFolders(path) }

  /// How others can reach what is kept, one sentence each; empty where nobody can, and where there is
  /// no folder yet.
  package func exposures(to user: UInt32 = UInt32(getuid())) -> [String] {
    guard let folder = FileOwner(of: path) else { return [] }
    var found: [String] = []
    if folder.user != user { found.append("'\(path)' belongs to another user") }
    if folder.mode & 0o077 != 0 {
      found.append("others may enter '\(path)' (mode \(String(folder.mode, radix: 8)))")
    }
    for file in Self.secrets.map({ "\(path)/\($0)" }) {
      guard let status = FileOwner(of: file) else { continue }
      if status.user != user { found.append("'\(file)' belongs to another user") }
      if status.mode & 0o077 != 0 {
        found.append("others may open '\(file)' (mode \(String(status.mode, radix: 8)))")
      }
    }
    return found
  }

  /// What to do about it, for a message.
  package static func privacyHelp(_ path: String) -> String {
    "give it to the user whom the server runs as: 'chown -R' to that user, then 'chmod -R go= \(path)'"
  }

  /// Files that are worth something to others.
  private static let secrets = [
    "visitor.key", "preview.key", "paywall.sqlite", "paywall.sqlite-wal", "paywall.sqlite-shm",
  ]
}
