import AppStore
import Ledger
import PaywallCatalog
import Serving
import Subscribers
import TestSupport

/// Random operations of a seed, on few people, so that they meet again and again.
struct OperationScript {
  var random: SplitMix
  private(set) var step = 0
  /// The operations that follow in this order, with others between them.
  private var planned: [LedgerOperation] = []
  /// Every text that was made, as it would be verified again.
  var notifications: [SignedText: Verified<AppStore.Notification>] = [:]

  struct Step: Sendable {
    var number: Int
    var operation: LedgerOperation
    var environment: AppStoreEnvironment
    var now: Timestamp
  }

  /// Notifications that may have opened requests for refunds.
  var requests: [String] = []

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

  mutating func one(in count: Int) -> Bool { random.below(count) == 0 }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[random.below(values.count)]
  }

  static let customers = ["7040", "7050", "7060", "7070"]
  static let chains = ["1000", "1100", "1200", "1300", "1400", "1500"]
  static let tokens = [Sample.uuid(1), "0a1b2c3d-0000-4000-8000-abcdefabcdef"]
  private static let units =
    (0..<5).map { "user\($0)" } + (0..<6).map { "device\($0)" } + tokens
    + [tokens[1].uppercased()]

  mutating func unit() -> String { pick(Self.units) }

  mutating func name() -> CustomerName {
    switch random.below(4) {
    case 0: .appTransactionId(pick(Self.customers))
    case 1: .originalTransactionId(pick(Self.chains))
    case 2: .identity(identity())
    default: .user(unit())
    }
  }

  mutating func identity() -> CustomerIdentity {
    CustomerIdentity(
      appTransactionId: one(in: 2) ? pick(Self.customers) : nil,
      originalTransactionIds: one(in: 2) ? [pick(Self.chains)] : [])
  }

  // MARK: Access

  /// A claim belongs to one purchase, but for a few that are presented for another.
  mutating func seat() -> SeatClaim {
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
