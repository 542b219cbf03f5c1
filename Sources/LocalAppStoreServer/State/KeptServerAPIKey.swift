package import Crypto
import Foundation
import PaywallAtomicFile

/// The key of a state folder for Apple's server API: throw-away, and the same after every restart.
package enum KeptServerAPIKey {
  package static func path(_ folder: String) -> String {
    "\(folder)/local-app-store-api-key.p8"
  }

  /// Reads the key, or makes it. Only its owner can read the file.
  package static func load(_ folder: String) throws(KeptChainError) -> P256.Signing.PrivateKey {
    let path = path(folder)
    if let key = try read(path) { return key }
    let made = P256.Signing.PrivateKey()
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try AtomicFile.create(path, with: Array((made.pemRepresentation + "\n").utf8))
    } catch {
      // Another process may have made it in between.
      if let key = try read(path) { return key }
      throw KeptChainError("the API key cannot be kept in '\(path)': \(error)")
    }
    return made
  }

  /// `nil` if there is no such file.
  private static func read(_ path: String) throws(KeptChainError) -> P256.Signing.PrivateKey? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    do {
      return try P256.Signing.PrivateKey(
        pemRepresentation: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw KeptChainError(
        "'\(path)' is not the API key of a local App Store; move it away, and a new one is made")
    }
  }
}
