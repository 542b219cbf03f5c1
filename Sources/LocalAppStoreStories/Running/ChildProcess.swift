package import Foundation
import Synchronization
import SystemLibrary

/// A program that runs beside this one, with a pipe for each of its streams.
///
/// Foundation's `Process` reads 256 bytes of every entry of `/proc/self/fd`, past the end of its
/// buffer when some 1,360 descriptors are open, and does not see the end of a child while another
/// child holds its socket.
package struct ChildProcess: Sendable {
  package let input: FileHandle
  package let output: FileHandle
  package let complaints: FileHandle
  private let id: pid_t

  /// Held from the opening of the pipes until they are closed to other children.
  private static let starting = Mutex(())

  /// - Parameters:
  ///   - program: its file.
  ///   - variables: its environment.
  /// - Throws: a `POSIXError` if the program cannot be run.
  package init(_ program: String, _ arguments: [String], variables: [String: String]) throws {
    (id, input, output, complaints) = try Self.starting.withLock { _ in
      let (input, output, complaints) = (Pipe(), Pipe(), Pipe())
      let streams = [
        input.fileHandleForReading, output.fileHandleForWriting, complaints.fileHandleForWriting,
      ]
      // The end of a stream is seen once this child alone holds its other side.
      for pipe in [input, output, complaints] {
        for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
          _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
      }
      let id = try Self.spawn(
        program, [program] + arguments, variables.map { "\($0)=\($1)" },
        streams: streams.map(\.fileDescriptor))
      for stream in streams { try stream.close() }
      return (
        id, input.fileHandleForWriting, output.fileHandleForReading,
        complaints.fileHandleForReading
      )
    }
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ variables: [String], streams: [Int32]
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
    }
    let argv = unsafe arguments.map { unsafe strdup($0) } + [nil]
    let envp = unsafe variables.map { unsafe strdup($0) } + [nil]
    defer { unsafe (argv + envp).forEach { unsafe free($0) } }
    var id: pid_t = 0
    let code = unsafe posix_spawn(&id, program, &actions, nil, argv, envp)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    return id
  }

  package func signal(_ number: Int32) { _ = kill(id, number) }

  /// Blocks until the program has ended.
  ///
  /// - Returns: the exit code, or the number of the signal that ended it.
  package func wait() throws -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0 {
      guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
    }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : signal
  }
}
