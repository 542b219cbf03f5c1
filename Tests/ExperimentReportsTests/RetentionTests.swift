import ExperimentReports
import ExperimentResults
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// Results of an experiment on what customers see who are about to cancel.
@Suite("Results of retention messages") struct RetentionTests {
  private static let day = Timestamp.day
  private static let hour = Timestamp.day / 24

  /// The customer's acts after the answer: hours until renewal is turned off and on again, days until
  /// a renewal is paid.
  private struct Life {
    let variant: String
    var off: [Int64] = []
    var on: [Int64] = []
    var renewals: [Int64] = []
  }

  private static let lives = [
    Life(variant: "control", off: [1]),
    Life(variant: "control", off: [1], on: [5], renewals: [3, 10]),
    Life(variant: "control", off: [30]),
    Life(variant: "stay", renewals: [12]),
    Life(variant: "stay", off: [23]), Life(variant: "stay", off: [-1]),
    Life(variant: "stay", off: [2, 9], on: [2, 8]), Life(variant: "stay", off: [24]),
  ]

  private static var snapshot: Snapshot {
    var snapshot = World.snapshot
    var experiment = World.experiment
    experiment.id = "keep"
    experiment.placements = ["cancel"]
    experiment.variants = [
      Variant(name: "control", share: World.half, shows: .everywhere(.nothing)),
      Variant(name: "stay", share: World.half, shows: .everywhere(.paywall("stay"))),
    ]
    experiment.metrics = Metrics(
      primary: MetricGoal(.saved),
      secondary: [MetricGoal(.stillPaying), MetricGoal(.proceedsPerVisitor)])
    snapshot.retention = ["stay": RetentionMessage(id: "stay", texts: [:])]
    snapshot.experiments = ["keep": experiment]
    return snapshot
  }

  @Test("who is saved and who still pays is counted by hand, and by DuckDB alike")
  func counted() async throws {
    let experiment = try #require(Self.snapshot.experiments["keep"])
    try await withTemporaryFolder { folder in
      let ledger = try SQLiteLedger.open(path: folder + "/ledger.sqlite")
      var world = World(seed: 1, people: 0)
      for (number, life) in Self.lives.enumerated() {
        try await Self.live(life, number, &world, in: ledger)
      }
      let report = try await World.report(
        ledger, of: experiment, in: Self.snapshot, asOf: World.moment(days: 60))
      let saved = try #require(report.metrics.first { $0.name == .saved })
      #expect(saved.window == Period(days: 1))
      #expect(saved.arms.map(\.variant) == ["control", "stay"])
      #expect(saved.arms.map(\.moments.sum) == [2, 3])
      #expect(saved.arms.map(\.moments.denominatorSum) == [3, 5])
      let paying = try #require(report.metrics.first { $0.name == .stillPaying })
      // Twice 3 days of grace, the longest period of 10 days, and 3 days.
      #expect(paying.window == Period(days: 19))
      #expect(paying.arms.map(\.moments.sum) == [1, 1])
      #expect(paying.arms.map(\.moments.units) == [3, 5])
      // Two renewals of 9.99, less 30 %, and one: each rounded to 6.993.
      let money = try #require(report.metrics.first { $0.name == .proceedsPerVisitor })
      #expect(money.arms.map { $0.raw?.sum } == [13_986, 6_993])
      if let python = Judge.python {
        _ = try await ledger.exportTables(to: folder)
        let judge = try Judge(folder, sql: report.provenance.recomputation, python: python)
        #expect(Set(judge.words) == Set(Judge.words(report)))
      }
      await ledger.close()
    }
  }

  /// A customer with a subscription is asked for on the first day, and answered.
  private static func live(
    _ life: Life, _ number: Int, _ world: inout World, in ledger: any Ledger
  ) async throws {
    let asked = World.moment(days: 1)
    func fact(
      _ id: String, at moment: Timestamp, _ reason: TransactionReason = .renewal
    ) -> TransactionFact {
      TransactionFact(
        environment: .production, transactionId: "\(number)-\(id)",
        originalTransactionId: "\(number)-0", productId: "monthly", signedDate: moment,
        appTransactionId: "c\(number)", groupId: "1", type: OpenEnum(.autoRenewable),
        ownership: OpenEnum(.purchased), reason: OpenEnum(reason), purchaseDate: moment,
        price: 9_990, currency: "USD")
    }
    let first = fact("0", at: asked.adding(milliseconds: -5 * day), .purchase)
    try await world.send("SUBSCRIBED", nil, first, ledger)
    let request = RetentionRequest(
      id: "request-\(number)", environment: .production, originalTransactionId: "\(number)-0")
    guard case .customer(let customer) = try await ledger.knowledge(of: request) else {
      Issue.record("customer \(number) is unknown")
      return
    }
    var exposure = World.exposure(
      "e\(number)", of: customer.unit, isUser: true, to: life.variant, asked)
    exposure.assignment.experiment = "keep"
    exposure.placement = "cancel"
    let choice = RetentionChoice("{}", exposures: [exposure])
    _ = try await ledger.answer(request, choice, else: choice, unlessSent: { nil }, at: asked)
    for (subtype, hours) in [("DISABLED", life.off), ("ENABLED", life.on)] {
      for hour in hours {
        var changed = first
        changed.signedDate = asked.adding(milliseconds: hour * Self.hour)
        try await world.send(
          "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_\(subtype)", changed, ledger)
      }
    }
    for days in life.renewals {
      let renewed = fact("\(days)", at: asked.adding(milliseconds: days * day))
      try await world.send("DID_RENEW", nil, renewed, ledger)
    }
  }
}
