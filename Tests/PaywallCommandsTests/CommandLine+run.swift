import Foundation
import LocalAppStoreStories
import TestSupport
import Testing

/// The result of a run of the program.
struct Run {
  var status: Int32
  var output: String
  var complaints: String

  /// Expects an exit status, and words of the output.
  @discardableResult
  func expect(
    _ status: Int32, prints printed: String..., complains complained: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Run {
    #expect(self.status == status, "\(self)", sourceLocation: sourceLocation)
    for words in printed {
      #expect(output.contains(words), "\(output)", sourceLocation: sourceLocation)
    }
    for words in complained {
      #expect(complaints.contains(words), "\(complaints)", sourceLocation: sourceLocation)
    }
    return self
  }
}

/// Runs the program to its end.
func paywall(_ arguments: [String]) async throws -> Run {
  try await run(Program.url, arguments, environment: [:])
}

/// Runs the program that was built beside the tests, as a script would: in a pipe.
func paywall(_ arguments: String..., environment: [String: String] = [:]) async throws -> Run {
  try await run(Program.url, arguments, environment: environment)
}

/// Runs the program on the configuration of a folder.
func paywall(_ arguments: String..., in folder: URL) async throws -> Run {
  try await paywall(arguments, in: folder)
}

func paywall(_ arguments: [String], in folder: URL) async throws -> Run {
  try await paywall(arguments + ["--config", folder.path()])
}

/// Runs a program; a line that begins with `local-app-store` runs that one.
func run(_ program: URL, _ arguments: [String], environment: [String: String]) async throws -> Run {
  let ended = try await Turns.programs.take {
    let child = try ChildProcess(program, arguments, environment: environment)
    try child.input.close()
    return try await child.end()
  }
  if program == Program.url { AnswerContract.check(ended, of: arguments) }
  return ended
}

/// Runs a command that serves, on a port that the system chooses, for as long as `use` runs; then
/// ends it as an operator would.
func serving<Result: Sendable>(
  _ arguments: [String], _ use: (_ url: String) async throws -> Result
) async throws -> Result {
  try await Turns.programs.take {
    let server = try ChildProcess(
      Program.url, arguments + ["--port", "0"], environment: ChildProcess.patience)
    try server.input.close()
    let result: Result
    do {
      var log = try await server.complaints(until: "listening on ")
      // The line may come in two pieces.
      if !log.hasSuffix("\n") { log += try await server.complaints(until: "\n") }
      let address = try #require(log.firstMatch(of: /listening on (127\.0\.0\.1:\d+)/)?.1)
      result = try await use("http://\(address)")
    } catch {
      server.signal(SIGKILL)
      _ = try await server.end()
      throw error
    }
    server.signal(SIGTERM)
    let run = try await server.end()
    #expect(run.status == 0, "\(run.complaints)")
    return result
  }
}

extension ChildProcess {
  /// - Parameter program: runs the arguments, unless they name the other program.
  fileprivate init(
    _ program: URL, _ arguments: [String], environment: [String: String]
  ) throws {
    let isStore = arguments.first == Program.store.lastPathComponent
    try self.init(
      isStore ? Program.store.path() : program.path(), Array(arguments.dropFirst(isStore ? 1 : 0)),
      environment: environment)
  }
}

enum Program {
  /// `local-app-store`, beside it.
  static var store: URL { url.deletingLastPathComponent().appending(path: "local-app-store") }

  /// `paywall`, in the folder of the test bundle.
  static var url: URL {
    let folder = Bundle.main.executableURL?.deletingLastPathComponent()
    return (folder ?? URL(filePath: ".build/debug")).appending(path: "paywall")
  }
}

/// The folder of the package, which holds the example app.
let example = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path()

/// A folder of its own for one test, gone afterwards.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "paywall-commands-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

/// A copy of the example app, to break.
func withCopyOfExample<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  try await withFolder { folder in
    for name in ["Paywalls", "Experiments"] {
      try FileManager.default.copyItem(
        at: URL(filePath: example).appending(path: name), to: folder.appending(path: name))
    }
    return try await body(folder)
  }
}

func json(_ text: String) throws -> Any {
  try JSONSerialization.jsonObject(with: Data(text.utf8))
}
