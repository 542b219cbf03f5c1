import AppStoreFixtures
import Foundation
import LocalAppStoreStories
import TestSupport
import Testing

/// Processes of an app and of the server, which are killed with SIGKILL while the app buys.
@Suite struct KilledAppTests {
  @Test(arguments: 0..<rounds(3, all: 20))
  func `What was bought is in the ledger once, whoever is killed`(round: Int) async throws {
    try await withFolder { folder in try await Self.story(UInt64(round), in: folder) }
  }

  private static func story(_ round: UInt64, in folder: URL) async throws {
    var files = SampleConfiguration.texts
    files["Paywalls/store/keys.yaml"] = nil
    try files.write(to: folder)
    try Vectors.pki().root.write(to: folder.appending(path: "root.cer"))
    let server = KilledServer(folder: folder)
    var random = SplitMix(state: round)
    let customer = "70400000000\(1000 + round)"
    // The app is killed after a number of its lines, before or after the server.
    for _ in 0..<3 {
      let lines = random.below(6)
      let isAppFirst = random.below(2) == 0
      let app = try await server.run { url in
        let app = try start(url, folder, customer)
        var seen = ""
        for _ in 0..<lines where !seen.contains("done") {
          seen += try await app.output(until: "\n")
        }
        if isAppFirst { app.signal(SIGKILL) }
        return app
      }
      app.signal(SIGKILL)
      _ = try await app.end()
    }
    let said = try await server.run { url in
      let app = try start(url, folder, customer)
      return try await app.end()
    }
    let sold =
      said.output.split(separator: "\n").last?.split(separator: " ").dropFirst().map(String.init)
      ?? []
    #expect(said.status == 0 && !sold.isEmpty, "\(said)")
    let kept = try await server.export().split(separator: "\n").compactMap { try id(in: $0) }
    #expect(Set(kept) == Set(sold), "round \(round)")
  }

  /// The transaction in a line of an export.
  private static func id(in line: Substring) throws -> String? {
    let row = try JSONDecoder().decode([String: JSON].self, from: Data(line.utf8))
    guard let parts = row["text"]?.string?.split(separator: "."), parts.count == 3 else {
      return nil
    }
    let plain = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
    let padded = plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)
    let payload = try Data(base64Encoded: padded).map {
      try JSONDecoder().decode(JSON.self, from: $0)
    }
    return payload?["transactionId"]?.string
  }

  private static func start(
    _ url: String, _ folder: URL, _ customer: String
  ) throws -> ChildProcess {
    let program = Program.url.deletingLastPathComponent().appending(path: "buying-app")
    // A kill while it ends would leave half of a profile, and with it no coverage at all.
    let app = try ChildProcess(
      program.path(),
      [url, folder.appending(path: "phone").path(), customer, "3000000", "3"],
      environment: ["LLVM_PROFILE_FILE": "/dev/null"])
    try app.input.close()
    return app
  }
}
