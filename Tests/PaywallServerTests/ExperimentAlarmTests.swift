import ExperimentReports
import ExperimentResults
import PaywallAPI
import PaywallCatalog
import PaywallServer
import TestSupport
import Testing

@Suite("Alarms of experiments")
struct ExperimentAlarmTests {
  @Test("a silent variant is in the log, in readiness and a metric, once")
  func silent() async throws {
    var server = TestServer()
    server.keys = TestServer.allKeys
    let parts = try server.dependencies()
    let application = Application.build(parts, settings: Settings())
    await parts.alarm.look()
    #expect(parts.alarm.findings == [])
    // Only those who draw 'trial' are recorded: the control stays silent.
    for number in 0..<80 {
      _ = try await TestServer.send(
        """
        POST /v1/exposures
        X-API-Key: client-key

        {"attributes":{"userId":"person-\(number)","country":"GB"},"exposures":[\
        {"id":"e","experiment":"annual-trial","variant":"trial","phase":1,\
        "placement":"onboarding","at":"2026-12-05T11:59:00Z"}]}
        """, to: application)
    }
    await parts.alarm.look()
    await parts.alarm.look()
    #expect(parts.alarm.findings.map(\.check.kind) == [.silentVariant])
    #expect(parts.alarm.findings.first?.experiment == "annual-trial")
    let lines = server.lines.all.filter { $0.contains("an experiment is broken") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("paywall preview") == true)
    let reasons = await parts.readiness.readiness().reasons
    #expect(reasons.contains { $0.code == "experimentAlarm" && $0.weight == .note })
    #expect(
      await parts.report.text().contains(
        "paywall_experiment_broken{experiment=\"annual-trial\",check=\"silentVariant\"} 1"))
  }
}
