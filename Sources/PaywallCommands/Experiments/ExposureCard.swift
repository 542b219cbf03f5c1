import CommandSupport
import Foundation
import HTTPDocuments
import Ledger
import LedgerPostgres
import LedgerSQLite
import LedgerStorage

import PaywallCatalog

/// The known exposures of an experiment's phase, and the details that are unknown.
struct ExposureCard: Card {
  /// Counts of units that were exposed in production.
  private let details: UnknownDetailCounts
  /// Visitors who were kept out by the holdout alone, and were shown something else.
  private let heldOut: Int
  /// Daily counts of all phases of the experiment.
  private let days: [DailyCount]
  private let phase: Int

  static let members = Members<Self> {
    $0.always("units", .count, "Visitors or customers who were exposed.") { $0.details.units }
    $0.always(
      "counted", .counts, "Decisions that were served, and claims by outcome, of all days."
    ) { $0.counted }
    $0.always("countedWithoutPhase", .counts, "Claims of a phase that is not known.") {
      $0.countedWithoutPhase
    }
    $0.always("withoutDetails", .count, "Units of a version that kept no details.") {
      $0.details.withoutDetails
    }
    $0.always("unknown", .counts, "How many have a detail that is unknown, by its name.") {
      $0.details.unknown
    }
    $0.always("flagged", .counts, "How many carry a flag, by its name.") { $0.details.flagged }
    $0.always("heldOut", .count, "Visitors whom only the holdout keeps out.") { $0.heldOut }
  }

  private var counted: [String: Int] { sums(ofPhase: phase) }
  private var countedWithoutPhase: [String: Int] { sums(ofPhase: 0) }

  private func sums(ofPhase phase: Int) -> [String: Int] {
    days.reduce(into: [:]) { sums, count in
      guard count.key.phase == phase else { return }
      sums[count.key.event.rawValue, default: 0] += count.count
    }
  }

  /// `12 units; 1 held out; unknown: price 3, storefront 1; beyondTraffic 2`.
  var words: String {
    let (units, withoutDetails) = (details.units, details.withoutDetails)
    let parts = [
      units == 1 ? "1 unit" : "\(units) units",
      heldOut == 0 ? nil : "\(heldOut) held out",
      withoutDetails == 0 ? nil : "\(withoutDetails) without details",
      details.unknown.isEmpty ? nil : "unknown: \(Self.list(details.unknown))",
      details.flagged.isEmpty ? nil : Self.list(details.flagged),
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
  /// Reads the ledger; `nil` without one, and with a note on standard error if it cannot be read.
  init?(of experiment: Experiment, in options: LedgerOptions, for console: Console) async throws {
    if PostgresAddress.isAddress(options.path) {
      self = try await options.use { try await Self(of: experiment, from: $0) }
      return
    }
    guard FileManager.default.fileExists(atPath: options.path) else {
      guard options.ledger == nil else { throw options.missing }
      return nil
    }
    do throws(LedgerOpenError) {
      let figures = try ExposureFigures(
        of: PhaseKey(experiment.id, experiment.phase, in: .production), path: options.path)
      self.init(
        details: figures.details, heldOut: figures.heldOut, days: figures.counts,
        phase: experiment.phase)
    } catch {
      console.note("note: exposures are left out: \(error.description)")
      return nil
    }
  }

  private init(of experiment: Experiment, from ledger: any Ledger) async throws {
    let (id, phase) = (experiment.id, experiment.phase)
    self.init(
      details: try await ledger.unknownDetails(of: PhaseKey(id, phase, in: .production)),
      heldOut: try await ledger.heldOutUnits(of: PhaseKey(id, phase, in: .production)),
      days: try await ledger.dailyCounts(of: id, in: .production), phase: phase)
  }
}
