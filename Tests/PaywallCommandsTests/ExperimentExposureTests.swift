import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Serving
import Testing

@testable import CommandSupport
@testable import PaywallCommands

@Suite struct ExperimentExposureTests {
  @Test func `What is unknown of exposures is shown with the experiment`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "e-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path() + "/ledger.sqlite"
    let opened = try SQLiteLedger.open(path: path)
    let moment = Timestamp(milliseconds: 1_796_472_000_000)
    for number in 1...3 {
      var exposure = Exposure(
        id: "e",
        assignment: RecordedAssignment(
          experiment: "annual-trial", phase: 1, variant: "trial", unit: "u-\(number)",
          unitKind: .visitor, recordedAt: moment), terms: nil, renderedAt: moment)
      if number > 1 {
        exposure.details.dimensions = VisitorDimensions(
          storefront: "GBR", platform: "iOS", appVersion: "3.4", system: 18, language: "en",
          isNew: true, subscription: SubscriptionState.none, isInAudience: true)
        exposure.details.served = ServedPaywall(placement: "onboarding", paywall: "standard")
      }
      if number == 3 { exposure.details.flags = .undecidedPaywall }
      _ = try await opened.record([exposure], in: .production, at: moment)
    }
    let event = { (phase: Int, name: String) in
      DailyCount.Key(
        day: 20_792, environment: .production, experiment: "annual-trial", phase: phase,
        variant: "trial", placement: "onboarding", device: CountedDevice(),
        event: CountedEvent(rawValue: name))
    }
    var counts = DailyCounts()
    counts.add(120, to: event(1, "served"))
    counts.add(3, to: event(1, "claimed.recorded"))
    counts.add(2, to: event(0, "claimed.unknownPhase"))
    counts.add(9, to: event(2, "served"))
    _ = try await opened.add(
      CountBatch(run: "5a5a5a5a-0000-4000-8000-000000000001", number: 1, counts: counts.counts),
      at: moment)
    let held = HeldOutUnit(experiment: "annual-trial", phase: 1, unit: "held", unitKind: .visitor)
    _ = try await opened.record(
      [
        HeldOutExposure(
          id: "h", unit: held, terms: nil, renderedAt: moment, placement: "onboarding")
      ], in: .production, at: moment)
    await opened.close()

    let shown = try await paywall("experiment", "show", "annual-trial", "--ledger", path)
    #expect(
      shown.output.contains(
        """
        3 units; 1 held out; unknown: appVersion 1, audience 1, isNew 1, language 1, paywall 1, placement 1, \
        platform 1, price 3, storefront 1, subscription 1, system 1; undecidedPaywall 1
        """), "\(shown)")
    let json = try await paywall("experiment", "show", "annual-trial", "--ledger", path, "--json")
    #expect(json.output.contains("\"undecidedPaywall\""), "\(json)")
    #expect(
      shown.output.contains(
        "claimed.recorded 3, served 120; of no known phase: claimed.unknownPhase 2"), "\(shown)")
  }

  @Test(.inFolder)
  func `A ledger that cannot be read keeps no one from an experiment`() async throws {
    let path = folder.path() + "/ledger.sqlite"
    let absent = try await paywall("experiment", "show", "annual-trial", "--ledger", path).expect(3)
    #expect(absent.complaints.hasPrefix("error: there is no ledger '\(path)'"), "\(absent)")
    try Data(String(repeating: "no ledger ", count: 100).utf8).write(to: URL(filePath: path))
    let other = try await paywall("experiment", "show", "annual-trial", "--ledger", path)
    other.expect(0, prints: "annual-trial")
    #expect(
      other.complaints.hasPrefix("note: exposures are left out: \(path) is no ledger"), "\(other)"
    )
  }

  @Test(.inStory) func `A ledger is only read, whatever roots it was filled under`() async throws {
    let path = folder.path() + "/ledger.sqlite"
    _ = try await LedgerTests().ledger("import", folder.path() + "/story.ndjson", in: folder)
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    let bytes = FileManager.default.contents(atPath: path)
    let shown = try await paywall("experiment", "show", "annual-trial", "--ledger", path)
    #expect(shown.status == 0 && shown.complaints.isEmpty, "\(shown)")
    #expect(shown.output.contains("0 units"))
    #expect(FileManager.default.contents(atPath: path) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted() == before)
  }
}
