import Ledger
import LedgerSQLite
import LedgerStorage
import Logging
import PaywallAPI
import PaywallCatalog
@testable import PaywallServer
import ServiceLifecycle
import Testing

@Suite("Readiness")
struct ReadinessTests {
  private func ready(_ parts: Dependencies) async throws -> String {
    try await TestServer.send(
      "GET /health/ready", to: Application.build(parts, settings: Settings()))
  }

  @Test("a server with everything is ready; one without an offer key says so, and is ready")
  func notes() async throws {
    var testServer = TestServer()
    testServer.isSigning = false
    try await ready(try testServer.dependencies()).expect(
      200,
      #"{"status":"ready","release":"\#(testServer.snapshot.release)","reasons":[{"code":"signingNotConfigured","weight":"note","detail":"no offer key was given"}"#
    )
  }

  @Test("a ledger that is away degrades, and paywalls are still served: 200")
  func ledger() async throws {
    let ledger = SQLiteLedger.inMemory()
    await ledger.close()
    var testServer = TestServer()
    testServer.ledger = ledger
    let response = try await ready(try testServer.dependencies())
    response.expect(
      200, #""status":"degraded""#, #""code":"ledgerUnavailable","weight":"degraded""#)
  }

  @Test("a server that ends wants no traffic: 503, while it still answers paywalls")
  func leaving() async throws {
    let parts = try TestServer().dependencies()
    parts.drain.begin()
    let response = try await ready(parts)
    response.expect(
      503, "content-type: application/json", #"{"status":"shuttingDown","release":"#,
      #"{"code":"shuttingDown","weight":"shuttingDown","detail":"#)
    #expect(try Exposition(await parts.report.text()).value("paywall_ready") == 0)
    let application = Application.build(parts, settings: Settings())
    #expect(
      try await TestServer.send("GET /v1/placements/onboarding", to: application).hasPrefix("200\n")
    )
  }

  @Test("what else is asked is told in its order")
  func checks() async throws {
    var testServer = TestServer()
    testServer.isSigning = false
    testServer.readinessChecks = [
      { [ReadinessReason("certificateExpiring", "in 3 days", .note)] },
      { [] }, { [ReadinessReason("bundleStale", "old", .degrading)] },
    ]
    let parts = try testServer.dependencies()
    let readiness = await parts.readiness.readiness()
    #expect(readiness.status == .degraded && readiness.wantsTraffic)
    #expect(
      readiness.reasons.map(\.code) == [
        "signingNotConfigured", "bundleSigningNotConfigured", "certificateExpiring", "bundleStale",
      ])
  }

  @Test("a graceful shutdown is told before the services that were started earlier end")
  func order() async throws {
    let departure = DrainState()
    let told = Told(departure: departure)
    let group = ServiceGroup(
      configuration: .init(
        services: [
          .init(service: told, successTerminationBehavior: .ignore),
          .init(
            service: DrainService(state: departure, notice: .zero, logger: Logger(label: "test"))),
        ], logger: Logger(label: "order") { _ in SwiftLogNoOpLogHandler() }))
    async let run: Void = group.run()
    await group.triggerGracefulShutdown()
    try await run
    #expect(departure.isDraining)
  }

  /// A service that ends at the shutdown, and expects that it was announced before.
  private struct Told: Service {
    let departure: DrainState

    func run() async throws {
      try? await gracefulShutdown()
      #expect(departure.isDraining)
    }
  }
}
