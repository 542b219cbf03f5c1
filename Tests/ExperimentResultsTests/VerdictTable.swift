import ExperimentResults
import TestSupport

/// Experiments of eleven kinds and five sizes, with the verdicts that are allowed on their last day. A goal of
/// 5 % is planned for 30 % more, which needs about 10,000 persons: never within 70 days in the smallest app,
/// and in the first week of the largest.
enum VerdictTable {
  typealias Truth = SimulatedExperiment.Truth

  static let sizes = [40, 100, 250, 600, 1_500]
  /// Sizes whose planned sample is mature on the last day.
  static let planned = 250

  enum Kind: String, CaseIterable {
    case win, twice, loss, none, guardrail, split, dead, novelty, trial, price, season

    /// The names of decisions (`Verdict.Decision`). A win is decided once its sample is mature.
    func allowed(_ perDay: Int) -> Set<String> {
      let isPlanned = perDay >= VerdictTable.planned
      return switch self {
      case .win: isPlanned ? ["ship", "noDifference"] : ["ship", "noDifference", "wait"]
      case .twice: isPlanned ? ["ship"] : ["ship", "wait"]
      case .loss, .guardrail, .dead, .trial, .price: ["stop", "wait"]
      case .none, .season: ["noDifference", "wait"]
      case .split: ["broken", "wait"]
      case .novelty: ["noDifference", "wait", "stop"]
      }
    }

    func experiment(_ perDay: Int) -> SimulatedExperiment {
      var experiment = SimulatedExperiment(control, variant, perDay: perDay, days: 70)
      switch self {
      case .guardrail: experiment.refundWindow = 14
      case .trial:
        (experiment.goal, experiment.hasPaying, experiment.isDecisive) = (.starts, true, true)
      case .price: (experiment.hasPaying, experiment.isDecisive) = (true, true)
      case .win, .twice, .loss, .none, .split, .dead, .novelty, .season: break
      }
      return experiment
    }

    private var control: Truth {
      switch self {
      case .trial: Truth(0.06, paid: 0.9)
      case .price: Truth(0.04, prices: [10_000])
      case .season: Self.weekend
      default: Truth(0.05)
      }
    }

    private var variant: Truth {
      switch self {
      case .win: Truth(0.065)
      case .twice: Truth(0.08)
      case .loss: Truth(0.03)
      case .none: Truth(0.05)
      case .guardrail: Truth(0.065, refunds: 0.35)
      case .split: Truth(0.05, recorded: 0.75)
      case .dead: Truth(0)
      case .novelty: Truth { $0 < 21 ? 0.0725 : 0.0425 }
      case .trial: Truth(0.12, paid: 0.3)
      case .price: Truth(0.064, prices: [5_000])
      case .season: Self.weekend
      }
    }

    private static let weekend = Truth { $0 % 7 < 2 ? 0.08 : 0.04 }
  }

  struct Cell {
    var kind: Kind
    var perDay: Int
    /// Experiments by the name of their decision.
    var counts: [String: Int] = [:]

    var all: Int { counts.values.reduce(0, +) }
    var forbidden: Int {
      counts.filter { !kind.allowed(perDay).contains($0.key) }.values.reduce(0, +)
    }
    func share(_ name: String) -> Double { Double(counts[name] ?? 0) / Double(max(1, all)) }
  }

  static func cell(_ kind: Kind, _ perDay: Int, rounds: Int) async -> Cell {
    let experiment = kind.experiment(perDay)
    var cell = Cell(kind: kind, perDay: perDay)
    for round in 0..<rounds {
      var numbers = SplitMix(
        state: 1_000_003 &* UInt64(round) &+ UInt64(perDay) &* 7_919 &+ kind.seed)
      cell.counts[experiment.outcome(&numbers).decision.name, default: 0] += 1
      // Other tests wait for answers in real time.
      await Task.yield()
    }
    return cell
  }

  /// The table of the article `Verdicts`.
  static func markdown(_ cells: [Cell]) -> String {
    let names = ["ship", "stop", "noDifference", "wait", "broken"]
    let head = "| kind | visitors a day | \(names.joined(separator: " | ")) | forbidden |"
    let lines = cells.map { cell in
      let shares = names.map { Wording.percent(cell.share($0)) }.joined(separator: " | ")
      let forbidden = Wording.percent(Double(cell.forbidden) / Double(max(1, cell.all)))
      return "| \(cell.kind.rawValue) | \(cell.perDay) | \(shares) | \(forbidden) |"
    }
    return ([head, "| --- | --- | --- | --- | --- | --- | --- | --- |"] + lines)
      .joined(separator: "\n") + "\n"
  }
}

extension VerdictTable.Kind {
  fileprivate var seed: UInt64 {
    rawValue.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }
  }
}
