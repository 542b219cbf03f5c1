import ExperimentResults
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

@testable import ExperimentReports

/// Experiments of small and middling apps, in which one person in twenty is erased some days after
/// the first exposure, beside the same ones without erasures.
@Suite struct ErasedVerdictTests {
  private static let snapshot = World.snapshot(of: World.startRate)

  private struct Story {
    var days: Int
    /// Persons of each arm in a day, and how many of 1,000 buy.
    var perDay: Int
    var rates: [Int]
    var dice: SplitMix

    init(_ seed: UInt64) {
      var dice = SplitMix(state: seed &* 7_919 &+ 5)
      days = 21 + dice.below(29)
      perDay = [6, 12, 25][dice.below(3)]
      rates = [80, [80, 120, 50, 160][dice.below(4)]]
      self.dice = dice
    }

    /// Lives the story in a ledger, day by day.
    ///
    /// - Returns: the report of its last day.
    func live(isErasing: Bool) async throws -> ExperimentReport {
      let (ledger, day) = (SQLiteLedger.inMemory(), Timestamp.day)
      var (world, dice) = (World(seed: 1), dice)
      var leaving: [(day: Int, name: String)] = []
      var persons = 0
      for number in 0..<days {
        let start = World.start + Int64(number) * day
        for arm in 0..<2 {
          for _ in 0..<(perDay / 2 + dice.below(perDay + 1)) {
            persons += 1
            let at = Timestamp(milliseconds: start + Int64(dice.below(Int(day) - 1000)))
            let buys = dice.below(1000) < rates[arm]
            let (leaves, after) = (dice.below(1000) < 50, 1 + dice.below(20))
            let name = World.token(persons)
            try await world.visit(name, ["control", "trial"][arm], at, buys: buys, ledger)
            if leaves, isErasing { leaving.append((number + after, name)) }
          }
        }
        let now = Timestamp(milliseconds: start + day)
        let terms = try await ErasureTerms(ErasedVerdictTests.snapshot, of: ledger, at: now)
        for gone in leaving where gone.day == number {
          _ = try await ledger.forget(.user(gone.name), in: .production, at: now, leaving: terms)
        }
      }
      let end = World.moment(days: Int64(days))
      let terms = try await ErasureTerms(ErasedVerdictTests.snapshot, of: ledger, at: end)
      for gone in leaving where gone.day >= days {
        _ = try await ledger.forget(.user(gone.name), in: .production, at: end, leaving: terms)
      }
      try await world.sendTest(at: end, ledger)
      return try await World.report(ledger, of: World.startRate, asOf: end)
    }
  }

  @Test(.timeLimit(.minutes(60)))
  func `one person in twenty is erased, and the verdict is the same`() async throws {
    let count = rounds(6, all: 1_000, variable: "PAYWALL_ERASURE_ROUNDS")
    var decisions: [String: Int] = [:]
    var differing: [UInt64] = []
    for seed in 0..<UInt64(count) {
      let story = Story(seed)
      let (whole, left) = (
        try await story.live(isErasing: false), try await story.live(isErasing: true)
      )
      decisions[whole.verdict.decision.text, default: 0] += 1
      if left.verdict.decision != whole.verdict.decision { differing.append(seed) }
      #expect(left.variants.map(\.persons) == whole.variants.map(\.persons))
      // A person whose window was open counts once all of the same day, or quiet week, are mature.
      for (left, whole) in zip(left.primary?.arms ?? [], whole.primary?.arms ?? []) {
        #expect(left.persons + left.waiting == whole.persons + whole.waiting, "story \(seed)")
        #expect(left.persons <= whole.persons, "story \(seed)")
      }
    }
    print("verdicts of \(count) experiments: \(decisions); differ: \(differing)")
    #expect(Double(differing.count) <= 0.005 * Double(count))
  }
}

extension World {
  /// One exposure, and a purchase in the next hours.
  fileprivate mutating func visit(
    _ user: String, _ variant: String, _ at: Timestamp, buys: Bool, _ ledger: any Ledger
  ) async throws {
    _ = try await ledger.record(
      [Self.exposure(next(), of: user, isUser: true, to: variant, at)], in: .production, at: at)
    guard buys else { return }
    let id = next()
    let then = at.adding(milliseconds: 600_000)
    var fact = TransactionFact(
      environment: .production, transactionId: id, originalTransactionId: id,
      productId: "monthly", signedDate: then, appTransactionId: "of-\(user)", groupId: "1",
      type: OpenEnum(.autoRenewable), ownership: OpenEnum(.purchased), reason: OpenEnum(.purchase),
      purchaseDate: then, originalPurchaseDate: then, appAccountToken: user, quantity: 1,
      price: 9_990, currency: "USD")
    fact.webOrderLineItemId = "w\(id)"
    try await send("SUBSCRIBED", nil, fact, ledger)
  }
}
