import Foundation
import LocalAppStoreStories

extension ChildProcess {
  /// Variables for servers whose ledger does not count as hanging while other tests keep the
  /// machine busy.
  static let patience = ["PAYWALL_LEDGER_TIMEOUT": "4000"]

  /// - Parameter environment: variables in addition to the environment of the tests.
  init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    try self.init(
      program, arguments,
      variables: ProcessInfo.processInfo.environment.merging(environment) { $1 })
  }

  /// Returns the output of the program up to this text, or to its end.
  func output(until text: String) async throws -> String { try await Self.read(output, text) }

  /// Returns the same part of its standard error.
  func complaints(until text: String) async throws -> String {
    try await Self.read(complaints, text)
  }

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

  /// Waits for the end of the program, and returns the rest of its output.
  func end() async throws -> Run {
    async let complained = onThread { [complaints] in try complaints.readToEnd() ?? Data() }
    let written = try await onThread { [output] in try output.readToEnd() ?? Data() }
    let status = try await onThread { try wait() }
    return Run(
      status: status, output: String(decoding: written, as: UTF8.self),
      complaints: String(decoding: try await complained, as: UTF8.self))
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
