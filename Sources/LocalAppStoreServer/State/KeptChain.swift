import Foundation
package import LocalAppStore
import PaywallAtomicFile

/// The signing chain of a state folder: the same root after every restart.
package enum KeptChain {
  /// Reads the chain, or makes it. Only its owner can read the file.
  package static func load(_ folder: String) throws(KeptChainError) -> SigningChain {
    let path = "\(folder)/local-app-store.pem"
    if let chain = try read(path) { return chain }
    let made: SigningChain
    do {
      made = try SigningChain()
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try AtomicFile.create(path, with: Array(made.pem.utf8))
    } catch {
      // Another process may have made it in between.
      if let chain = try read(path) { return chain }
      throw KeptChainError("the signing chain cannot be kept in '\(path)': \(error)")
    }
    return made
  }

  /// `nil` if there is no such file.
  private static func read(_ path: String) throws(KeptChainError) -> SigningChain? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    do throws(SigningChainError) {
      return try SigningChain(pem: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw KeptChainError(
        "'\(path)' is not the signing chain of a local App Store; move it away, and a new one is made"
      )
    }
  }
}

package struct KeptChainError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
