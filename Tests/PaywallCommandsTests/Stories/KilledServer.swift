import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `paywall serve` on a folder of its own, with a ledger in a file, that ends by SIGKILL only.
struct KilledServer {
  let folder: URL
  /// The file of the ledger in the folder; another one after a restoration.
  var ledger = "ledger.sqlite"

  var trust: [String] { ["--apple-root", path("root.cer"), "--apple-root-in-production"] }

  func path(_ name: String) -> String { folder.appending(path: name).path() }

  /// Starts the program, waits until it listens, and kills it at the end of `use`.
  func run<Value>(_ use: (_ url: String) async throws -> Value) async throws -> Value {
    try await Turns.programs.take {
      let server = try ChildProcess(
        Program.url.path(),
        ["serve", "--port", "0", "--config", folder.path(), "--ledger", path(ledger)] + trust)
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
      let end = try await server.end()
      #expect(end.status == SIGKILL)
      return try result.get()
    }
  }

  /// What the ledger's file says.
  func export() async throws -> String {
    let run = try await command("export")
    #expect(run.status == 0, "\(run.complaints)")
    return run.output
  }

  /// Exports the ledger and imports it into a new file, which counts from now on. Both say the same.
  mutating func restore() async throws {
    let before = try await export()
    try Data(before.utf8).write(to: folder.appending(path: "export.ndjson"))
    ledger = "again-" + ledger
    let run = try await command(
      "import", path("export.ndjson"), "--apple-root-in-production")
    #expect(run.status == 0, "\(run.complaints)")
    #expect(try await export() == before)
  }

  /// Runs `paywall ledger`.
  func command(_ arguments: String..., more: [String] = []) async throws -> Run {
    try await PaywallCommandsTests.run(
      Program.url,
      ["ledger"] + arguments + more
        + ["--config", folder.path(), "--ledger", path(ledger), "--apple-root", path("root.cer")],
      environment: [:])
  }
}

/// Sends a request, such as `GET /v1/products`, and returns the status and the body of the answer.
func ask(
  _ url: String, _ request: String, body: String?, key: String
) async throws -> (status: Int, body: String) {
  let words = request.split(separator: " ", maxSplits: 1)
  var asked = URLRequest(url: try #require(URL(string: url + words[1])))
  asked.httpMethod = String(words[0])
  asked.setValue(key, forHTTPHeaderField: "X-API-Key")
  asked.setValue("application/json", forHTTPHeaderField: "Content-Type")
  asked.httpBody = body.map { Data($0.utf8) }
  let (data, response) = try await URLSession.shared.data(for: asked)
  let status = (response as? HTTPURLResponse)?.statusCode ?? 0
  return (status, String(decoding: data, as: UTF8.self))
}
