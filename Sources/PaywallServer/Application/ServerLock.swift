#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Keeps a second server away from a state folder or a ledger's name: each server knows which units
/// have records, and would not see those that another one writes. The ledger's file itself is locked
/// by `SQLiteLedger`.
///
/// The lock is the system's, on a file beside what it guards, and ends with the process, however that
/// ends. The file stays; in it is who holds the lock, for the message of the second.
final class ServerLock: Sendable {
  private let descriptor: Int32

  /// - Parameter holder: a line that names this server for the message of a second one: process, address, start time.
  /// - Returns: `nil` if there can be no such file, as in a folder that cannot be written.
  /// - Throws: `StartError.inUse` with the other's line; `StartError.lock` if the file is there and cannot be
  ///   opened, as one of another user's server.
  init?(_ path: String, guarding guarded: String, holder: String) throws(StartError) {
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      guard unsafe code == ELOOP || code != EROFS && access(path, F_OK) == 0 else { return nil }
      throw .lock(path, of: guarded, reason: unsafe String(cString: strerror(code)))
    }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { return nil }
      throw .inUse(guarded, by: Self.line(of: descriptor))
    }
    // What it says is for people only, so a failure to write it changes nothing.
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

  /// For the process that ends in order: another server may begin.
  func release() { _ = flock(descriptor, LOCK_UN) }

  /// The server that wrote the file last, for people: it may have ended since. `nil` without a file.
  static func lastHolder(of path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    return line(of: descriptor)
  }

  private static func line(of descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, 200, 0)
    }
    let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
    return line.isEmpty || line.contains { $0 < 0x20 }
      ? "a server" : String(decoding: line, as: UTF8.self)
  }
}
