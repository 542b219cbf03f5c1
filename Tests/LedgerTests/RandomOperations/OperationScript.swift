import PaywallCatalog
import Subscribers
import Serving
import AppStore
import Ledger
import TestSupport

/// Random operations of a seed, on few people, so that they meet again and again.
struct OperationScript {
  private var random: SplitMix
  private(set) var step = 0
  /// The operations that follow in this order, with others between them.
  private var planned: [LedgerOperation] = []
  /// Every text that was made, as it would be verified again.
  private(set) var notifications: [SignedText: Verified<AppStore.Notification>] = [:]

  struct Step: Sendable {
    var number: Int
    var operation: LedgerOperation
    var environment: AppStoreEnvironment
    var now: Timestamp
  }

  /// Notifications that may have opened requests for refunds.
  private var requests: [String] = []

  init(seed: Int) { random = SplitMix(state: UInt64(seed)) }

  /// A step every hour, with a clock that is set back at times.
  mutating func next() -> Step {
    step += 1
    let back = one(in: 40) ? Double(random.below(100)) / 24 : 0
    let environment: AppStoreEnvironment = one(in: 9) ? .sandbox : .production
    return Step(
      number: step, operation: operation(in: environment), environment: environment,
      now: Sample.day(40 + Double(step) / 24 - back))
  }

  private mutating func operation(in environment: AppStoreEnvironment) -> LedgerOperation {
    if step == 1 { return .credit(Self.credits) }
    if !planned.isEmpty, one(in: 3) { return planned.removeFirst() }
    return switch random.below(100) {
    case 0..<4: .post(balanceChange(), name())
    case 4..<24: .expose((0..<1 + random.below(3)).map { _ in exposure() })
    case 24: .give(access(), one(in: 2) ? .user(unit()) : name())
    case 25: one(in: 4) ? .unseat(seat()) : .seat(seat(), member(), isKnown: one(in: 3))
    case 26..<30: .holdOut((0..<1 + random.below(2)).map { _ in heldOut() })
    case 30..<42: .notify(notification())
    case 42..<50:
      evidence().map { .present($0, user: one(in: 2) ? unit() : nil) } ?? .confirm(name())
    case 50..<54: .link(unit(), name())
    case 54..<57: one(in: 3) ? .confirm(name()) : refund()
    case 57..<66: .grant(request())
    case 66..<75:
      .alias(unit(), unit(), pick(AliasVoucher.allCases))
    case 75..<84: .see(one(in: 4) ? flood(in: environment) : [claim(in: environment)])
    case 84: meet()
    case 85..<89: .logIn((0..<2).map { _ in login() })
    case 89..<92: .count(batch(in: environment))
    case 92..<94: .serve(release())
    case 94: one(in: 4) ? .revoke(access(), name()) : .give(access(), name())
    default: .forget(name())
    }
  }

  // MARK: Names

