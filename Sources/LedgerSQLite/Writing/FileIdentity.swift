import Ledger
import Synchronization

/// The files that a ledger has open. Rows written to a file that was removed, or replaced by
/// another one, are gone with the process, although every write succeeds.
final class FileIdentity: Sendable {
  private let path: String
  private let log: String
  private let file: FileNumber?
  /// The write-ahead log, from when it is there until the ledger is closed.
  private let logFile = Mutex<FileNumber?>(nil)

  /// - Parameter path: of a file that is open now.
  init(_ path: String) {
    self.path = path
    log = FileLock.resolved(path) + "-wal"
    file = FileNumber(at: path)
  }

  /// - Throws: if a path names another file than the one that is open, or none.
  func check() throws(LedgerFailure) {
    guard let file, FileNumber(at: path) == file else {
      throw .unavailable(LedgerFailure.fileLost)
    }
    let now = FileNumber(at: log)
    let isSame = logFile.withLock { known in
      if known == nil { known = now }
      return known == now
    }
    guard isSame else { throw .unavailable(LedgerFailure.fileLost) }
  }
}
