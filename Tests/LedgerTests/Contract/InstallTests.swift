import Ledger
import PaywallCatalog
import Serving
import Testing

/// The days since the installation, which an app reports for visitors without a known customer.
@Suite struct InstallTests {
  @Test(
    "They are kept of every first exposure; 0 is not unknown",
    .everyLedger, arguments: [0, 40, nil])
  func kept(days: Int?) async throws {
    var exposure = Sample.exposure("1", "ada")
    exposure.details.daysSinceInstall = days
    #expect(try await ledger.record(exposure) == [.recorded])
    var later = Sample.exposure("2", "ada")
    later.details.daysSinceInstall = 90
    #expect(try await ledger.record(later) == [.repeated])
    let found = try await ledger.exposures(of: "ada", in: .production)
    #expect(found.map(\.details?.daysSinceInstall) == [days])
    // Nothing else is known of a unit without a customer.
    #expect(try await ledger.covariates(of: .price) == [])

    var held = Sample.heldOut("1", "bob", at: 0.5)
    held.details.daysSinceInstall = days
    #expect(try await ledger.hold(held) == [.heldOut])
    let rows = try await ledger.heldOut(ofUnit: "bob", in: .production)
    #expect(rows.map(\.details.daysSinceInstall) == [days])
  }
}