  private mutating func one(in count: Int) -> Bool { random.below(count) == 0 }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[random.below(values.count)]
  }

  private static let customers = ["7040", "7050", "7060", "7070"]
  private static let chains = ["1000", "1100", "1200", "1300", "1400", "1500"]
  private static let tokens = [Sample.uuid(1), "0a1b2c3d-0000-4000-8000-abcdefabcdef"]
  private static let units =
    (0..<5).map { "user\($0)" } + (0..<6).map { "device\($0)" } + tokens
    + [tokens[1].uppercased()]

  private mutating func unit() -> String { pick(Self.units) }

  private mutating func name() -> CustomerName {
    switch random.below(4) {
    case 0: .appTransactionId(pick(Self.customers))
    case 1: .originalTransactionId(pick(Self.chains))
    case 2: .identity(identity())
    default: .user(unit())
    }
  }

  private mutating func identity() -> CustomerIdentity {
    CustomerIdentity(
      appTransactionId: one(in: 2) ? pick(Self.customers) : nil,
      originalTransactionIds: one(in: 2) ? [pick(Self.chains)] : [])
  }

  // MARK: Texts

  /// Copies of transactions, some of which name other customers, tokens, offers or refunds. Their
  /// texts differ, so that each is one text.
  private static let facts: [TransactionFact] = {
    var random = SplitMix(state: 5)
    return (0..<90).map { number in
      let chain = chains[number % chains.count]
      let name: String? =
        number % 5 == 0
        ? nil : customers[number % 11 == 0 ? random.below(4) : number % 6 % customers.count]
      var fact = Sample.fact(
        "\((Int(chain) ?? 0) + random.below(8))", chain: chain, customer: name,
        signed: Double(number) / 3, environment: number % 13 == 0 ? .sandbox : .production,
        token: number % 4 == 0 ? tokens[number % 2] : nil,
        offer: number % 6 == 0 ? "half3m" : nil, kind: number % 17 == 0 ? .introductory : nil,
        bought: Double(random.below(40)))
      fact.price = number % 10 == 0 ? nil : Int64(random.below(4)) * 4990
      fact.currency = number % 3 == 0 ? "EUR" : "USD"
      if number % 7 == 0 {
        fact.revocationDate = Sample.day(Double(number) / 3)
        fact.revocationReason = 1
        fact.revocationPercentage = number % 2 == 0 ? 50_000 : nil
      }
      return fact
    }
  }()

  private static let renewals = (0..<30).map { number in
    Sample.renewalFact(
      chains[number % chains.count], customer: number % 3 == 0 ? customers[number % 4] : nil,
      signed: Double(number), autoRenews: number % 2 == 0)
  }

  /// The renewal info of a notification is for the same purchase as its transaction, as Apple's is.
  private mutating func renewal(beside fact: TransactionFact?) -> RenewalFact? {
    let renewal = pick(Self.renewals)
    guard let fact else { return renewal }
    let isSame =
      fact.environment == renewal.environment
      && fact.originalTransactionId == renewal.originalTransactionId
    return isSame ? renewal : nil
  }

  private mutating func app(
    beside fact: TransactionFact?, in environment: AppStoreEnvironment
  ) -> Verified<AppTransaction>? {
    guard let fact else { return Sample.app(pick(Self.customers), environment: environment) }
    return fact.appTransactionId.map { Sample.app($0, environment: environment) }
  }

  private mutating func notification() -> Verified<AppStore.Notification> {
    let fact = one(in: 8) ? nil : pick(Self.facts)
    // One in ten is repeated.
    let uuid = Sample.uuid(one(in: 10) ? random.below(50) : 1000 + step)
    let environment = fact?.environment ?? .production
    var notification = Sample.notification(
      uuid, fact, one(in: 3) ? renewal(beside: fact) : nil,
      app: one(in: 6) ? app(beside: fact, in: environment) : nil, environment: environment)
    if one(in: 12) {
      let seat = seat()
      notification = Sample.unclaimed(
        uuid, [seat.id], of: one(in: 3) ? nil : seat.originalTransactionId, in: environment)
    }
    if one(in: 6), let fact {
      notification = Sample.notification(uuid, type: "REFUND_REVERSED", fact)
    }
    if one(in: 5), let fact {
      notification = Sample.notification(
        uuid,
        type: pick(["CONSUMPTION_REQUEST", "CONSUMPTION_REQUEST", "REFUND_DECLINED", "REFUND"]),
        fact)
      requests.append(uuid)
    }
    if let known = notifications[notification.text] { return known }
    notifications[notification.text] = notification
    return notification
  }

  private mutating func refund() -> LedgerOperation {
    if one(in: 3), !requests.isEmpty { return .settle(pick(requests)) }
    let consents = !one(in: 4)
    return .report(
      ConsumptionReport(
        transactionId: one(in: 2) ? pick(Self.facts).transactionId : nil,
        customerConsented: consents, deliveryStatus: consents ? .delivered : nil,
        sampleContentProvided: consents ? one(in: 2) : nil,
        reportedAt: Sample.day(40 + Double(step) / 24)), name())
  }

  private mutating func evidence() -> Evidence? {
    let fact = pick(Self.facts)
    let info = one(in: 3) ? pick(Self.renewals) : nil
    let app = one(in: 2) ? Sample.app(pick(Self.customers), environment: fact.environment) : nil
    return try? Evidence(
      transactions: one(in: 6) ? [] : [Sample.transaction(fact)],
      renewals: info.map { [Sample.renewal($0)] } ?? [], appTransaction: app)
  }

  /// A text that is no notification, as it is verified again.
  static func evidence(_ text: SignedText) throws -> Evidence? {
    if let fact = facts.first(where: { Sample.transaction($0).text == text }) {
      return try Evidence(transactions: [Sample.transaction(fact)])
    }
    for environment in AppStoreEnvironment.allCases {
      for customer in Self.customers {
        let app = Sample.app(customer, environment: environment)
        if app.text == text { return try Evidence(appTransaction: app) }
      }
    }
    let renewal = Self.renewals.map { Sample.renewal($0) }.first { $0.text == text }
    return try renewal.map { try Evidence(renewals: [$0]) }
  }

  // MARK: Access

  /// A claim belongs to one purchase, but for a few that are presented for another.
  private mutating func seat() -> SeatClaim {
    let number = random.below(8)
    let chain = Self.chains[(one(in: 9) ? number + 1 : number) % Self.chains.count]
    return SeatClaim(
      id: Sample.uuid(9000 + number), originalTransactionId: chain,
      claimedAt: Sample.day(40 + Double(step) / 24))
  }

  private mutating func member() -> SeatMember {
    let kind = random.below(3)
    return SeatMember(
      userId: kind == 0 ? nil : unit(), appTransactionId: kind == 1 ? nil : pick(Self.customers))
  }

  private mutating func access() -> GivenAccess {
    let now = Sample.day(40 + Double(step) / 24)
    return GivenAccess(
      id: "\(random.below(12))", source: pick([.manual, .manual, .stripe]),
      right: one(in: 2) ? .entitlement("pro") : .product("pass_week"),
      until: Sample.day(Double(40 + step / 24 + 1 + random.below(9))), reason: "a gift",
      giver: pick(["support", "backend"]), givenAt: now,
      price: one(in: 3) ? .init(milliunits: 4990, currency: "EUR") : nil)
  }

  // MARK: Balances

  private static let credits: [String: [String: Int64]] = [
    Sample.fact("1").productId: ["coins": 100, "gems": 3]
  ]

  /// Half of them take away, and one in six repeats a key.
  private mutating func balanceChange() -> BalanceChange {
    let isSpend = one(in: 2)
    let amount = Int64(1 + random.below(60))
    return BalanceChange(
      currency: pick(["coins", "coins", "gems"]), amount: isSpend || one(in: 3) ? -amount : amount,
      cause: isSpend ? .spend : .correction,
      id: one(in: 6) ? "key\(random.below(40))" : "key\(40 + step)",
      reason: one(in: 2) ? "a lost sword" : nil, author: pick(["support", "backend"]))
  }

  // MARK: Offers

  private static let offers = [
    Sample.offer(limit: OfferLimit(perCustomer: 2, perDay: 6)), Sample.offer("free", id: "free1"),
    Sample.offer("intro", id: "intro1", kind: .introductory),
  ]

  private mutating func request() -> GrantRequest {
    let isOnTrust = one(in: 5)
    let evidence = isOnTrust || one(in: 2) ? nil : evidence()
    let unit = unit()
    return Sample.request(
      pick(Self.offers), customer: isOnTrust ? nil : identity(), evidence: evidence,
      trusted: isOnTrust && one(in: 2) ? unit : nil,
      nonce: one(in: 12) ? random.below(50) : 1000 + step,
      assignment: one(in: 3) ? assignment() : nil,
      origin: pick([nil, .userId, .anonymousId]),
      environment: evidence?.environment ?? .production, to: pick([.client, .server]),
      at: pick([.inPaywall, .atPurchase]))
  }

  // MARK: Exposures

  private mutating func assignment() -> RecordedAssignment {
    var assignment = Sample.assignment(
      unit(), variant: pick(["control", "trial", "trial", "trial"]),
      kind: pick([.visitor, .visitor, .userId]),
      phase: 1 + random.below(2), at: Double(random.below(60)))
    if one(in: 3) { assignment.experiment = "badge" }
    return assignment
  }

  private mutating func heldOut() -> HeldOutExposure {
    let shown = exposure()
    let assignment = shown.assignment
    return HeldOutExposure(
      id: shown.id,
      unit: HeldOutUnit(
        experiment: assignment.experiment, phase: assignment.phase, unit: assignment.unit,
        unitKind: assignment.unitKind),
      anonymousId: one(in: 2) ? unit() : nil, origin: shown.origin, terms: shown.terms,
      renderedAt: shown.renderedAt, placement: shown.placement ?? "onboarding",
      deviceTime: shown.deviceTime, details: shown.details)
  }

  private mutating func exposure() -> Exposure {
    let assignment = assignment()
    var exposure = Sample.exposure(
      "\(random.below(30))", assignment.unit,
      origin: assignment.unitKind == .userId
        ? .userId : pick([.anonymousId, .anonymousId, .userId, nil]),
      contradicts: one(in: 15),
      terms: one(in: 6) ? nil : Sample.terms(seed: one(in: 9) ? "b" : "a"),
      at: Double(random.below(90)), isHeldOut: one(in: 12))
    exposure.assignment = assignment
    exposure.claimedVariant = exposure.contradicts ? "bold" : nil
    exposure.voucher = pick(AliasVoucher.allCases)
    exposure.placement = pick(["onboarding", "settings", nil])
    exposure.details = Sample.details(
      random.below(4), flags: ExposureFlags(rawValue: UInt8(random.below(16))))
    exposure.details.dimensions.appVersion = "3.1"
    exposure.details.served.placement = exposure.placement
    if one(in: 3) { exposure.details.dimensions.storefront = nil }
    if one(in: 2) {
      exposure.deviceTime = DeviceTime(
        at: exposure.renderedAt, offset: Int64(random.below(9)) - 4)
    }
    exposure.details.daysSinceInstall = one(in: 2) ? random.below(90) : nil
    return exposure
  }

  private mutating func login() -> CoEnrollment {
    CoEnrollment(
      user: assignment(), anonymous: assignment(), voucher: pick(AliasVoucher.allCases))
  }

  private mutating func claim(in environment: AppStoreEnvironment) -> SightingClaim {
    SightingClaim(
      environment: environment,
      visitor: VisitorIdentity(
        userId: one(in: 2) ? unit() : nil, anonymousId: one(in: 3) ? "seen\(step)" : unit()),
      customer: identity(), route: pick(Sighting.Route.allCases),
      voucher: pick([.client, .client, .client, .evidence, .proof, .server]))
  }

  /// Plans a purchase of a customer whom Apple does not name, three customers who are seen with one id,
  /// and the purchase that shows that two of them are one person.
  private mutating func meet() -> LedgerOperation {
    let (chain, id, named) = ("\(20_000 + step)", "met\(step)", pick(Self.customers))
    let customers = [
      CustomerIdentity(originalTransactionIds: [chain]), CustomerIdentity(appTransactionId: named),
      CustomerIdentity(appTransactionId: pick(Self.customers)),
    ].shuffled(using: &random)
    planned += customers.map { customer in
      .see([
        SightingClaim(
          environment: .production, visitor: VisitorIdentity(anonymousId: id),
          customer: customer, route: .transaction, voucher: .client)
      ])
    }
    planned.append(.notify(purchase(of: chain, by: named)))
    return .notify(purchase(of: chain, by: nil))
  }

  private mutating func purchase(
    of chain: String, by customer: String?
  ) -> Verified<AppStore.Notification> {
    let notification = Sample.notification(
      Sample.uuid((customer == nil ? 100_000 : 200_000) + step),
      Sample.fact(chain, customer: customer, signed: customer == nil ? 1 : 2))
    notifications[notification.text] = notification
    return notification
  }

  /// One receipt with ten ids.
  private mutating func flood(in environment: AppStoreEnvironment) -> [SightingClaim] {
    let customer = CustomerIdentity(appTransactionId: pick(Self.customers))
    return (0..<10).map { number in
      SightingClaim(
        environment: environment, visitor: VisitorIdentity(anonymousId: "seen\(step)-\(number)"),
        customer: customer, route: .transaction, voucher: .client)
    }
  }

  // MARK: Counts and releases

  private mutating func batch(in environment: AppStoreEnvironment) -> CountBatch {
    var counts: [DailyCount.Key: Int] = [:]
    for _ in 0..<1 + random.below(4) {
      let key = Sample.counted(
        pick([.served, .servedKept, .claimed("recorded")]), day: 20_000 + random.below(3),
        version: pick(["3.1", "3.2", CountedDevice.unknown, "4.\(random.below(90))"]),
        platform: pick(["iOS", "macOS", CountedDevice.other]), variant: pick(["trial", nil]),
        placement: pick(["onboarding", nil]), environment: environment)
      counts[key] = random.below(9)
    }
    return Sample.batch(Int64(one(in: 5) ? random.below(step) : step), counts, run: random.below(3))
  }

  private mutating func release() -> ServedRelease {
    let phases = ["price", "badge"].filter { _ in !one(in: 4) }.map { experiment in
      var parts: [PhaseState.Part: String] = [
        .status: pick(["running", "paused", "draft"]), .traffic: pick(["50%", "20%"]),
        .terms: Sample.terms(seed: pick(["a", "b", "c"])).text,
      ]
      if one(in: 4) { parts[.override] = "\(step) because" }
      return PhaseState(experiment: experiment, phase: 1 + random.below(2), parts: parts)
    }
    return ServedRelease(
      release: "r\(random.below(12))", phases: phases, holdout: pick(["", "5% 4be01a77"]))
  }
}
