import Ledger
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Which files a ledger has open. What is written to a file that was removed, or replaced by another
/// one, is gone with the process, although every write succeeds.
final class FileIdentity: Sendable {
  private struct File: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  private let path: String
  private let file: File?
  /// The write-ahead log, from when it is there until the ledger is closed.
  private let log = Mutex<File?>(nil)

  /// - Parameter path: of a file that is open now.
  init(_ path: String) {
    self.path = path
    file = Self.file(at: path)
  }

  /// - Throws: if a path names another file than the one that is open, or none.
  func check() throws(LedgerFailure) {
    guard let file, Self.file(at: path) == file else { throw .unavailable(LedgerFailure.fileLost) }
    let now = Self.file(at: path + "-wal")
    let isSame = log.withLock { log in
      if log == nil { log = now }
      return log == now
    }
    guard isSame else { throw .unavailable(LedgerFailure.fileLost) }
  }

  /// Two names of one file are two ways to it: a backup by hard links has made the other.
  private static func file(at path: String) -> File? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return File(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }
}
