import AppStoreFixtures
import AppStoreServerAPI
import Foundation
import TestSupport
import Testing

/// Commands that ask Apple, against a server of a test.
@Suite struct AppleCommandTests {
  private static func arguments(_ url: String, in folder: URL) throws -> [String] {
    try StoreApp.writeKey(to: folder)
    return [
      "appstore", "transaction", StoreApp.originalTransactionId, "--config", folder.path(),
      "--environment", "production", "--app-store-key",
      folder.appending(path: "key.p8").path(), "--app-store-key-id", "ABC123DEFG",
      "--app-store-issuer", "57246542-96fe-1a63-e053-0824d011072a",
      "--app-store-address", "production=\(url)",
    ]
  }

  private static func run(_ arguments: [String]) async throws -> Run {
    try await paywall(arguments)
  }

  @Test("They trust the root that is named, and count their calls in one place", .inFolder)
  func lookups() async throws {
    let app = StoreApp()
    try app.write(to: folder)
    let text = try app.purchase()
    try await StubAppStoreServer.run({ _ in
      (200, #"{"signedTransactionInfo":"\#(text)"}"#)
    }) { url in
      let arguments = try Self.arguments(url, in: folder)
      let root = folder.appending(path: "root.cer").path()
      let trusted = try await Self.run(arguments + ["--apple-root", root])
      trusted.expect(0, prints: StoreApp.originalTransactionId)
      try await Self.run(arguments).expect(3, complains: "cannot be trusted")
    }
    let file = try Data(contentsOf: folder.appending(path: ".paywall/app-store-budget.json"))
    let uses = try #require(
      try JSONDecoder().decode([String: JSON].self, from: file)["uses"]?.elements)
    #expect(uses.count == 1)
    #expect(uses[0]["endpoint"]?.string == "transaction")
    let calls = uses[0]["calls"]?.elements?.compactMap { $0.elements?.last?.integer }
    #expect(calls?.reduce(0, +) == 2)
  }

  @Test(
    "A command beside a server has a tenth of Apple's limits, and a second one says who asks",
    .inFolder)
  func beside() async throws {
    let app = StoreApp()
    try app.write(to: folder)
    let text = try app.purchase()
    let state = folder.appending(path: ".paywall")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    let server = BudgetSeat.ofServer(in: state.path(), holder: "process 17 on 127.0.0.1:8080")
    try await StubAppStoreServer.run({ _ in
      (200, #"{"signedTransactionInfo":"\#(text)"}"#)
    }) { url in
      let arguments =
        try Self.arguments(url, in: folder)
        + ["--apple-root", folder.appending(path: "root.cer").path()]
      try await Self.run(arguments).expect(0)
      let files = try FileManager.default.contentsOfDirectory(atPath: state.path())
      #expect(files.contains("app-store-budget-beside.json"), "\(files)")
      #expect(!files.contains("app-store-budget.json"), "\(files)")
      let first = try BudgetSeat.take([.beside], in: state.path(), holder: "process 18, a command")
      let second = try await Self.run(arguments)
      second.expect(3, complains: "process 17 on 127.0.0.1:8080; process 18, a command")
      withExtendedLifetime(first) {}
    }
    withExtendedLifetime(server) {}
  }

  @Test(
    "What would ask Apple beyond its limits, or trusts a root of which the store has another, is refused",
    .inFolder,
    arguments: [
      (["--app-store-budget", "2"], "--app-store-budget"),
      (["--app-store-budget", "0"], "--app-store-budget"),
      (["--app-store-address", "moon=https://example.com"], "--app-store-address"),
    ])
  func refused(options: [String], word: String) async throws {
    try StoreApp().write(to: folder)
    var arguments = try Self.arguments("https://api.example.com", in: folder)
    arguments += options
    try await Self.run(arguments).expect(2, complains: word)
    let local = try await Self.run([
      "appstore", "transaction", "1", "--config", folder.path(), "--apple-root", "root.cer",
    ])
    local.expect(2, complains: "--apple-root")
  }
}
