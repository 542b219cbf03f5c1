import Foundation
import Synchronization
import SystemLibrary

/// A server as a child of this process. It ends with its standard input, so it does not outlive a
/// parent that is killed.
final class ServerProcess: Sendable {
  private let child: ChildProcess
  private let complaints: AsyncStream<Data>
  private let ended: AsyncStream<Never>
  /// The exit code; `nil` while it runs.
  private let status = Mutex<Int32?>(nil)

  /// A server on a busy machine may need this time to listen.
  private static let patience = Duration.seconds(120)

  /// - Throws: ``StoryServerError`` if the program cannot be run.
  init(_ program: URL, _ arguments: [String]) throws {
    // Settings of the server that a developer runs are none of this one.
    let variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PAYWALL_") }
    do {
      child = try ChildProcess(program.path(), arguments, variables: variables)
    } catch {
      throw StoryServerError(
        description: "error: '\(program.path())' cannot be run: \(error.localizedDescription)",
        isMistake: false)
    }
    let (ended, ending) = AsyncStream.makeStream(of: Never.self)
    // The log is not read after the start, and is dropped then.
    let (complaints, complaining) = AsyncStream.makeStream(
      of: Data.self, bufferingPolicy: .bufferingNewest(1_000))
    (self.ended, self.complaints) = (ended, complaints)
    let said = child.complaints
    Thread.detachNewThread {
      while case let data = said.availableData, !data.isEmpty { complaining.yield(data) }
      complaining.finish()
    }
    // The output is not used, but a pipe that is full would block the server.
    let printed = child.output
    Thread.detachNewThread { while !printed.availableData.isEmpty {} }
    Thread.detachNewThread { [self] in
      let code = (try? child.wait()) ?? -1
      status.withLock { $0 = code }
      ending.finish()
    }
  }

  /// Waits until the server listens.
  ///
  /// - Returns: its address, without a path.
  /// - Throws: ``StoryServerError`` with the program's message if it ends instead.
  func address() async throws -> String {
    let timeout = Task {
      // Bounds the wait for a program that neither listens nor ends.
      try await Task.sleep(for: Self.patience)
      signal(SIGKILL)
    }
    defer { timeout.cancel() }
    var said = ""
    for await data in complaints {
      said += String(decoding: data, as: UTF8.self)
      if let found = said.firstMatch(of: /listening on (127\.0\.0\.1:\d+)\n/) {
        return "http://\(found.1)"
      }
    }
    for await _ in ended {}
    throw StoryServerError(
      description: Self.complaint(in: said), isMistake: status.withLock { $0 } == 1)
  }

  /// Ends the server as an operator would, and one that does not end after some seconds at once.
  func end() async {
    signal(SIGTERM)
    let timeout = Task {
      // Bounds the wait for a server that hangs.
      try await Task.sleep(for: .seconds(15))
      signal(SIGKILL)
    }
    for await _ in ended {}
    timeout.cancel()
  }

  /// An id of a process that has ended may be that of another one.
  private func signal(_ number: Int32) {
    status.withLock { if $0 == nil { child.signal(number) } }
  }

  /// The mistake at the end of a log.
  private static func complaint(in log: String) -> String {
    let lines = log.split(separator: "\n")
    let first = lines.firstIndex { $0.contains("error: ") } ?? lines.startIndex
    return lines[first...].joined(separator: "\n")
  }
}
