import Foundation
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Testing

@testable import CommandSupport
@testable import PaywallCommands

/// The findings of `paywall doctor` on a server.
@Suite struct DoctorTests {
  @Test(
    "A note stays a warning whatever else is wrong, and every code has a next step of its own",
    arguments: [
      ("throwAwayKey", "note", "degraded", "warning", "--offer-key"),
      ("throwAwayBundleKey", "note", "degraded", "warning", "--bundle-key"),
      ("bundleCertificateEndsSoon", "note", "ready", "warning", "paywall bundle key certify"),
      ("proxyNotTrusted", "note", "ready", "warning", "--trusted-proxies"),
      ("ledgerUnavailable", "degraded", "degraded", "error", "--ledger"),
      ("reloadFailed", "degraded", "degraded", "error", "paywall check"),
      ("contradictsLedger", "degraded", "degraded", "error", "paywall experiment restart"),
      ("shuttingDown", "shuttingDown", "shuttingDown", "error", "started again"),
      ("ofTomorrow", "note", "degraded", "warning", "log says more"),
      ("throwAwayKey", nil, "ready", "warning", "--offer-key"),
      ("throwAwayKey", nil, "degraded", "error", "--offer-key"),
    ] as [(String, String?, String, String, String)])
  func readiness(
    _ code: String, _ weight: String?, _ status: String, _ verdict: String, _ help: String
  ) {
    let finding = Finding.readiness(code, "why", weight: weight, status: status)
    #expect(finding.verdict.rawValue == verdict)
    #expect(finding.detail == "\(code): why")
    #expect(finding.help?.contains(help) == true)
  }

  /// Each setting is judged in the words of the start, whose rules `doctor` uses.
  @Test func `Without keys a server that is more than development is an error, as at its start`() {
    var settings = Settings()
    let alone = Finding.keys([], settings)
    #expect(alone.map(\.verdict) == [.warning])
    settings.offerKeys = [OfferKeyFile(path: "a.p8", keyId: "A")]
    settings.metricsPort = 9090
    settings.metricsHost = "0.0.0.0"
    let finding = Finding.keys([], settings)
    #expect(finding.map(\.verdict) == [.error])
    #expect(
      finding.first?.detail
        == "--metrics-host 0.0.0.0 and --offer-key need API keys, and Paywalls/store/keys.yaml has none"
    )
    #expect(finding.first?.help?.contains("'paywall key create --role client --add'") == true)
  }

  @Test(.inFolder)
  func `Of a folder with mistakes the keys of the copy count, which would be served`()
    async throws
  {
    let files = FileManager.default
    let app = folder.appending(path: "app")
    try files.createDirectory(at: app, withIntermediateDirectories: true)
    for name in ["Paywalls", "Experiments"] {
      try files.copyItem(
        at: URL(filePath: example).appending(path: name), to: app.appending(path: name))
    }
    let state = StateDirectory(folder.appending(path: "state").path())
    try state.keep(
      FolderStamp(of: app.path()), of: app.path(), as: String(repeating: "ab", count: 32))
    try Data("selected: [".utf8).write(to: app.appending(path: "Paywalls/standard.yaml"))
    func keys(_ more: String...) async throws -> [String?] {
      let run = try await paywall(
        ["doctor", "--config", app.path(), "--state-dir", state.path, "--port", "0", "--json"]
          + more)
      let cards = try #require(try json(run.output) as? [[String: Any]])
      return cards.filter { $0["check"] as? String == "keys" }.map { $0["verdict"] as? String }
    }
    #expect(try await keys() == ["warning"])
    #expect(try await keys("--trusted-proxies", "10.0.0.0/8") == ["error"])
  }

  @Test func `Every reason that a server may give has a next step`() {
    for code in ReadinessReason.codes { #expect(Finding.nextStep(for: code) != nil, "\(code)") }
  }

  @Test func `What only a look from outside tells is said not to have been checked`() async throws {
    let run = try await paywall("doctor", "--config", example, "--port", "0", "--json")
    let cards = try #require(try json(run.output) as? [[String: Any]])
    let skipped = cards.filter { $0["verdict"] as? String == "skipped" }
    #expect(
      skipped.map { $0["check"] as? String } == ["apple", "server", "clock", "notifications"])
    #expect((skipped.first?["help"] as? String)?.contains("--app-store-key") == true)
    #expect(
      skipped.dropFirst().allSatisfy { ($0["help"] as? String)?.contains("--url") == true })
    #expect(cards.contains { $0["check"] as? String == "port" && $0["verdict"] as? String == "ok" })
  }

  @Test func `Origins of web pages need a key that pages may have`() throws {
    let key = APIKey(name: "a", role: .client, digest: String(repeating: "0", count: 64))
    var server = key
    server.role = .server
    var settings = Settings()
    #expect(Finding.origins([server], settings) == [])
    settings.allowedOrigins = ["https://app.example.com"]
    #expect(Finding.origins([key], settings) == [])
    for keys in [[], [server]] {
      #expect(Finding.origins(keys, settings).map(\.verdict) == [.warning])
    }
  }

  @Test func `A port that something else has is told of`() throws {
    #expect(Finding.port(8080, .free).verdict == .ok)
    #expect(Finding.port(8080, .paywall).verdict == .ok)
    let other = Finding.port(8080, .another)
    #expect(other.verdict == .warning && other.help?.contains("--port") == true)
  }
}
