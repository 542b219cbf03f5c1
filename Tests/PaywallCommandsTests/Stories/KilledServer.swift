import Foundation
import LocalAppStoreStories
import TestSupport
import Testing

/// `paywall serve` on a folder of its own, with a ledger in a file, that ends by SIGKILL only.
struct KilledServer {
  let folder: URL
  /// The file of the ledger in the folder; another one after a restoration.
  var ledger = "ledger.sqlite"
  /// Further options of `paywall serve`.
  var options: [String] = []

  var trust: [String] { ["--apple-root", path("root.cer"), "--apple-root-in-production"] }

  func path(_ name: String) -> String { folder.appending(path: name).path() }

  /// Starts the program, waits until it listens, and kills it at the end of `use`.
  func run<Value>(_ use: (_ url: String) async throws -> Value) async throws -> Value {
    try await Turns.programs.take {
      let server = try ChildProcess(
        Program.url.path(),
        ["serve", "--port", "0", "--config", folder.path(), "--ledger", path(ledger)] + trust
          + options, environment: ChildProcess.patience)
      try server.input.close()
      let result: Result<Value, any Error>
      do {
        var log = try await server.complaints(until: "listening on ")
        // The line may come in two pieces.
        if !log.hasSuffix("\n") { log += try await server.complaints(until: "\n") }
        let address = log.firstMatch(of: /listening on (127\.0\.0\.1:\d+)/)?.1
        result = .success(try await use("http://\(try #require(address, "\(log)"))"))
      } catch {
        result = .failure(error)
      }
      server.signal(SIGKILL)
      try await server.end().expect(SIGKILL)
      return try result.get()
    }
  }

  /// Returns the export of the ledger's file.
  func export() async throws -> String {
    let run = try await command("export").expect(0)
    return run.output
  }

  /// Exports the ledger and imports it into a new file, which is used from now on. Both exports are
  /// equal.
  mutating func restore() async throws {
    let before = try await export()
    try Data(before.utf8).write(to: folder.appending(path: "export.ndjson"))
    ledger = "again-" + ledger
    try await command("import", path("export.ndjson"), "--apple-root-in-production").expect(0)
    #expect(try await export() == before)
  }

  /// Runs `paywall ledger`.
  func command(_ arguments: String..., more: [String] = []) async throws -> Run {
    try await paywall(
      ["ledger"] + arguments + more + [
        "--config", folder.path(), "--ledger", path(ledger), "--apple-root", path("root.cer"),
      ])
  }
}

/// Sends a request, such as `GET /v1/products`, and returns the status and the body of the answer.
///
/// Uses curl, because on Linux a `URLSession` may never answer again when its server was killed.
func ask(
  _ url: String, _ request: String, body: String?, key: String
) async throws -> (status: Int, body: String) {
  let words = request.split(separator: " ", maxSplits: 1).map(String.init)
  var arguments = [
    "curl", "--silent", "--show-error", "--noproxy", "*", "--max-time", "300", "--write-out",
    "\n%{http_code}",
    "--request", words[0], "--header", "X-API-Key: \(key)", url + words[1],
  ]
  if body != nil {
    arguments += ["--header", "Content-Type: application/json", "--data-binary", "@-"]
  }
  let curl = try ChildProcess("/usr/bin/env", arguments)
  if let body { try curl.input.write(contentsOf: Data(body.utf8)) }
  try curl.input.close()
  let run = try await curl.end()
  try #require(run.status == 0, "\(run.complaints)")
  let end = try #require(run.output.lastIndex(of: "\n"))
  let status = try #require(Int(run.output[end...].dropFirst()))
  return (status, String(run.output[..<end]))
}
