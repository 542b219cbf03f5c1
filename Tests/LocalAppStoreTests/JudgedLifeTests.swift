import LocalAppStore
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

@testable import AppStore

/// The App Store's account of money and access beside the server's, at every moment at which
/// something happens, a millisecond before and after it. The signatures are left out, so that many
/// lives can be told.
///
/// Run with `PAYWALL_TEST_LIVES=100000` to tell that many lives.
struct JudgedLifeTests {
  @Test("Money agrees to the milliunit, and access at every event and a millisecond around it")
  func agree() async throws {
    let snapshot = Self.snapshot
    let lives = rounds(200, all: 1_000, variable: "PAYWALL_TEST_LIVES")
    let first = UInt64(rounds(1, all: 1, variable: "PAYWALL_TEST_FIRST_LIFE"))
    var events = 0
    for seed in first..<first + UInt64(lives) {
      await Task.yield()
      var judge = try LifeJudge(seed: seed, snapshot)
      let difference = try judge.tell(months: 12)
      events += judge.events
      #expect(difference == nil, "life \(seed): \(difference ?? "")")
    }
    #expect(events > lives * 20)
  }

  /// Each product gives the entitlement of its name.
  private static var snapshot: Snapshot {
    let products = Shop.products.map { sold in
      Product(
        id: sold.id, type: sold.type, group: sold.subscription == nil ? nil : "all",
        period: sold.subscription?.period, entitlements: sold.type == .consumable ? [] : [sold.id])
    }
    let levels = (0...2).map { level in
      Shop.products.filter { $0.subscription?.level == level }.map(\.id)
    }
    return Snapshot(
      app: App(bundleId: "com.example.paywall", environments: [.sandbox], locales: ["en"]),
      groups: [SubscriptionGroup(key: "all", id: Shop.group, levels: levels)],
      products: Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0) }),
      schema: AttributeSchema(declared: [], groups: ["all"]), release: "r1")
  }
}

/// Tells one life, and compares both accounts.
private struct LifeJudge {
  private var life: Life
  private let payloads: Payloads
  private let snapshot: Snapshot
  private var histories: [String: CustomerHistory] = [:]
  private(set) var events = 0
  /// The customers that the present event notified of something.
  private var touched: Set<String> = []

  init(seed: UInt64, _ snapshot: Snapshot) throws {
    life = try Life(seed: seed)
    payloads = Payloads(life.world)
    self.snapshot = snapshot
    for id in Life.customers { histories[id] = CustomerHistory(environment: .sandbox) }
  }

  /// - Returns: the first difference.
  mutating func tell(months: Int) throws -> String? {
    let end = life.world.now.adding(Period(months: months))
    while life.world.now < end {
      let moment = life.nextMoment()
      while let due = life.world.nextDueMoment(), due < moment {
        if let difference = try happen(at: due, nil) { return difference }
      }
      if let difference = try happen(at: moment, { try $0.cause() }) { return difference }
    }
    return nil
  }

  /// One event: compares a millisecond before it, when it has happened, and a millisecond later.
  private mutating func happen(
    at moment: Timestamp, _ cause: ((inout Life) throws -> Void)?
  ) throws -> String? {
    events += 1
    if moment.adding(milliseconds: -1) > life.world.now {
      life.world.advance(to: moment.adding(milliseconds: -1))
      if let difference = try compare(Life.customers, "before") { return difference }
    }
    life.world.advance(to: moment)
    try cause?(&life)
    try deliver()
    if let difference = try compare(touched, "at") { return difference }
    guard life.world.nextDueMoment().map({ $0 > moment.adding(milliseconds: 1) }) ?? true else {
      return nil
    }
    life.world.advance(to: moment.adding(milliseconds: 1))
    return try compare(touched, "after")
  }

  private mutating func deliver() throws {
    touched = []
    for sent in life.takeNotifications() {
      guard let customer = sent.customer, let transaction = sent.transaction else { continue }
      try add(transaction, of: customer, signed: sent.signedDate)
      guard let renewal = sent.renewal else { continue }
      let bytes = payloads.renewalInfo(
        renewal, of: transaction, customer: customer, signedDate: sent.signedDate)
      let info = try RenewalInfo(JSONObject(bytes), environment: .sandbox)
      if let fact = info.fact { histories[customer.id]?.add(fact) }
    }
    for id in life.changedSilently {
      guard let owner = life.world.customer(ofAny: id) else { continue }
      for record in try life.world.records(of: owner.id)
      where record.transaction.originalTransactionId == id {
        try add(record.transaction, of: owner, signed: record.signedDate)
      }
    }
    life.changedSilently = []
  }

  private mutating func add(
    _ transaction: StoreTransaction, of customer: StoreCustomer, signed: Timestamp
  ) throws {
    let bytes = payloads.transaction(transaction, of: customer, signedDate: signed)
    let read = try Transaction(JSONObject(bytes), environment: .sandbox)
    if let fact = read.fact { histories[customer.id]?.add(fact) }
    touched.insert(customer.id)
  }

  /// - Returns: the differences.
  private func compare(_ ids: some Sequence<String>, _ when: String) throws -> String? {
    let now = life.world.now
    for id in ids {
      guard let history = histories[id] else { continue }
      let subscriber = history.subscriber(at: now, in: snapshot)
      let believed = history.entitlements(from: subscriber, in: snapshot).map {
        "\($0.product) \($0.expires?.milliseconds ?? 0)"
      }
      let known = try life.world.access(of: id)
      if believed != known {
        return "\(id) \(when) \(now.rfc3339): believed \(believed), known \(known)"
      }
      let (spent, paid) = (
        subscriber.spend.values.reduce(0, +), try life.world.spent(by: id)
      )
      if spent != paid { return "\(id) \(when) \(now.rfc3339): \(spent) spent, \(paid) paid" }
    }
    return nil
  }
}

extension World {
  /// The products that a customer may use, each once, and until when (0 for ever).
  fileprivate func access(of id: String) throws -> [String] {
    var until: [String: Int64] = [:]
    for one in try subscriptions(of: id) where one.isEntitled {
      var end = one.expiresDate
      if case .gracePeriod(let grace) = one.phase { end = grace }
      until[one.current.productId] = max(until[one.current.productId] ?? 0, end.milliseconds)
    }
    for one in try purchases(of: id)
    where one.transaction.type == .nonConsumable && one.transaction.revocation == nil {
      until[one.transaction.productId] = 0
    }
    return until.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
  }
}
