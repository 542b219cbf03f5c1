import Foundation
import PaywallAtomicFile

/// A file of a state folder that is made once and read after every restart.
enum KeptFile {
  /// Reads the file, or makes it. Only its owner can read it.
  ///
  /// - Parameters:
  ///   - what: the contents of the file, as messages name them.
  ///   - make: a new value with its text.
  static func load<Value>(
    _ name: String, in folder: String, _ what: String, _ read: (String) throws -> Value,
    make: () throws -> (value: Value, text: String)
  ) throws(KeptChainError) -> Value {
    let path = "\(folder)/\(name)"
    if let kept = try value(path, what, read) { return kept }
    do {
      let made = try make()
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try AtomicFile.create(path, with: Array(made.text.utf8))
      return made.value
    } catch {
      // Another process may have made it in between.
      if let kept = try value(path, what, read) { return kept }
      throw KeptChainError("the \(what) cannot be kept in '\(path)': \(error)")
    }
  }

  /// `nil` if there is no such file.
  private static func value<Value>(
    _ path: String, _ what: String, _ read: (String) throws -> Value
  ) throws(KeptChainError) -> Value? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    do {
      return try read(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw KeptChainError(
        "'\(path)' is not the \(what) of a local App Store; move it away, and a new one is made")
    }
  }
}

package struct KeptChainError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
