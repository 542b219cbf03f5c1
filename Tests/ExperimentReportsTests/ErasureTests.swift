import ExperimentResults
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

@testable import ExperimentReports
@testable import Ledger

/// A right to be forgotten that changes no result: what erased persons did in the windows of the metrics
/// goes on to count, and so does the verdict.
@Suite struct ErasureTests {
  /// The parts that are compared: persons, sums, squares and products of each arm, and intervals.
  private struct Compared: Equatable {
    var persons: [String: Int]
    var arms: [[ReportArm]]
    var comparisons: [[NamedComparison]]
    var verdict: Verdict
    var withoutConflicts: [Moments]

    init(_ report: ExperimentReport) {
      persons = Dictionary(
        uniqueKeysWithValues: report.variants.map { ($0.name, $0.persons) })
      // How many of them are erased is shown, and changes.
      arms = report.metrics.map { metric in
        metric.arms.map { arm in
          var arm = arm
          arm.erased = 0
          return arm
        }
      }
      comparisons = report.metrics.map(\.comparisons)
      verdict = report.verdict
      withoutConflicts = report.withoutConflicts?.arms.map(\.moments) ?? []
    }
  }

  @Test func `no number of a report changes, whoever is erased`() async throws {
    // In the others persons who stay lose purchases while their windows are open.
    let seeds = Set(0..<UInt64(rounds(12, all: 200))).union([57, 92, 123, 166])
    for seed in seeds.sorted() {
      let experiment = World.experiment(seed)
      try await withEachLedger { ledger in
        var world = World(seed: seed)
        try await world.live(in: ledger)
        try await world.sendTest(at: world.end, ledger)
        let before = try await World.report(ledger, of: experiment, asOf: world.end)
        let terms = try await ErasureTerms(
          World.snapshot(of: experiment), of: ledger, at: world.end)
        for number in 0..<6 {
          let one = world.random.below(world.people)
          let name: CustomerName =
            number % 2 == 0 ? .appTransactionId("c\(one)") : .user("user-\(one)")
          _ = try await ledger.forget(name, in: .production, at: world.end, leaving: terms)
          let after = try await World.report(ledger, of: experiment, asOf: world.end)
          #expect(
            Compared(after) == Compared(before), "world \(seed), erasure \(number) of \(name)")
        }
      }
    }
  }

  /// A monthly subscriber who is erased after five months counts with the first window alone.
  @Test func `purchases after the window of an erased person do not count`() async throws {
    let terms = ErasureTerms(
      World.snapshot, Timeline(), at: World.moment(days: 150))
    let values = terms.values(
      of: World.subscriber(months: 5), seeing: "control", in: "price", phase: 1)
    let money = try #require(values.first { $0.value.metric.hasPrefix("proceedsPerVisitor") })
    // 30 % of 10 dollars are Apple's; the window of 30 days has three purchases.
    #expect(money.value.value == 21_000)
    #expect(!money.value.marks.contains(.isOpen) && money.value.marks.contains(.isBought))
    let paid = try #require(values.first { $0.value.metric.hasPrefix("paidRate") })
    #expect(paid.value.value == 1 && paid.value.per == 0)
  }

  @Test func `an open window is marked, and other windows later leave the person out`() throws {
    let now = World.moment(days: 3)
    let terms = ErasureTerms(World.snapshot, Timeline(), at: now)
    let values = terms.values(
      of: World.subscriber(months: 1), seeing: "control", in: "price", phase: 1)
    var cell = ErasedCell(
      ErasedCell.Key(
        environment: .production, experiment: "price", phase: 1, variant: "control",
        group: ErasedCell.Group(day: 0, dimensions: "all")))
    cell = ErasedCell(
      cell.key, counts: cell.counts,
      sums: Dictionary(
        uniqueKeysWithValues: values.map {
          (
            ErasedCell.Product(
              "value \($0.value.marks.rawValue) \($0.value.value) \($0.value.per) "
                + $0.value.metric), 1
          )
        }))
    func sums(_ experiment: Experiment, _ days: Int64) -> (ReportTerms, ErasedSums) {
      let terms = ReportTerms(
        experiment, in: World.snapshot, .production, asOf: World.moment(days: days))
      return (
        terms,
        ErasedSums(
          cells: [cell], terms: terms, lastAt: World.start, now: World.moment(days: days))
      )
    }
    let (usual, early) = sums(World.experiment, 3)
    #expect(early.moments(of: usual.goals[0], "control", cap: nil).mature == Moments())
    #expect(early.moments(of: usual.goals[0], "control", cap: nil).waiting == 1)
    let (_, late) = sums(World.experiment, 60)
    #expect(late.moments(of: usual.goals[0], "control", cap: nil).mature.sum == 7000)
    #expect(late.decidedEarly(for: usual.goals[0], "control") == 1)
    var other = World.experiment
    other.metrics.primary = MetricGoal(.proceedsPerVisitor, window: Period(days: 60))
    let (longer, left) = sums(other, 90)
    #expect(left.moments(of: longer.goals[0], "control", cap: nil).mature == Moments())
    #expect(left.persons(of: "control") - left.count(of: longer.goals[0], "control") == 1)
  }
}

extension World {
  /// The end of all events: a ledger learns of no exposure or purchase before it is made.
  fileprivate var end: Timestamp { asOf.adding(milliseconds: 5 * day) }

  /// Exposed at the start, who buys for 10 dollars half a day later, which is within the lead of the paid
  /// rate, and every 10 days afterwards.
  fileprivate static func subscriber(months: Int64) -> PersonFacts {
    let bought = (0..<months * 3).map { number in
      let at = moment(days: number * 10).adding(milliseconds: Timestamp.day / 2)
      return TransactionFact(
        environment: .production, transactionId: "\(number)", originalTransactionId: "0",
        productId: "monthly", signedDate: at, purchaseDate: at, price: 10_000, currency: "USD")
    }.filter { ($0.purchaseDate ?? moment(days: 0)) <= moment(days: months == 1 ? 3 : 150) }
    return PersonFacts(seeing: 0, at: moment(days: 0), buying: bought)
  }
}
