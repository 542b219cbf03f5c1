#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension AtomicFile {
  /// Runs work while no other process that locks the same file does; waits for one that does. The file
  /// is made, stays, and holds nothing. The system gives the lock back when a process ends.
  package static func withLock<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw AtomicFileError(.make, path) }
    defer { _ = close(descriptor) }
    guard lock(descriptor, LOCK_EX) == .locked else { throw AtomicFileError(.make, path) }
    return try work()
  }

  package enum LockOutcome: Sendable {
    case locked
    /// Another process has it.
    case taken
    /// The file system has no locks.
    case impossible
  }

  /// Locks an open file; a signal does not end it.
  ///
  /// - Parameter operation: of `flock`.
  package static func lock(_ descriptor: Int32, _ operation: Int32) -> LockOutcome {
    while flock(descriptor, operation) != 0 {
      if errno == EINTR { continue }
      return errno == EWOULDBLOCK ? .taken : .impossible
    }
    return .locked
  }
}
