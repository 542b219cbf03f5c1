import Crypto
import PaywallTextCoding

/// The bytes of all files of a configuration, not parsed yet.
package struct ConfigurationFiles: Sendable {
  /// The bytes of files by path from the folder that holds `Paywalls` and `Experiments`:
  /// `Paywalls/store/app.yaml`.
  package var files: [String: [UInt8]]
  /// Paths of existing files that could not be read; their declarations are unknown.
  package var unread: Set<String>

  package init(files: [String: [UInt8]] = [:], unread: Set<String> = []) {
    self.files = files
    self.unread = unread
  }

  /// SHA-256 of paths, lengths and bytes in the order of the paths; 64 hexadecimal digits. Two
  /// folders with the same files have the same release.
  package var release: String {
    var hash = SHA256()
    for path in files.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let bytes = files[path] ?? []
      hash.update(data: Array("\(path)\u{0}\(bytes.count)\u{0}".utf8))
      hash.update(data: bytes)
    }
    return hash.finalize().hexadecimal
  }
}
