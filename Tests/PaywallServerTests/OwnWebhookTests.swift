import Ledger
import LedgerSQLite
import PaywallCatalog
import PaywallDecisions
@testable import PaywallServer
import Synchronization
import TestSupport
import Testing

/// Events that no fact of Apple causes, and what they are asked of.
@Suite("Events of the server itself") struct OwnWebhookTests {
  private static func endpoint(for events: [WebhookEventType]) -> WebhookEndpoint {
    var endpoint = WebhookSendingTests.endpoint
    endpoint.events = events
    return endpoint
  }

  /// The types, and the causes where there are any.
  private static func told(_ ledger: any Ledger) async throws -> [String] {
    try await ledger.webhookDeliveries(of: "backend", nil, limit: 100).reversed().map { event in
      let cause = event.data.firstMatch(of: /"cause":"([^"]+)"/).map { " \($0.1)" }
      return event.type + (cause ?? "")
    }
  }

  @Test("an alarm about an experiment is one event, however often it looks")
  func alarm() async throws {
    let server = TestServer(keys: TestServer.allKeys)
    let (parts, application) = try server.running()
    try await server.ledger.setWebhooks(
      [Self.endpoint(for: [.experimentBroken])], at: time("2026-12-01T00:00:00Z"))
    await parts.alarm.look()
    #expect(try await Self.told(server.ledger) == [])
    for number in 0..<80 {
      _ = try await TestServer.send(
        TestServer.exposure(of: "person-\(number)"), to: application)
    }
    await parts.alarm.look()
    await parts.alarm.look()
    #expect(try await Self.told(server.ledger) == ["experiment.broken silentVariant"])
  }

  @Test("a release that starts or stops an experiment is an event, and a reload of it is none")
  func started() async throws {
    let status = Mutex(ExperimentStatus.draft)
    let app = try AppFolder(showing: "standard")
    let server = try await app.server(load: { folder in
      var loaded = AppFolder.load(folder)
      loaded.snapshot?.experiments = Snapshot.lumen.experiments
      let status = status.withLock { $0 }
      loaded.snapshot?.experiments["annual-trial"]?.status = status
      loaded.snapshot?.webhooks = [Self.endpoint(for: [.experimentStarted, .experimentStopped])]
      loaded.snapshot?.release = TestServer.digest(status.rawValue)
      return loaded
    })
    let parts = server.dependencies
    for next in [ExperimentStatus.draft, .running, .running, .stopped] {
      status.withLock { $0 = next }
      await parts.reloader.reload()
    }
    #expect(
      try await Self.told(parts.ledger) == ["experiment.started", "experiment.stopped"])
    await parts.ledger.close()
  }

  @Test("an audience is asked for in one read, however many events there are")
  func audience() async throws {
    var endpoint = WebhookSendingTests.endpoint
    endpoint.audience = "all"
    var snapshot = Snapshot.lumen
    snapshot.webhooks = [endpoint]
    snapshot.audiences["all"] = Audience(name: "all", condition: .all([]))
    let ledger = try await WebhookSendingTests.ledger((0..<20).map { "\(7000 + $0)" })
    let deliveries = try await ledger.webhookDeliveries(of: "backend", nil, limit: 100)
    let metrics = LedgerMetrics()
    let audience = WebhookAudience(
      ledger: MeasuredLedger(ledger, metrics), release: CompiledSnapshot(snapshot))
    #expect(try await audience.chosen(deliveries, for: endpoint) == deliveries)
    #expect(deliveries.count == 20)
    #expect(metrics.reads.samples([]).last?.value == 1)
  }
}
