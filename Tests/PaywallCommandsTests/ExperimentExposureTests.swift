import Catalog
import Foundation
import Ledger
import LedgerSQLite
import Subscribers
import Testing

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
    let held = HeldOutUnit(
      experiment: "annual-trial", phase: 1, unit: "held", unitKind: .visitor)
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
    let json = try await paywall(
      "experiment", "show", "annual-trial", "--ledger", path, "--json")
    #expect(json.output.contains("\"undecidedPaywall\""), "\(json)")
  }
}
