import Catalog
import Ledger
import LedgerSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the ledger knows of the exposures of an experiment's phase, and what it does not.
struct ExposureCard: Encodable {
  /// Exposed units in production.
  var units: Int
  /// Units that were exposed under a version that kept no details.
  var withoutDetails: Int
  /// How many of the others have an unknown detail, by its name.
  var unknown: [String: Int]
  /// How many carry a flag, by its name.
  var flagged: [String: Int]
  /// Visitors whom only the holdout keeps out, and who were shown something else.
  var heldOut: Int

  init(_ counts: UnknownDetailCounts, heldOut: Int) {
    self.heldOut = heldOut
    units = counts.units
    withoutDetails = counts.withoutDetails
    unknown = [
      "storefront": counts.storefront, "platform": counts.platform,
      "appVersion": counts.appVersion, "system": counts.system, "language": counts.language,
      "isNew": counts.isNew, "subscription": counts.subscription, "audience": counts.audience,
      "placement": counts.placement, "paywall": counts.paywall, "price": counts.price,
    ].filter { $0.value > 0 }
    flagged = [
      "afterEnd": counts.afterEnd, "duringPause": counts.duringPause,
      "beyondTraffic": counts.beyondTraffic, "undecidedPaywall": counts.undecidedPaywall,
    ].filter { $0.value > 0 }
  }

  /// `nil` without a ledger.
  init?(of experiment: Experiment, in options: LedgerOptions) async throws {
    guard FileManager.default.fileExists(atPath: options.path) else { return nil }
    let ledger = try options.open()
    do throws(LedgerFailure) {
      let counts = try await ledger.unknownDetails(
        of: experiment.id, phase: experiment.phase, in: .production)
      let heldOut = try await ledger.heldOutUnits(
        of: experiment.id, phase: experiment.phase, in: .production)
      await ledger.close()
      self.init(counts, heldOut: heldOut)
    } catch {
      await ledger.close()
      throw Failure(error, options.path)
    }
  }

  /// `12 units; 1 held out; unknown: price 3, storefront 1; beyondTraffic 2`.
  var words: String {
    let parts = [
      units == 1 ? "1 unit" : "\(units) units",
      heldOut == 0 ? nil : "\(heldOut) held out",
      withoutDetails == 0 ? nil : "\(withoutDetails) without details",
      unknown.isEmpty ? nil : "unknown: \(Self.list(unknown))",
      flagged.isEmpty ? nil : Self.list(flagged),
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }

  private static func list(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}
