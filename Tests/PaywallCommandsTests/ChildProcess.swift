import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A program that runs beside the tests, with a pipe for each of its streams.
///
/// Foundation's `Process` reads 256 bytes of every entry of `/proc/self/fd`, past the end of its
/// buffer when some 1,360 descriptors are open, as they may be while tests of connections run.
struct ChildProcess {
  let input: FileHandle
  private let output: FileHandle
  private let complaints: FileHandle
  private let id: pid_t

  /// For servers whose ledger does not count as hanging while other tests keep the machine busy.
  static let patience = ["PAYWALL_LEDGER_TIMEOUT": "4000"]

  /// - Parameter environment: What is set beside the environment of the tests.
  init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
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

  /// Held from the opening of the pipes until they are closed to other children.
  private static let starting = Mutex(())

  /// What the program printed until it had printed this text, or had ended.
  func output(until text: String) async throws -> String { try await Self.read(output, text) }

  /// The same of what it complained.
  func complaints(until text: String) async throws -> String {
    try await Self.read(complaints, text)
  }

  func signal(_ number: Int32) { _ = kill(id, number) }

  private static func read(_ stream: FileHandle, _ text: String) async throws -> String {
    try await onThread {
      var shown = Data()
      while !text.isEmpty, !String(decoding: shown, as: UTF8.self).contains(text) {
        let more = stream.availableData
        guard !more.isEmpty else { break }
        shown += more
      }
      return String(decoding: shown, as: UTF8.self)
    }
  }

  /// What the program has left when it ends.
  func end() async throws -> Run {
    async let complained = onThread { [complaints] in try complaints.readToEnd() ?? Data() }
    let written = try await onThread { [output] in try output.readToEnd() ?? Data() }
    let status = try await onThread { [id] in try Self.wait(for: id) }
    return Run(
      status: status, output: String(decoding: written, as: UTF8.self),
      complaints: String(decoding: try await complained, as: UTF8.self))
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

  /// The exit code, or the number of the signal that ended the program.
  private static func wait(for id: pid_t) throws -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0 {
      guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
    }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : signal
  }
}

/// Waits on a thread of its own, so that other tests go on.
private func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(with: Swift.Result { try body() })
    }
  }
}
