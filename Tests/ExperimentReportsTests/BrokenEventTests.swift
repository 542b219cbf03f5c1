import Ledger
import PaywallCatalog
import TestSupport
import Testing

@testable import ExperimentReports

@Suite struct BrokenEventTests {
  /// All of 60 visitors have seen one of two variants: by chance that is 2 in 2^60.
  @Test("A report that nobody may trust is told to webhooks once, and one of the past is not")
  func told() async throws {
    try await withLedger { ledger in
      try await ledger.setWebhooks(
        [
          WebhookEndpoint(
            name: "backend", url: WebhookURL("https://example.com/hooks"),
            events: [.experimentBroken], secrets: [.environment("SECRET")])
        ], at: World.moment(days: 0))
      var world = World(seed: 1)
      for number in 0..<60 {
        try await world.expose(
          "visitor-\(number)", isUser: false, "trial", World.moment(days: 1), ledger)
      }
      func told() async throws -> [String] {
        try await ledger.webhookDeliveries(of: "backend", nil, limit: 9).map {
          String($0.data.firstMatch(of: /"cause":"([^"]+)"/)?.1 ?? "")
        }
      }
      let (before, now) = (World.moment(days: 2), World.moment(days: 3))
      _ = try await World.report(ledger, asOf: before, now: now)
      #expect(try await told() == [])
      for _ in 0..<2 { _ = try await World.report(ledger, asOf: now) }
      // The first of two causes, in the order of verdicts.
      #expect(try await told() == ["sampleRatioMismatch"])
    }
  }
}
