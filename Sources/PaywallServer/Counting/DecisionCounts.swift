package import Ledger
import PaywallCatalog
import PaywallDecisions
import Synchronization

/// Counts served decisions and claims in memory until they are written.
package final class DecisionCounts: Sendable {
  private let shards = ThreadShards<[Tally]>([])
  let claims = Mutex(DailyCounts())
  package let keys = KeyUseCounts()

  package init() {}

  /// Counts a decision that comes from an experiment, and is no preview.
  ///
  /// - Parameter place: the decision's placement in `variants`.
  func served(
    _ decision: Decision, at place: CountedVariants.Place?, of variants: CountedVariants,
    to device: DeviceCode, in environment: AppStoreEnvironment, at now: Timestamp
  ) {
    guard let enrolled = decision.experiment, let event = Cell.Event(decision),
      let number = place?.number(of: enrolled)
    else { return }
    let cell = Cell(
      number: Int32(number), phase: Int32(truncatingIfNeeded: enrolled.phase),
      day: Int32(truncatingIfNeeded: now.dayNumber), device: device, environment: environment,
      event: event)
    shards.change { tallies in
      let index = tallies.firstIndex { $0.variants === variants } ?? tallies.endIndex
      // A reload is rare: there is mostly one.
      if index == tallies.endIndex { tallies.append(Tally(variants)) }
      tallies[index].add(cell)
    }
  }

  /// Moves everything that was counted to `counts`.
  package func drain(into counts: inout DailyCounts) {
    for tally in shards.take().joined() { tally.add(to: &counts) }
    let claims = claims.withLock { claims in
      defer { claims = DailyCounts() }
      return claims
    }
    for (key, count) in claims.counts { counts.add(count, to: key) }
  }
}

/// The counts of one release.
private struct Tally {
  let variants: CountedVariants
  private var counts: [Cell: Int] = [:]

  /// Invented versions fill no more; then they count as `other`.
  private static let mostCells = 1024

  init(_ variants: CountedVariants) { self.variants = variants }

  mutating func add(_ cell: Cell) {
    if counts.count < Self.mostCells || counts[cell] != nil {
      counts[cell, default: 0] += 1
    } else {
      counts[cell.withOtherVersion, default: 0] += 1
    }
  }

  func add(to sums: inout DailyCounts) {
    for (cell, count) in counts {
      let name = variants.names[Int(cell.number)]
      sums.add(
        count,
        to: DailyCount.Key(
          day: Int(cell.day), environment: cell.environment, experiment: name.experiment,
          phase: Int(cell.phase), variant: name.variant, placement: name.placement,
          device: cell.device.device, event: cell.event.counted))
    }
  }
}

/// The key by which a decision is counted.
private struct Cell: Hashable {
  /// The number of the variant in its release.
  let number: Int32
  let phase: Int32
  let day: Int32
  var device: DeviceCode
  let environment: AppStoreEnvironment
  let event: Event

  enum Event: UInt8 {
    case served, servedKept, servedWinner

    /// `nil` for a preview, and for an answer that comes from no experiment.
    init?(_ decision: Decision) {
      switch decision.reason {
      case .experiment: self = decision.exposes ? .served : .servedKept
      case .winner: self = .servedWinner
      case .forced, .unknownPlacement, .rule, .default: return nil
      }
    }

    var counted: CountedEvent {
      switch self {
      case .served: .served
      case .servedKept: .servedKept
      case .servedWinner: .servedWinner
      }
    }
  }

  /// The rest rarely differs within one release.
  func hash(into hasher: inout Hasher) {
    hasher.combine(UInt64(UInt32(bitPattern: number)) << 40 ^ device.bits)
  }

  var withOtherVersion: Cell {
    var cell = self
    cell.device = device.withOtherVersion
    return cell
  }
}

extension Timestamp {
  /// Days since 1970-01-01, UTC.
  var dayNumber: Int { Int(startOfDay.milliseconds / Timestamp.day) }
}
