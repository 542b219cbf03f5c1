import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// Laws that hold for every history, tried on made-up ones from a fixed seed.
struct LawTests {
  @Test("The order of arrival and repeats change nothing", arguments: 0..<60)
  func order(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    let (bought, told) = (Self.purchases(&random), Self.renewals(&random))
    let history = CustomerHistory(environment: .production, transactions: bought, renewals: told)
    let value = history.subscriber(at: day(70), in: shop)
    for _ in 0..<5 {
      var other = CustomerHistory(environment: .production)
      for renewal in (told + told.prefix(2)).shuffled(using: &random) { other.add(renewal) }
      for transaction in (bought + bought.prefix(5)).shuffled(using: &random) {
        other.add(transaction)
      }
      #expect(other == history)
      #expect(other.subscriber(at: day(70), in: shop) == value)
    }
  }

  @Test(
    "Time alone moves a subscription only forward, and nothing is subscribed past its end",
    arguments: 0..<60)
  func time(seed: Int) throws {
    var random = SplitMix(state: UInt64(1000 + seed))
    let history = CustomerHistory(
      environment: .production, transactions: Self.purchases(&random),
      renewals: Self.renewals(&random))
    var before: [Subscription] = []
    for now in stride(from: -10.0, through: 400, by: 5) {
      let subscriber = history.subscriber(at: day(now), in: shop)
      for (earlier, later) in zip(before, subscriber.subscriptions) {
        #expect(
          earlier.state == later.state
            || Self.successors[earlier.state]?.contains(later.state) == true,
          "from \(earlier.state) to \(later.state) at \(now)")
      }
      for subscription in subscriber.subscriptions where subscription.state == .subscribed {
        let current = try #require(subscription.current)
        #expect(try #require(current.expiresDate) > day(now))
        #expect(current.revocationDate.map { $0 > day(now) } ?? true)
        #expect(!current.isUpgraded)
      }
      before = subscriber.subscriptions
    }
  }

  /// A revoked period may leave one before it that runs on, and that one ends in its turn.
  private static let successors: [SubscriptionState: Set<SubscriptionState>] = [
    .subscribed: [.inGracePeriod, .inBillingRetryPeriod, .expired, .revoked],
    .inGracePeriod: [.inBillingRetryPeriod, .expired, .revoked],
    .inBillingRetryPeriod: [.expired, .revoked],
    .expired: [.revoked], .revoked: [],
  ]

  @Test("Nobody is entitled by what is upgraded, revoked or over", arguments: 0..<60)
  func entitlements(seed: Int) throws {
    var random = SplitMix(state: UInt64(2000 + seed))
    let history = CustomerHistory(
      environment: .production, transactions: Self.purchases(&random),
      renewals: Self.renewals(&random))
    for now in stride(from: 0.0, through: 200, by: 7) {
      let told = history.entitlements(at: day(now), in: shop)
      #expect(Set(told.map(\.name)).count == told.count)
      for entitlement in told {
        let transaction = try #require(
          history.transactions.first { $0.transactionId == entitlement.transactionId })
        #expect(!transaction.isUpgraded)
        #expect(transaction.revocationDate.map { $0 > day(now) } ?? true)
        #expect(entitlement.expires.map { $0 > day(now) } ?? true)
        #expect(transaction.type != OpenEnum(PurchaseType.consumable))
      }
    }
  }

  @Test("Money is never negative, and never more than every price together", arguments: 0..<60)
  func spend(seed: Int) {
    var random = SplitMix(state: UInt64(3000 + seed))
    let bought = Self.purchases(&random)
    let history = CustomerHistory(environment: .production, transactions: bought)
    let most = history.transactions.reduce(0) { $0 + max(0, $1.price ?? 0) }
    for now in [0.0, 50, 100, 400] {
      let subscriber = history.subscriber(at: day(now), in: shop)
      #expect(subscriber.spend.values.allSatisfy { (0...most).contains($0) })
      #expect(subscriber.groups.allSatisfy { $0.facts.paidDays >= 0 })
      #expect(subscriber.groups.allSatisfy { ($0.facts.lapsedDays ?? 0) >= 0 })
    }
  }

  @Test("The best state of a customer is that of one of their subscriptions", arguments: 0..<100)
  func groups(seed: Int) {
    var random = SplitMix(state: UInt64(4000 + seed))
    let history = CustomerHistory(
      environment: .production, transactions: Self.purchases(&random),
      renewals: Self.renewals(&random))
    let subscriber = history.subscriber(at: day(60), in: shop)
    for group in subscriber.groups {
      let states = subscriber.subscriptions.filter { $0.groupId == group.id }.map(\.state)
      let best = SubscriptionState.allCases.first { states.contains($0) }
      #expect(group.facts.state == best)
      #expect(subscriber.deciding(group)?.state == best)
    }
  }

  /// Some twenty copies of some twelve transactions of three subscriptions and other purchases,
  /// with holes in them.
  private static func purchases(_ random: inout SplitMix) -> [TransactionFact] {
    (0..<20).map { _ in
      let id = Int.random(in: 1...12, using: &random)
      let start = Double(Int.random(in: 0...24, using: &random)) * 5
      let type = PurchaseType.allCases[id == 12 ? 1 : id == 11 ? 3 : id == 10 ? 2 : 0]
      let product =
        ["monthly", "yearly", "basic", "team", "withdrawn"]
        .randomElement(using: &random) ?? "monthly"
      var fact = TransactionFact.bought(
        "\(id)", of: "\(id % 3)", type == .autoRenewable ? product : "lifetime", from: start,
        until: start + Double(Int.random(in: 0...8, using: &random)) * 10,
        signed: Double(Int.random(in: 0...3, using: &random)), type: type,
        ownership: Ownership.allCases.randomElement(using: &random) ?? .purchased,
        reason: Bool.random(using: &random) ? .purchase : .renewal,
        price: Int64.random(in: -5...10_000, using: &random),
        currency: ["EUR", "USD", nil].randomElement(using: &random) ?? nil,
        isUpgraded: Int.random(in: 0...5, using: &random) == 0)
      if Int.random(in: 0...4, using: &random) == 0 {
        fact.revocationDate = day(Double(Int.random(in: 0...150, using: &random)))
        fact.revocationType = RevocationType.allCases.randomElement(using: &random).map {
          OpenEnum($0)
        }
        fact.revocationPercentage = Int.random(in: -1...120_000, using: &random)
      }
      if Bool.random(using: &random) {
        fact.offerKind = OpenEnum(raw: Int.random(in: 1...6, using: &random))
        fact.offerId = ["a", "b", nil].randomElement(using: &random) ?? nil
      }
      if Int.random(in: 0...9, using: &random) == 0 { fact.expiresDate = nil }
      if Int.random(in: 0...9, using: &random) == 0 { fact.purchaseDate = nil }
      if Int.random(in: 0...9, using: &random) == 0 { fact.groupId = nil }
      return fact
    }
  }

  private static func renewals(_ random: inout SplitMix) -> [RenewalFact] {
    (0..<6).map { _ in
      let signed = Double(Int.random(in: 0...20, using: &random)) * 8
      return RenewalFact.told(
        of: "\(Int.random(in: 0...3, using: &random))", signed: signed,
        autoRenews: [true, false, nil].randomElement(using: &random) ?? nil,
        at: [signed, nil].randomElement(using: &random) ?? nil,
        isInBillingRetry: [true, false, nil].randomElement(using: &random) ?? nil,
        graceUntil: Bool.random(using: &random) ? signed + 16 : nil)
    }
  }
}
