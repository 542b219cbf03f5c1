import Foundation
import Synchronization
import SystemLibrary

/// The destination of whole lines: standard error, an appended file, or memory in tests.
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
    // Two servers may write the same file: each line goes to its end.
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw LogFileError(
        description: "cannot write \(path): \(unsafe String(cString: strerror(errno)))")
    }
    return LogSink(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
  }
}

/// The reason why a log file cannot be used.
struct LogFileError: Error, CustomStringConvertible {
  let description: String
}
