import CatalogFiles

import Foundation
import SystemLibrary

// Only the owner may enter: the folder holds keys and purchases.
extension StateDirectory {
  /// Creates a folder and its parents, which only the owner may enter. An existing one is
  /// unchanged.
  func makeFolders(_ path: String) throws(StateDirectoryError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/\(part)"
      if unsafe mkdir(made, 0o700) == 0 || errno == EEXIST { continue }
      // An existing folder may be on a read-only file system.
      if FileManager.default.fileExists(atPath: made) { continue }
      let reason = unsafe String(cString: strerror(errno))
      throw .failed(operation: "make the folder", path: made, reason: reason)
    }
  }

  /// Creates the state folder, before anything is written to it.
  package func make() throws(StateDirectoryError) {
    if !isReadOnly { try makeFolders(path) }
  }

  /// How other users can reach the files, one sentence each; empty if they cannot, or if there is
  /// no folder yet.
  package func exposures(to user: UInt32 = UInt32(getuid())) -> [String] {
    guard let folder = FileOwner(of: path) else { return [] }
    var found: [String] = []
    if folder.user != user { found.append("'\(path)' belongs to another user") }
    if folder.mode & 0o077 != 0 {
      found.append("others may open '\(path)' (mode \(String(folder.mode, radix: 8)))")
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

  /// How to fix it, for a message.
  package static func privacyHelp(_ path: String) -> String {
    "give it to the user whom the server runs as: 'chown -R' to that user, then 'chmod -R go= \(path)'"
  }

  /// Files that must stay secret.
  private static let secrets = [
    "visitor.key", "preview.key", "paywall.sqlite", "paywall.sqlite-wal", "paywall.sqlite-shm",
  ]
}
