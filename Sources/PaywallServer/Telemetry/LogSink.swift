import Foundation
import Synchronization

/// Where whole lines go: standard error, an appended file, or memory in tests.
package struct LogSink: Sendable {
  package let write: @Sendable (String) -> Void

  package init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  package static let standardError = LogSink(FileHandle.standardError)

  private init(_ handle: FileHandle) {
    let handle = Mutex(handle)
    write = { line in
      handle.withLock { try? $0.write(contentsOf: Data((line + "\n").utf8)) }
    }
  }

  /// Appends to a file that only its owner may read; creates it if missing.
  package static func file(_ path: String) throws -> LogSink {
    if !FileManager.default.fileExists(atPath: path) {
      guard
        FileManager.default.createFile(
          atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      else {
        throw LogFileError(description: "cannot create \(path): see its folder")
      }
    }
    guard let handle = FileHandle(forWritingAtPath: path) else {
      throw LogFileError(
        description: "cannot write \(path): it cannot be opened for writing")
    }
    _ = try handle.seekToEnd()
    return LogSink(handle)
  }
}

/// Why a log file cannot be used.
struct LogFileError: Error, CustomStringConvertible {
  let description: String
}
