import ExperimentResults
import Foundation
import TestSupport
import Testing

/// The verdicts at the end of experiments with a known truth. A few of each run every time;
/// `PAYWALL_TEST_ROUNDS=all` runs 200 in each cell, and `PAYWALL_VERDICT_TABLE=FILE` writes the
/// table of the article `Verdicts`.
@Suite("the table of verdicts")
struct VerdictTableTests {
  @Test func `forbidden verdicts are rare over all experiments and in each cell`() async throws {
    let count = rounds(6, all: 200, variable: "PAYWALL_VERDICT_ROUNDS")
    var cells: [VerdictTable.Cell] = []
    for kind in VerdictTable.Kind.allCases {
      for perDay in VerdictTable.sizes {
        cells.append(await VerdictTable.cell(kind, perDay, rounds: count))
      }
    }
    if let path = ProcessInfo.processInfo.environment["PAYWALL_VERDICT_TABLE"] {
      try VerdictTable.markdown(cells).write(toFile: path, atomically: true, encoding: .utf8)
    }
    let forbidden = cells.reduce(0) { $0 + $1.forbidden }
    let all = cells.reduce(0) { $0 + $1.all }
    #expect(Double(forbidden) <= 0.03 * Double(all))
    for cell in cells {
      // In a few rounds one may be off by chance.
      #expect(
        Double(cell.forbidden) <= max(1, 0.1 * Double(cell.all)),
        "\(cell.kind) \(cell.perDay): \(cell.counts)")
    }
    // A win of the planned size ships once its sample is mature, and is missed in at most a fifth.
    let wins = cells.filter { $0.kind == .win && $0.perDay >= VerdictTable.planned }
    let missed = wins.reduce(0) { $0 + ($1.counts["noDifference"] ?? 0) }
    let won = wins.reduce(0) { $0 + $1.all }
    let chance = 3 * (0.16 * Double(won)).squareRoot()
    #expect(Double(missed) <= 0.2 * Double(won) + (count < 200 ? chance : 0))
    // In the largest app every other kind is decided.
    for cell in cells where cell.perDay == VerdictTable.sizes.last {
      switch cell.kind {
      case .loss, .guardrail, .dead, .trial, .price: #expect(cell.share("stop") >= 0.8, "\(cell)")
      case .split: #expect(cell.share("broken") == 1)
      case .win: #expect(cell.share("ship") >= 0.7)
      case .twice: #expect(cell.share("ship") >= 0.9)
      case .none, .season, .novelty: break
      }
    }
    // A small app waits, and never ships an effect that is not there.
    let small = cells.filter {
      $0.perDay == VerdictTable.sizes[0] && ![.win, .twice].contains($0.kind)
    }
    #expect(small.allSatisfy { $0.share("ship") <= 0.1 })
  }
}
