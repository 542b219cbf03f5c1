import CommandSupport
import SystemLibrary

/// Standard output of an answer that people keep as a file: it reports a full disk, which `print`
/// does not.
struct StandardOutput {
  private var buffer: [UInt8] = []
  /// The reason that something could not be written.
  private(set) var failure: Failure?

  /// - Throws: a failure if something could not be written.
  mutating func write(_ line: String) throws {
    buffer += line.utf8
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= 1 << 16 { try flush() }
  }

  mutating func flush() throws {
    var rest = buffer[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      guard written > 0 || written < 0 && errno == EINTR else {
        let reason = unsafe String(cString: strerror(errno))
        let failure = Failure(
          .failedOutside, "standard output could not be written: \(reason)",
          help: "what it has is only a part; make room, and run the command again")
        self.failure = failure
        throw failure
      }
      rest = rest.dropFirst(max(0, written))
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
