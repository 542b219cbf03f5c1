#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import Foundation
import LedgerStorage
import PaywallAtomicFile

/// Keeps a ledger's file to one server, under any of its names.
///
/// SQLite looks for the log of a file beside the name that it was given. A process that opens a
/// file that a server has open under another name finds no log there, and damages the file.
/// Therefore a server locks the file itself before SQLite opens it, and a command looks for that
/// lock.
///
/// It is closed after SQLite has closed the file: closing any descriptor of a file gives back the
/// locks that a process has on it with `fcntl`.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Locks the file for a server. `nil` if it cannot be locked, which SQLite then reports, or the
  /// file system has no locks.
  ///
  /// - Throws: `LedgerOpenError.served` if a server has it.
  init?(_ path: String) throws(LedgerOpenError) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    switch AtomicFile.lock(descriptor, LOCK_EX | LOCK_NB) {
    case .locked: return
    case .taken: throw .served(name: path)
    case .impossible: return nil
    }
  }

  /// A process that is being started may have the descriptor for a moment, so closing it alone does
  /// not give the lock back at once.
  deinit {
    guard descriptor >= 0 else { return }
    release()
    _ = close(descriptor)
  }

  /// Call this after SQLite has closed the file.
  func release() { _ = flock(descriptor, LOCK_UN) }

  /// Checks a file for a command, before SQLite opens it. A log beside the file's only name is the
  /// server's.
  ///
  /// - Throws: `LedgerOpenError.served` if a server has it under another name.
  static func check(_ path: String) throws(LedgerOpenError) {
    guard let file = FileNumber(at: path),
      file.names > 1 || FileNumber(at: resolved(path) + "-wal") == nil,
      isLocked(path), !isLocked(SQLiteLedger.nameLock(of: path))
    else { return }
    throw .served(name: path)
  }

  /// Resolves links as SQLite does, which writes its log beside the file that a link leads to.
  static func resolved(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path
  }

  private static func isLocked(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    return AtomicFile.lock(descriptor, LOCK_SH | LOCK_NB) == .taken
  }
}

extension SQLiteLedger {
  /// The file beside a ledger that its server locks, in which it says who it is.
  package static func nameLock(of path: String) -> String { FileLock.resolved(path) + "-server" }
}
