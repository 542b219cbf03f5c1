import ExperimentResults
import Ledger
import PaywallCatalog
import TestSupport
import Testing

@testable import ExperimentReports

/// A report of a day that has passed.
@Suite struct LookBackTests {
  private func persons(_ ledger: any Ledger, until moment: Timestamp) async throws -> Int {
    let report = try await World.report(ledger, asOf: moment, now: World.moment(days: 20))
    return report.variants.reduce(0) { $0 + $1.persons } + report.exclusions.heldOut
  }

  /// 20 exposures are of one day; half come from devices that were offline for four days.
  @Test func `an exposure counts from the day on which it came`() async throws {
    try await withEachLedger { ledger in
      var world = World(seed: 5)
      for number in 0..<20 {
        try await world.expose(
          "device-\(number)", isUser: false, "control", World.moment(days: 1), ledger,
          arriving: World.moment(days: number < 10 ? 1 : 5))
      }
      let all = try await persons(ledger, until: World.moment(days: 20))
      let then = try await persons(ledger, until: World.moment(days: 3))
      // Some are of the sandbox.
      #expect((16...20).contains(all) && (7...10).contains(then))
      #expect(try await persons(ledger, until: World.moment(days: 5)) == all)
      // The image of the whole phase is kept meanwhile.
      #expect(try await persons(ledger, until: World.moment(days: 3)) == then)
    }
  }
}
