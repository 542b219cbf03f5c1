import Ledger
import LedgerSQLite
import LedgerStorage
import Logging
import PaywallCatalog
import PaywallServer
import Subscribers
import Synchronization
import Testing

@Suite("Metrics")
struct MetricsTests {
  @Test("what an admin reads is the exposition format, and holds what happened")
  func text() async throws {
    let testServer = TestServer(keys: TestServer.allKeys)
    let (parts, application) = try testServer.running()
    let key = "\nX-API-Key: admin-key"
    for request in [
      "GET /v1/placements/onboarding?userId=user-7\(key)", "GET /v1/placements/onboarding",
      "GET /health/ready", "GET /nowhere", "PUT /v1/products\(key)",
      "POST /v1/appstore/notifications\n\n{\"signedPayload\":\"a.b.c\"}",
      "POST /v1/aliases\(key)\n\n{\"anonymousId\":\"a\",\"userId\":\"u\"}",
      "POST /v1/reload\(key)",
    ] { _ = try await TestServer.send(request, to: application) }
    let response = try await TestServer.send("GET /metrics\(key)", to: application)
    let body = try #require(response.split(separator: "\n\n", maxSplits: 1).last)
    #expect(response.contains("content-type: text/plain; version=0.0.4; charset=utf-8"))
    let metrics = try Exposition(String(body))
    let placement = "/v1/placements/{placement}"
    #expect(metrics.value("paywall_requests_total", ["route": placement, "status": "200"]) == 1)
    #expect(metrics.value("paywall_requests_total", ["route": placement, "status": "401"]) == 1)
    #expect(metrics.value("paywall_request_duration_seconds_count", ["route": placement]) == 2)
    #expect(
      metrics.value(
        "paywall_notifications_total", ["type": "unverified", "outcome": "refused"]) == 1)
    #expect(metrics.value("paywall_aliases_total", ["outcome": "new", "voucher": "server"]) == 1)
    #expect(metrics.value("paywall_reloads_total", ["result": "refused"]) == 1)
    #expect(metrics.value("paywall_release_info", ["release": parts.current.value.release]) == 1)
    #expect(metrics.value("paywall_ready") == 1)
    #expect(metrics.value("paywall_readiness_reason", ["code": "reloadFailed"]) == 1)
    #expect(metrics.value("paywall_build_info", ["configuration": "debug"]) != 0)
    #expect(metrics.value("paywall_build_info", ["api": "1"]) == 1)
    #if os(Linux)
    #expect(try #require(metrics.value("process_resident_memory_bytes")) > 1_000_000)
    #expect(try #require(metrics.value("process_start_time_seconds")) > 1_700_000_000)
    #expect(try #require(metrics.value("process_open_fds")) > 2)
    #endif
  }

  @Test("wishes for a signature are counted by the kind of the offer and what came of them")
  func signatures() async throws {
    for (isSigning, status, outcome) in [(true, "200", "signed"), (false, "503", "notConfigured")] {
      var testServer = TestServer(keys: TestServer.allKeys)
      testServer.isSigning = isSigning
      let parts = try testServer.dependencies()
      let response = try await TestServer.send(
        """
        POST /v1/offers/sign
        X-API-Key: server-key

        {"product":"pro_yearly","offer":"loyalty","form":"jws","assertSubscriber":true}
        """, to: Application.build(parts, settings: Settings()))
      response.expect(status)
      let samples = try #require(
        parts.metrics.families.first { $0.name == "paywall_signatures_total" }
      ).samples.filter { $0.value != 0 }
      #expect(
        samples.map { $0.labels.map(\.value) + ["\(Int($0.value))"] } == [
          ["promotional", outcome, "1"]
        ])
    }
  }

  @Test("families are sorted; help, labels and numbers are written as Prometheus reads them")
  func format() throws {
    let text = [
      MetricFamily(
        .counter, "b_total", "a \\ and\na line",
        [MetricSample(3, [MetricLabel("z", "q\"\\\né"), MetricLabel("a", "")])]),
      MetricFamily(
        .gauge, "a", "numbers",
        [
          MetricSample(1.5), MetricSample(-0.25, [MetricLabel("n", "1")]),
          MetricSample(.infinity, [MetricLabel("n", "2")]),
        ]),
      MetricFamily(.gauge, "empty", "is left out", []),
    ].metricsText
    #expect(
      text == """
        # HELP a numbers
        # TYPE a gauge
        a 1.5
        a{n="1"} -0.25
        a{n="2"} +Inf
        # HELP b_total a \\\\ and\\na line
        # TYPE b_total counter
        b_total{z="q\\"\\\\\\né",a=""} 3

        """)
    #expect(try Exposition(text).value("b_total", ["z": "q\"\\\né"]) == 3)
  }

  /// A bound belongs to its bucket.
  @Test(
    "a duration counts in its bucket and all above",
    arguments: [
      (0, 15), (100_000, 15), (100_001, 14), (1_000_000, 12), (5_000_000_000, 1),
      (5_000_000_001, 0), (-1, 15),
    ] as [(Int64, Int)])
  func buckets(nanoseconds: Int64, buckets: Int) throws {
    let histogram = LatencyHistogram()
    histogram.record(nanoseconds: nanoseconds)
    let samples = histogram.samples([])
    #expect(samples.filter { $0.suffix == "_bucket" && $0.value == 1 }.count == buckets + 1)
    #expect(samples.first { $0.suffix == "_sum" }?.value == Double(nanoseconds) / 1e9)
    #expect(samples.last == MetricSample(1, suffix: "_count"))
    #expect(
      samples.filter { $0.suffix == "_bucket" }.map { $0.labels[0].value } == [
        "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1",
        "0.25", "0.5", "1.0", "2.5", "5.0", "+Inf",
      ])
  }

  @Test("nothing is lost when many threads count")
  func threads() async throws {
    let metrics = RequestMetrics()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          let meter = metrics.meter(route: "/r", method: .get)
          for number in 0..<10_000 {
            meter.answered(task < 4 ? 200 : 304, nanoseconds: Int64(number % 2) * 1_000_000)
          }
        }
      }
    }
    let text = try Exposition(metrics.families.metricsText)
    #expect(text.value("paywall_requests_total", ["status": "200"]) == 40_000)
    #expect(text.value("paywall_requests_total", ["status": "304"]) == 40_000)
    #expect(text.value("paywall_request_duration_seconds_count") == 80_000)
    #expect(text.value("paywall_request_duration_seconds_bucket", ["le": "0.0001"]) == 40_000)
    #expect(text.value("paywall_request_duration_seconds_sum") == 40)
  }

  @Test("a word that nobody listed counts as other, and other is shown once it was met")
  func words() {
    let family = CounterFamily("x_total", "x", ("a", ["p", "q"]), ("b", ["r", "other"]))
    #expect(family.family.samples.count == 2)
    family.add("q", "r", by: 2)
    family.add("q", "from outside \"\n")
    family.add("from outside", "r")
    let samples = family.family.samples.map { sample in
      sample.labels.map(\.value).joined(separator: "/") + " \(Int(sample.value))"
    }
    #expect(samples == ["p/r 0", "q/r 2", "q/other 1", "other/r 1"])
  }

  @Test("a transaction that is not understood counts once for each copy, whichever way it came")
  func notUnderstood() async throws {
    let parts = try TestServer().dependencies()
    let log = FactProblemLog(metrics: parts.metrics, logger: Logger(label: "test"))
    var fact = TransactionFact(
      environment: .production, transactionId: "1", originalTransactionId: "1", productId: "p",
      signedDate: Timestamp(milliseconds: 1), revocationDate: Timestamp(milliseconds: 1),
      revocationReason: 7)
    log.note([fact])
    log.note([fact, fact])
    fact.signedDate = Timestamp(milliseconds: 2)
    log.note([fact])
    let text = try Exposition(await parts.report.text())
    #expect(
      text.value(
        "paywall_transactions_not_understood_total", ["code": "revocationNotUnderstood"]) == 2)
  }

  @Test("every read and write of the ledger is timed, the failed ones too")
  func ledger() async throws {
    let metrics = LedgerMetrics()
    let ledger = MeasuredLedger(SQLiteLedger.inMemory(), metrics)
    _ = try await ledger.frozenTerms()
    _ = try await ledger.alias(
      "a", to: "u", vouchedBy: .client, in: .production, at: time("2026-12-05T12:00:00Z"))
    await ledger.close()
    await #expect(throws: LedgerFailure.self) { try await ledger.check() }
    let text = try Exposition(metrics.families.metricsText)
    #expect(text.value("paywall_ledger_duration_seconds_count", ["operation": "read"]) == 1)
    #expect(text.value("paywall_ledger_duration_seconds_count", ["operation": "write"]) == 2)
  }

  @Test("the age of the snapshot and of the newest notification are told")
  func ages() async throws {
    let parts = try TestServer().dependencies()
    parts.metrics.started(isSigning: true, diagnostics: 0, at: time("2026-12-05T11:59:00Z"))
    parts.metrics.ledger.kept(at: time("2026-12-05T11:00:00Z"))
    parts.metrics.ledger.kept(at: time("2026-12-05T10:00:00Z"))
    let text = try Exposition(await parts.report.text())
    #expect(text.value("paywall_snapshot_loaded_timestamp_seconds") == 1_796_471_940)
    #expect(text.value("paywall_snapshot_age_seconds") == 60)
    #expect(text.value("paywall_ledger_newest_notification_timestamp_seconds") == 1_796_468_400)
    #expect(text.value("paywall_ledger_newest_notification_age_seconds") == 3600)
  }
}
