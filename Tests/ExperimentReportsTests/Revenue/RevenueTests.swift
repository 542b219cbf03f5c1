import Ledger
import PaywallCatalog
import Subscribers
import Testing

@testable import ExperimentReports

/// Small lives, each with the numbers that arithmetic gives.
@Suite struct RevenueTests {
  @Test("A trial earns nothing, and its first paid period is new revenue")
  func trial() {
    let life: [TransactionFact] = [
      .period("1", from: "2026-01-25", to: "2026-02-01", 0, offer: .freeTrial),
      .period("1.2", from: "2026-02-01", to: "2026-03-01", 10_000),
      .period("1.3", from: "2026-03-01", to: "2026-04-01", 10_000),
    ]
    let report = Lives.report(on: life, asOf: "2026-03-15")
    #expect(report.movements == ["0 = 0", "0 new 10000 = 10000", "10000 = 10000"])
    #expect(report.months.map(\.trials) == [1, 0, 0])
    #expect(report.months.map(\.subscriptions) == [0, 1, 1])
    // The week of Monday, 19 January.
    #expect(
      report.trials == [
        .init(start: Lives.day("2026-01-19"), started: 1, converted: 1, open: 0)
      ])
    #expect(report.cohorts.map(\.start) == [Lives.day("2026-02-01")])
  }

  @Test("A trial is open while it runs, and lost if nothing is paid after it")
  func openTrial() {
    let trial = TransactionFact.period(
      "1", from: "2026-01-25", to: "2026-02-01", 0, offer: .freeTrial)
    let open = Lives.report(on: [trial], asOf: "2026-01-31")
    let lost = Lives.report(on: [trial], asOf: "2026-02-01")
    #expect(open.trials.map(\.open) == [1])
    #expect(lost.trials.map(\.open) == [0])
    #expect(lost.trials.map(\.converted) == [0])
    #expect(lost.cohorts == [])
  }

  /// 120 a year are 10 a month, 3 a week 13, and 60 for half a year 10.
  @Test(
    "A price counts by the month that it pays for",
    arguments: [
      ("yearly", "2027-01-05", nil, nil, 120_000, 10_000),
      ("weekly", "2026-02-07", nil, nil, 3_000, 13_000),
      // 1 · 52/12 = 4.333…
      ("weekly", "2026-02-07", nil, nil, 1_000, 4_333),
      ("monthly", "2026-07-31", OfferDiscount.payUpFront, "P6M", 60_000, 10_000),
      ("monthly", "2026-02-28", .payAsYouGo, "P3M", 5_000, 5_000),
      // Not in the configuration any more: 91 days are 3 months.
      ("season", "2026-05-02", nil, nil, 30_000, 10_000),
    ] as [(String, String, OfferDiscount?, String?, Int64, Int64)])
  func normalised(
    product: String, end: String, offer: OfferDiscount?, length: String?, price: Int64,
    monthly: Int64
  ) {
    let fact = TransactionFact.period(
      "1", product, from: "2026-01-31", to: end, price, offer: offer
    ).with { $0.offerPeriod = length }
    let report = Lives.report(on: [fact], asOf: "2026-01-31")
    #expect(report.movements == ["0 new \(monthly) = \(monthly)"])
  }

  @Test("A month of a commitment pays for a month")
  func commitment() {
    let month = TransactionFact.period("1", "yearly", from: "2026-01-05", to: "2026-02-05", 9_000)
      .with { $0.billingPlan = OpenEnum(.monthly) }
    #expect(
      Lives.report(on: [month], asOf: "2026-02-01").movements
        == ["0 new 9000 = 9000", "9000 = 9000"])
  }

  @Test("An upgrade within a month is expansion, and a downgrade contraction")
  func upgrade() {
    let life: [TransactionFact] = [
      .period("1", from: "2026-01-10", to: "2026-02-10", 10_000),
      .period("1.2", from: "2026-02-10", to: "2026-03-10", 10_000).with { $0.isUpgraded = true },
      .period("1.3", "plus", from: "2026-02-20", to: "2026-03-20", 15_000).with {
        $0.reason = OpenEnum(.purchase)
      },
      .period("1.4", from: "2026-03-20", to: "2026-04-20", 10_000),
    ]
    let report = Lives.report(on: life, asOf: "2026-04-01")
    #expect(
      report.movements == [
        "0 new 10000 = 10000", "10000 expansion 5000 = 15000", "15000 contraction 5000 = 10000",
        "10000 = 10000",
      ])
    #expect(report.months.map(\.subscriptions) == [1, 1, 1, 1])
  }

  @Test("A refund of the last period ends it, and gives back what Apple kept of it")
  func refundOfTheLast() {
    let life: [TransactionFact] = [
      .period("1", from: "2026-01-10", to: "2026-02-10", 10_000),
      .period("1.2", from: "2026-02-10", to: "2026-03-10", 10_000).refunded("2026-02-20"),
    ]
    let report = Lives.report(on: life, asOf: "2026-03-15")
    #expect(report.movements == ["0 new 10000 = 10000", "10000 churn 10000 = 0", "0 = 0"])
    let february = report.months[1].sales
    #expect(february.gross == 10_000)
    #expect(february.refunds == 10_000)
    #expect(february.commission == 0)
    #expect(february.net == 0)
    #expect(report.products.map(\.net) == [7_000])
  }

  @Test("A refund of an old period is money of its month, and ends nothing")
  func refundOfAnOldOne() {
    let life: [TransactionFact] = [
      .period("1", from: "2026-01-10", to: "2026-02-10", 10_000).refunded("2026-03-05"),
      .period("1.2", from: "2026-02-10", to: "2026-03-10", 10_000),
      .period("1.3", from: "2026-03-10", to: "2026-04-10", 10_000),
    ]
    let report = Lives.report(on: life, asOf: "2026-03-31")
    #expect(report.movements == ["0 new 10000 = 10000", "10000 = 10000", "10000 = 10000"])
    #expect(report.months.map(\.sales.refunds) == [0, 0, 10_000])
    // March: 10 paid and 10 given back, with Apple's 3 of each.
    #expect(report.months.map(\.sales.net) == [7_000, 7_000, 0])
    #expect(report.months.map(\.sales.refunded) == [0, 0, 1])
  }

  @Test("Who comes back after a gap is reactivation, and only new once")
  func reactivation() {
    let life: [TransactionFact] = [
      .period("1", from: "2026-01-10", to: "2026-02-10", 10_000),
      .period("1.2", from: "2026-04-03", to: "2026-05-03", 12_000).with {
        $0.reason = OpenEnum(.purchase)
      },
    ]
    let report = Lives.report(on: life, asOf: "2026-04-30")
    #expect(
      report.movements == [
        "0 new 10000 = 10000", "10000 churn 10000 = 0", "0 = 0", "0 reactivation 12000 = 12000",
      ])
    #expect(report.cohorts.map(\.customers) == [1])
    #expect(report.cohorts.first?.months.map(\.customers) == [1, 0, 0, 1])
    #expect(report.cohorts.first?.months.map(\.recurring) == [10_000, 0, 0, 12_000])
    #expect(report.months.map(\.recurring.lost) == [0, 1, 0, 0])
    #expect(report.months.map(\.recurring.won) == [1, 0, 0, 1])
  }

  @Test("A grace period that runs counts, and billing retry without access does not")
  func grace() {
    let life: [TransactionFact] = [.period("1", from: "2026-01-25", to: "2026-02-25", 10_000)]
    var renewal = RenewalFact(
      environment: .production, originalTransactionId: "1", signedDate: Lives.day("2026-02-25"))
    renewal.isInBillingRetry = true
    let retry = Lives.report(on: life, asOf: "2026-03-02", renewals: [renewal])
    #expect(retry.movements == ["0 new 10000 = 10000", "10000 churn 10000 = 0", "0 = 0"])
    renewal.gracePeriodExpiresDate = Lives.day("2026-03-13")
    let grace = Lives.report(on: life, asOf: "2026-03-02", renewals: [renewal])
    #expect(grace.movements == ["0 new 10000 = 10000", "10000 = 10000", "10000 = 10000"])
    let over = Lives.report(on: life, asOf: "2026-03-13", renewals: [renewal])
    #expect(over.movements.last == "10000 churn 10000 = 0")
  }

  /// A payment within the grace period keeps the billing date, and one after it begins a new one.
  @Test(
    "A payment in the grace period is no gap, and one in billing retry is",
    arguments: [
      ("2026-03-25", ["0 new 10000 = 10000", "10000 = 10000", "10000 = 10000"]),
      (
        "2026-04-05",
        ["0 new 10000 = 10000", "10000 churn 10000 = 0", "0 reactivation 10000 = 10000"]
      ),
    ])
  func recovery(end: String, movements: [String]) {
    let life: [TransactionFact] = [
      .period("1", from: "2026-01-25", to: "2026-02-25", 10_000),
      .period("1.2", from: "2026-03-05", to: end, 10_000),
    ]
    #expect(Lives.report(on: life, asOf: "2026-03-20").movements == movements)
  }

  @Test("A family member and a seat bring no money, and are counted apart")
  func family() {
    let shared = [Ownership.familyShared, .assigned].map { ownership in
      [
        TransactionFact.period("1", from: "2026-01-10", to: "2026-02-10", 10_000).with {
          $0.ownership = OpenEnum(ownership)
        }
      ]
    }
    let report = Lives.report(on: shared[0], shared[1], asOf: "2026-01-31")
    #expect(report.months == [])
    #expect(report.leftOut.shared == 2)
  }

  @Test("Consumables and passes are revenue, and nothing that recurs")
  func consumable() {
    let life: [TransactionFact] = [
      .once("1", "coins", .consumable, at: "2026-01-10", 5_000),
      .once("2", "pass", .nonRenewing, at: "2026-01-11", 20_000),
    ]
    let report = Lives.report(on: life, asOf: "2026-01-31")
    #expect(report.movements == ["0 = 0"])
    #expect(report.months.map(\.sales.gross) == [25_000])
    #expect(report.products.map(\.name) == ["pass", "coins"])
    #expect(report.products.map(\.net) == [14_000, 3_500])
    #expect(report.storefronts.map(\.name) == ["DEU"])
  }

  @Test("A customer whose first known payment is a renewal is counted as one")
  func cutOff() {
    let life: [TransactionFact] = [
      .period("1.5", from: "2026-01-10", to: "2026-02-10", 10_000),
      .period("1.6", from: "2026-02-10", to: "2026-03-10", 10_000),
    ]
    let trial: [TransactionFact] = [
      .period("2", from: "2026-01-03", to: "2026-01-10", 0, offer: .freeTrial),
      .period("2.2", from: "2026-01-10", to: "2026-02-10", 10_000),
    ]
    let report = Lives.report(on: life, trial, asOf: "2026-01-31")
    #expect(report.movements == ["0 new 20000 = 20000"])
    #expect(report.leftOut.cutOff == 1)
  }

  @Test("Dates at the ends of time and prices without an end are no crash", arguments: [0, 1])
  func ends(price: Int64) {
    let (first, last) = (Timestamp(milliseconds: .min), Timestamp(milliseconds: .max))
    let life: [TransactionFact] = [
      .period("1", from: "2026-01-10", to: "2026-02-10", price * .max, offer: .freeTrial).with {
        $0.purchaseDate = first
        $0.originalPurchaseDate = last
        $0.expiresDate = last
      },
      .period("1.2", from: "2026-01-10", to: "2026-02-10", .max).with { $0.expiresDate = first },
    ]
    #expect(Lives.report(on: life, life, asOf: "2026-01-31").months.last?.sales.payments == 2)
  }

  @Test("An extension lasts longer and pays no more")
  func extended() {
    let life: [TransactionFact] = [.period("1", from: "2026-01-10", to: "2026-03-20", 10_000)]
    let report = Lives.report(on: life, asOf: "2026-03-31")
    #expect(
      report.movements == ["0 new 10000 = 10000", "10000 = 10000", "10000 churn 10000 = 0"])
    #expect(report.months.map(\.sales.gross) == [10_000, 0, 0])
  }

  /// 10 € are 12.50 $ by the rate of January, and 20 $ by that of June.
  @Test("Each payment has the rate of its day, and what only a rate moved is told")
  func rates() {
    let life: [TransactionFact] = [
      .period("1", from: "2026-05-20", to: "2026-06-20", 10_000, "EUR"),
      .period("1.2", from: "2026-06-20", to: "2026-07-20", 10_000, "EUR"),
    ]
    let report = Lives.report(on: life, asOf: "2026-06-30")
    #expect(report.movements == ["0 new 12500 = 12500", "12500 expansion 7500 = 20000"])
    #expect(report.months.map(\.recurring.rates) == [0, 7_500])
    #expect(report.months.map(\.sales.gross) == [12_500, 20_000])
    #expect(report.months.map(\.sales.net) == [8_750, 14_000])
  }

  @Test("A currency without a rate is named and in no sum, but its subscription is counted")
  func unknownCurrency() {
    let life: [TransactionFact] = [
      .period("1", from: "2026-01-10", to: "2026-02-10", 9_900_000, "NGN")
    ]
    let report = Lives.report(on: life, asOf: "2026-01-31")
    #expect(report.movements == ["0 = 0"])
    #expect(report.months.map(\.subscriptions) == [1])
    #expect(report.months.map(\.sales.gross) == [0])
    #expect(
      report.leftOut.withoutRate == [.init(currency: "NGN", transactions: 1, total: 9_900_000)])
    #expect(report.cohorts.map(\.customers) == [1])
  }

  @Test(
    "A yearly plan after a monthly one pays a twelfth each month, and the reduced commission later")
  func yearly() {
    let life: [TransactionFact] = [
      .period("1", from: "2025-01-10", to: "2025-02-10", 10_000),
      .period("1.2", "yearly", from: "2025-02-10", to: "2026-02-10", 60_000).with {
        $0.originalPurchaseDate = Lives.day("2025-01-10")
      },
      .period("1.3", "yearly", from: "2026-02-10", to: "2027-02-10", 60_000).with {
        $0.originalPurchaseDate = Lives.day("2025-01-10")
      },
    ]
    let report = Lives.report(on: life, asOf: "2026-02-28")
    #expect(
      report.movements.prefix(2) == ["0 new 10000 = 10000", "10000 contraction 5000 = 5000"])
    #expect(report.movements.last == "5000 = 5000")
    // 30 % of 60 in the first year, and 15 % from a year after the first purchase on.
    #expect(
      report.months.compactMap { $0.sales.net > 0 ? $0.sales.net : nil } == [7_000, 42_000, 51_000])
  }

  @Test("A free month of a subscriber is contraction, and no churn or trial")
  func freeMonth() {
    let life: [TransactionFact] = [
      .period("1", from: "2026-01-10", to: "2026-02-10", 10_000),
      .period("1.2", from: "2026-02-10", to: "2026-03-10", 0, offer: .freeTrial).with {
        $0.offerKind = OpenEnum(.promotional)
      },
      .period("1.3", from: "2026-03-10", to: "2026-04-10", 10_000),
    ]
    let report = Lives.report(on: life, asOf: "2026-03-31")
    #expect(
      report.movements == [
        "0 new 10000 = 10000", "10000 contraction 10000 = 0", "0 expansion 10000 = 10000",
      ])
    #expect(report.trials == [])
    #expect(report.cohorts.first?.months.map(\.customers) == [1, 1, 1])
  }

  /// Three seats of 10; one is given back in February, and two are added in March.
  @Test("Seats count with their prices, until they are given back")
  func seats() {
    let first = TransactionFact.period("1", "yearly", from: "2026-01-10", to: "2027-01-10", 360_000)
      .with {
        $0.quantity = 3
        $0.seats = Seats(averagePrice: 120_000, revoked: 1)
        $0.seatRevocations = [SeatRevocation(quantity: 1, at: Lives.day("2026-02-15"))]
      }
    let added = TransactionFact.period(
      "1.2", "yearly", from: "2026-03-10", to: "2027-01-10", 240_000
    )
    .with {
      $0.reason = OpenEnum(.purchase)
      $0.quantity = 2
      $0.seats = Seats(averagePrice: 120_000)
      $0.additionalReason = OpenEnum(.seatAddition)
    }
    let report = Lives.report(on: [first, added], asOf: "2026-03-31")
    #expect(
      report.movements == [
        "0 new 30000 = 30000", "30000 contraction 10000 = 20000",
        "20000 expansion 20000 = 40000",
      ])
    #expect(report.months.map(\.subscriptions) == [1, 1, 1])
    #expect(report.months.map(\.sales.refunds) == [0, 120_000, 0])
  }

  @Test("What happened after the moment of a look back does not count")
  func lookBack() {
    let life: [TransactionFact] = [
      .period("1", from: "2026-01-10", to: "2026-02-10", 10_000).refunded("2026-01-20")
    ]
    let before = Lives.report(on: life, asOf: "2026-01-15")
    #expect(before.movements == ["0 new 10000 = 10000"])
    #expect(before.months.map(\.sales.net) == [7_000])
    #expect(Lives.report(on: life, asOf: "2026-01-09").months == [])
  }

  @Test("Offers are told apart by kind and id, and only the last twelve months are broken down")
  func offers() {
    let life: [TransactionFact] = [
      .period("1", from: "2025-01-10", to: "2025-02-10", 10_000),
      .period("1.2", from: "2026-01-10", to: "2026-02-10", 4_000, offer: .payAsYouGo),
      .period("1.3", from: "2026-02-10", to: "2026-03-10", 5_000, offer: .payAsYouGo).with {
        $0.offerKind = OpenEnum(.winBack)
        $0.offerId = "back"
      },
    ]
    let report = Lives.report(on: life, asOf: "2026-02-28")
    #expect(report.offers.map(\.name) == ["win-back offer 'back'", "introductory offer"])
    #expect(report.products.map(\.gross) == [9_000])
    #expect(report.salesSince == Lives.day("2025-03-01"))
  }
}
