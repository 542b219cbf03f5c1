import Foundation
import PaywallAtomicFile
import Synchronization

/// Keeps other processes from moving a file at the same time: a lock on a file beside it, which ends
/// with the process.
final class FileClaim: Sendable {
  private let path: String
  private let descriptor = Mutex<Int32?>(nil)

  init(of path: String) { self.path = "\(path)-move" }

  deinit {
    guard let descriptor = descriptor.withLock({ $0 }) else { return }
    // The file is removed while it is locked: a process that opens it later makes a new one.
    _ = unsafe unlink(path)
    close(descriptor)
  }

  /// - Returns: whether it is this one's, now or from before.
  func take() throws(LedgerFileError) -> Bool {
    try descriptor.withLock { held throws(LedgerFileError) in
      if held != nil { return true }
      let opened = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard opened >= 0 else { throw LedgerFileError(path: path, code: errno) }
      guard AtomicFile.lock(opened, LOCK_EX | LOCK_NB) == .locked else {
        close(opened)
        return false
      }
      held = opened
      return true
    }
  }
}

/// A file beside a ledger that cannot be made.
struct LedgerFileError: Error, CustomStringConvertible {
  var path: String
  var code: Int32

  var description: String { "'\(path)' cannot be made: \(unsafe String(cString: strerror(code)))" }
}
