import Foundation
import PaywallTextCoding

/// A server as a child of this process. It ends with its standard input, so it does not outlive a parent that
/// is killed.
final class ServerProcess: Sendable {
  private let process = Process()
  private let input = Pipe()
  private let complaints: AsyncStream<Data>
  private let ended: AsyncStream<Never>

  /// A server on a busy machine may take so long to listen.
  private static let patience = Duration.seconds(120)

  /// - Throws: ``StoryServerError`` if the program cannot be run.
  init(_ program: URL, _ arguments: [String]) throws {
    let (ended, ending) = AsyncStream.makeStream(of: Never.self)
    // A log that nobody reads after the start is dropped.
    let (complaints, complaining) = AsyncStream.makeStream(
      of: Data.self, bufferingPolicy: .bufferingNewest(1_000))
    (self.ended, self.complaints) = (ended, complaints)
    process.executableURL = program
    process.arguments = arguments
    // Settings of the server that a developer runs are none of this one.
    process.environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("PAYWALL_")
    }
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = output
    process.terminationHandler = { _ in ending.finish() }
    output.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      guard data.isEmpty else { return _ = complaining.yield(data) }
      handle.readabilityHandler = nil
      complaining.finish()
    }
    do {
      try process.run()
    } catch {
      throw StoryServerError(
        description: "error: '\(program.path())' cannot be run: \(error.localizedDescription)",
        isMistake: false)
    }
  }

  /// Waits until the server listens.
  ///
  /// - Returns: its address, without a path.
  /// - Throws: ``StoryServerError`` with what the program says if it ends instead.
  func address() async throws -> String {
    let process = process
    let timeout = Task {
      // Bounds the wait for a program that neither listens nor ends.
      try await Task.sleep(for: Self.patience)
      process.terminate()
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
      description: Self.complaint(in: said), isMistake: process.terminationStatus == 1)
  }

  /// Ends the server as an operator would, and one that does not end after some seconds at once.
  func end() async {
    let process = process
    if process.isRunning { process.terminate() }
    let timeout = Task {
      // Bounds the wait for a server that hangs.
      try await Task.sleep(for: .seconds(15))
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    for await _ in ended {}
    timeout.cancel()
  }

  /// The mistake at the end of a log.
  private static func complaint(in log: String) -> String {
    let lines = log.split(separator: "\n")
    let first = lines.firstIndex { $0.contains("error: ") } ?? lines.startIndex
    return lines[first...].joined(separator: "\n")
  }
}
