import PaywallAPI
import PaywallCatalog
import Ledger
import LedgerPostgres
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
  /// Decisions that were served, and claims by outcome, of all days.
  var counted: [String: Int] = [:]
  /// Claims of a phase that is not known.
  var countedWithoutPhase: [String: Int] = [:]
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

  private static func sums(_ counts: [DailyCount], phase: Int) -> [String: Int] {
    counts.reduce(into: [:]) { sums, count in
      guard count.key.phase == phase else { return }
      sums[count.key.event.rawValue, default: 0] += count.count
    }
  }

  /// `nil` without a ledger, and with a note on standard error if it cannot be read.
  init?(of experiment: Experiment, in options: LedgerOptions, for console: Console) async throws {
    if PostgresAddress.isAddress(options.path) {
      try await self.init(of: experiment, from: try options.open(), options.path)
      return
    }
    guard FileManager.default.fileExists(atPath: options.path) else {
      guard options.ledger == nil else { throw options.missing }
      return nil
    }
    do throws(LedgerOpenError) {
      let figures = try ExposureFigures(
        of: experiment.id, phase: experiment.phase, in: .production, path: options.path)
      self.init(figures.details, heldOut: figures.heldOut)
      counted = Self.sums(figures.counts, phase: experiment.phase)
      countedWithoutPhase = Self.sums(figures.counts, phase: 0)
    } catch {
      console.note("note: exposures are left out: \(error.description)")
      return nil
    }
  }

  private init(
    of experiment: Experiment, from ledger: any Ledger, _ name: String
  ) async throws {
    let (id, phase) = (experiment.id, experiment.phase)
    do throws(LedgerFailure) {
      self.init(
        try await ledger.unknownDetails(of: id, phase: phase, in: .production),
        heldOut: try await ledger.heldOutUnits(of: id, phase: phase, in: .production))
      let counts = try await ledger.dailyCounts(of: id, in: .production)
      counted = Self.sums(counts, phase: phase)
      countedWithoutPhase = Self.sums(counts, phase: 0)
      await ledger.close()
    } catch {
      await ledger.close()
      throw Failure(error, name)
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

  /// `claimed.recorded 3, served 120`.
  var countedWords: String? {
    let parts = [
      counted.isEmpty ? nil : Self.list(counted),
      countedWithoutPhase.isEmpty ? nil : "of no known phase: \(Self.list(countedWithoutPhase))",
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func list(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}

extension ExposureCard {
  static let schema = Schema.object([
    .always("units", .count, "Visitors or customers who were exposed."),
    .always("counted", .counts, "Decisions that were served, and claims by outcome, of all days."),
    .always("countedWithoutPhase", .counts, "Claims of a phase that is not known."),
    .always("withoutDetails", .count, "Units of a version that kept no details."),
    .always("unknown", .counts, "How many have a detail that is unknown, by its name."),
    .always("flagged", .counts, "How many carry a flag, by its name."),
    .always("heldOut", .count, "Visitors whom only the holdout keeps out."),
  ])
}
