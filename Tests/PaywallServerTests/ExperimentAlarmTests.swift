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
    let server = TestServer(keys: TestServer.allKeys)
    let (parts, application) = try server.running()
    await parts.alarm.look()
    #expect(parts.alarm.findings == [])
    // Only those who draw 'trial' are recorded: the control stays silent.
    for number in 0..<80 {
      _ = try await TestServer.send(
        TestServer.exposure(of: "person-\(number)"), to: application)
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
        #"paywall_experiment_broken{experiment="annual-trial",check="silentVariant"} 1"#))
  }
}
