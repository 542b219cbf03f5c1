import PaywallAtomicFile
import SystemLibrary

/// A lock on a file that a process holds as long as it lives, with a line in the file that names
/// the process. The system gives the lock back however the process ends; the file stays.
package final class HeldLock: Sendable {
  /// Why a lock is not held.
  package enum Refusal: Error, Hashable, Sendable {
    /// Another process holds it: its line, `nil` if it left none.
    case taken(by: String?)
    /// The file is there and cannot be opened, as one of another user: the system's reason.
    case unreadable(String)
    /// There can be no such file or lock, as in a folder that cannot be written.
    case impossible
  }

  private let descriptor: Int32

  /// - Parameter holder: a line for people: the process, what it does, since when.
  package init(_ path: String, holder: String) throws(Refusal) {
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      guard unsafe code == ELOOP || code != EROFS && access(path, F_OK) == 0 else {
        throw .impossible
      }
      throw .unreadable(unsafe String(cString: strerror(code)))
    }
    switch AtomicFile.lock(descriptor, LOCK_EX | LOCK_NB) {
    case .locked: break
    case .taken: throw .taken(by: Self.line(of: descriptor))
    case .impossible: throw .impossible
    }
    // The line is for people only, so a failure to write it changes nothing.
    _ = ftruncate(descriptor, 0)
    var line = holder + "\n"
    _ = line.withUTF8 { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// A process that is being started may have the descriptor for a moment, so closing it alone does
  /// not give the lock back at once.
  deinit {
    guard descriptor >= 0 else { return }
    release()
    _ = close(descriptor)
  }

  /// For a process that ends in order: another one may begin.
  package func release() { _ = flock(descriptor, LOCK_UN) }

  /// The last holder of a lock, for people: it may have ended since. `nil` without a file.
  package static func lastHolder(of path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    return line(of: descriptor)
  }

  private static func line(of descriptor: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, 200, 0)
    }
    let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
    return line.isEmpty || line.contains { $0 < 0x20 } ? nil : String(decoding: line, as: UTF8.self)
  }
}
