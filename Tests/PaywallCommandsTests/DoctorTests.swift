import Foundation
import PaywallServer
import Testing

@testable import PaywallCommands

/// What `paywall doctor` says of a server that it looks at.
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

  @Test func `Every reason that a server may give has a next step`() {
    for code in ReadinessReason.codes { #expect(Finding.nextStep(for: code) != nil, "\(code)") }
  }

  @Test func `What only a look from outside tells is said not to have been checked`() throws {
    let run = try paywall("doctor", "--config", example, "--port", "0", "--json")
    let cards = try #require(try json(run.output) as? [[String: Any]])
    let skipped = cards.filter { $0["verdict"] as? String == "skipped" }
    #expect(skipped.map { $0["check"] as? String } == ["server", "clock", "notifications"])
    #expect(skipped.allSatisfy { ($0["help"] as? String)?.contains("--url") == true })
    #expect(cards.contains { $0["check"] as? String == "port" && $0["verdict"] as? String == "ok" })
  }

  @Test func `A port that something else has is told of`() throws {
    #expect(Finding.port(8080, .nobody).verdict == .ok)
    #expect(Finding.port(8080, .paywall).verdict == .ok)
    let other = Finding.port(8080, .another)
    #expect(other.verdict == .warning && other.help?.contains("--port") == true)
  }
}
