import ExperimentReports
import Foundation
import Ledger
import PaywallCatalog
import Serving
import Subscribers
import TestSupport

@testable import AppStore

/// A random small world of people, devices, purchases and refunds around one experiment. Everything
/// follows from the seed.
struct World {
  var random: SplitMix
  static let start: Int64 = 1_793_610_000_000
  let start = Timestamp(milliseconds: World.start)
  let asOf: Timestamp
  let people: Int
  /// Gives purchases several transaction ids, if it is there. Nothing else depends on it.
  var copier: SplitMix?
  /// The billing plan of every purchase of `monthly`. Nothing else depends on it.
  var billingPlan: BillingPlanType?
  private var serial = 0

  /// - Parameter people: as many as the seed says, if left out.
  init(seed: UInt64, people: Int? = nil) {
    random = SplitMix(state: seed)
    let usual = 20 + random.below(60)
    self.people = people ?? usual
    asOf = start.adding(milliseconds: Int64(20 + random.below(60)) * Timestamp.day)
  }

  static let currencies = ["USD", "EUR", "GBP", "JPY", "NGN"]
  static let rates = StoreRates(
    base: "USD",
    days: [
      StoreRates.Day(
        date: "2026-10-01", at: Timestamp(milliseconds: 1_790_812_800_000),
        micros: ["EUR": 866_300, "GBP": 760_500, "JPY": 153_980_000])
    ], commission: StoreRates.Commission())

  static var experiment: Experiment {
    var experiment = Experiment(
      id: "price", status: .running, placements: ["onboarding"], seed: "7f3a9c21",
      variants: [
        Variant(name: "control", share: half, shows: .everywhere(.paywall("plain"))),
        Variant(name: "trial", share: half, shows: .everywhere(.paywall("trial"))),
      ],
      schedule: TimeWindow(start: Timestamp(milliseconds: 1_793_610_000_000), end: nil))
    experiment.metrics = Metrics(
      primary: MetricGoal(.proceedsPerVisitor),
      secondary: [
        MetricGoal(.startRate), MetricGoal(.paidRate), MetricGoal(.trialToPaid),
        MetricGoal(.saved), MetricGoal(.stillPaying),
      ],
      guardrails: [
        MetricGoal(.refundShare), MetricGoal(.cancelWithin24h), MetricGoal(.billingFailure),
        MetricGoal(.secondRenewal, window: Period(days: 40)),
      ])
    return experiment
  }

  /// The same, decided by another metric and with planned breakdowns.
  static func experiment(_ seed: UInt64) -> Experiment {
    var experiment = experiment
    let all = experiment.metrics.all.map(\.name)
    let primary = [MetricName.proceedsPerVisitor, .paidRate, .trialToPaid][Int(seed % 3)]
    experiment.metrics.primary = MetricGoal(primary)
    experiment.metrics.secondary =
      all.filter { $0 != primary && !experiment.metrics.guardrails.map(\.name).contains($0) }
      .map { MetricGoal($0) }
    experiment.metrics.breakdowns = [.new, .storefront]
    return experiment
  }

  /// More storefronts than a breakdown has rows for.
  private static let storefronts: [String?] =
    ["GBR", "USA", nil] + (0..<15).map { "Z\(Character(Unicode.Scalar(65 + UInt8($0))))X" }

  static let half = BasisPoints(5000) ?? .none

  static var snapshot: Snapshot {
    Snapshot(
      app: App(
        bundleId: "com.example.lumen", appAppleId: 1, environments: [.production],
        locales: ["en"], billingGracePeriod: Period(days: 3)),
      products: [
        "monthly": Product(id: "monthly", type: .autoRenewable, period: Period(days: 10)),
        "weekly": Product(id: "weekly", type: .autoRenewable, period: Period(days: 7)),
      ],
      offers: [
        "trial": Offer(
          key: "trial", id: "trial", kind: .introductory, products: ["weekly"],
          payment: .freeTrial, period: Period(days: 7))
      ], rates: rates, schema: AttributeSchema(declared: [], groups: []),
      paywalls: [
        "plain": Paywall(id: "plain", products: [PaywallProduct(product: "monthly")]),
        "trial": Paywall(id: "trial", products: [PaywallProduct(product: "weekly")]),
      ], experiments: ["price": experiment],
      release: String(repeating: "5e", count: 32))
  }

  /// Lets everything happen in a ledger.
  mutating func live(in ledger: any Ledger) async throws {
    for number in 0..<people { try await person(number, in: ledger) }
    // A stranger's receipt with the ids of others; and a customer of two users.
    for _ in 0..<3 {
      _ = try await ledger.record(
        claim("c\(random.below(people))", anonymous: "device-\(random.below(people))"), at: asOf)
    }
    if random.chance(30) {
      _ = try await ledger.link(
        "user-\(random.below(people))", to: .appTransactionId("c\(random.below(people))"),
        in: .production, at: asOf)
    }
    if random.chance(30) {
      _ = try await ledger.forget(
        .appTransactionId("c\(random.below(people))"), in: .production, at: asOf)
    }
  }

  mutating func person(_ number: Int, in ledger: any Ledger) async throws {
    let variant = random.chance(50) ? "control" : "trial"
    let exposed = start.adding(
      milliseconds: Int64(random.below(Int(asOf.milliseconds - start.milliseconds))))
    let device = random.chance(20) ? Self.token(number).uppercased() : "device-\(number)"
    let user = random.chance(40) ? (random.chance(50) ? Self.token(number) : "user-\(number)") : nil
    let customer = "c\(number)"
    let buys = random.chance(variant == "control" ? 40 : 60)
    let isEarly = buys && random.chance(20)
    if isEarly {
      try await buy(customer, user, from: exposed.adding(milliseconds: -40 * day), ledger)
    }
    if isEarly, random.chance(60) {
      _ = try await ledger.record(claim(customer, anonymous: device), at: exposed)
    }
    let asUser = user != nil && random.chance(40)
    try await expose(asUser ? user ?? device : device, isUser: asUser, variant, exposed, ledger)
    if random.chance(15) {
      let other = random.chance(30) ? (variant == "control" ? "trial" : "control") : variant
      try await expose(
        "tablet-\(number)", isUser: false, other,
        exposed.adding(milliseconds: Int64(random.below(5)) * day), ledger)
      if let user {
        _ = try await ledger.alias(
          "tablet-\(number)", to: user, vouchedBy: .server, in: .production, at: exposed)
      } else {
        _ = try await ledger.record(claim(customer, anonymous: "tablet-\(number)"), at: exposed)
      }
    }
    if let user, random.chance(70) {
      _ = try await ledger.alias(
        device, to: user, vouchedBy: random.chance(70) ? .proof : .client, in: .production,
        at: exposed)
    }
    guard buys else { return }
    try await buy(
      customer, user, from: exposed.adding(milliseconds: Int64(random.below(5 * Int(day)))), ledger)
    if user == nil || random.chance(30) {
      _ = try await ledger.record(
        claim(
          customer, user: asUser ? user : nil, anonymous: device,
          by: random.chance(20) ? .server : .client), at: exposed)
    } else if let user, random.chance(60) {
      _ = try await ledger.link(
        user, to: .appTransactionId(customer), in: .production, at: exposed)
    }
  }

  var day: Int64 { Timestamp.day }

  mutating func buy(
    _ customer: String, _ user: String?, from start: Timestamp, _ ledger: any Ledger
  ) async throws {
    let isTrial = random.chance(50)
    let currency = Self.currencies[random.below(Self.currencies.count)]
    let price = Int64(990 + random.below(60_000)) * (currency == "JPY" ? 150 : 1)
    let first = next()
    let length = Int64(isTrial ? 7 : 10) * day
    var at = start
    for index in 0..<(1 + random.below(6)) where at <= asOf {
      var fact = TransactionFact(
        environment: .production, transactionId: index == 0 ? first : next(),
        originalTransactionId: first, productId: isTrial ? "weekly" : "monthly", signedDate: at,
        appTransactionId: customer, groupId: "1", type: OpenEnum(.autoRenewable),
        ownership: OpenEnum(random.chance(5) ? .familyShared : .purchased),
        reason: OpenEnum(index == 0 ? .purchase : .renewal), purchaseDate: at,
        originalPurchaseDate: random.chance(10) ? start.adding(milliseconds: -400 * day) : start,
        appAccountToken: user.flatMap { UUID(uuidString: $0) == nil ? nil : $0.lowercased() },
        quantity: 1, price: isTrial && index == 0 ? 0 : price, currency: currency,
        offerDiscount: isTrial && index == 0 ? OpenEnum(.freeTrial) : nil)
      if !isTrial { fact.billingPlan = billingPlan.map { OpenEnum($0) } }
      fact.webOrderLineItemId = "w\(fact.transactionId)"
      fact.expiresDate = at.adding(milliseconds: length)
      if random.chance(20) { takeSeats(&fact) }
      if random.chance(3) { fact.price = nil }
      try await send(index == 0 ? "SUBSCRIBED" : "DID_RENEW", nil, fact, ledger)
      if fact.seats != nil { try await changeSeats(of: &fact, ledger) }
      if random.chance(4) {
        var switched = fact
        switched.revocationDate = at.adding(milliseconds: Int64(random.below(20 * Int(day))))
        switched.signedDate = switched.revocationDate ?? at
        switched.revocationType = OpenEnum(raw: "UPGRADED_TO_BUNDLE")
        try await send("DID_CHANGE_RENEWAL_PREF", "UPGRADE", switched, ledger)
      }
      if random.chance(12) {
        fact.revocationDate = at.adding(milliseconds: Int64(random.below(20 * Int(day))))
        fact.signedDate = fact.revocationDate ?? at
        fact.revocationPercentage = random.chance(50) ? random.below(100_001) : nil
        try await send("REFUND", nil, fact, ledger)
        fact.revocationDate = nil
      }
      if random.chance(15) {
        fact.signedDate = at.adding(milliseconds: Int64(random.below(3 * Int(day))))
        try await send("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", fact, ledger)
        if price % 3 > 0 {
          // Within the day, or after it.
          fact.signedDate = fact.signedDate.adding(milliseconds: price % 3 * day / 2)
          try await send("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", fact, ledger)
        }
      }
      if random.chance(10) {
        fact.signedDate = at.adding(milliseconds: length)
        try await send("DID_FAIL_TO_RENEW", "GRACE_PERIOD", fact, ledger)
      }
      at = at.adding(milliseconds: length + Int64(random.below(1000)))
    }
  }

  mutating func send(
    _ type: String, _ subtype: String?, _ fact: TransactionFact, _ ledger: any Ledger
  ) async throws {
    let uuid = next()
    let ids = transactionIds(of: fact, isNew: type == "SUBSCRIBED" || type == "DID_RENEW")
    for id in ids {
      var copy = fact
      copy.transactionId = id
      try await send(type, subtype, copy, uuid + id.dropFirst(fact.transactionId.count), ledger)
    }
  }

  /// Sends a notification that names no customer: erasures leave the ledger no older than it was.
  mutating func sendTest(at moment: Timestamp, _ ledger: any Ledger) async throws {
    let uuid = next()
    let notification = Verified(
      AppStore.Notification(
        uuid: uuid, type: "TEST", environment: .production, signedDate: moment),
      text: text([("notificationUUID", uuid)]))
    _ = try await ledger.append(notification, at: moment)
  }

  private func send(
    _ type: String, _ subtype: String?, _ fact: TransactionFact, _ uuid: String,
    _ ledger: any Ledger
  ) async throws {
    let signed = Verified(
      Transaction(fact: fact), text: text([("transactionId", fact.transactionId), ("n", uuid)]))
    let notification = Verified(
      AppStore.Notification(
        uuid: uuid, type: type, subtype: subtype, environment: .production,
        signedDate: fact.signedDate, transaction: signed),
      text: text([("notificationUUID", uuid)]))
    _ = try await ledger.append(notification, at: fact.signedDate)
  }

  mutating func expose(
    _ unit: String, isUser: Bool, _ variant: String, _ at: Timestamp, _ ledger: any Ledger,
    to experiment: String = "price", arriving arrival: Timestamp? = nil
  ) async throws {
    var details = ExposureDetails()
    details.dimensions = VisitorDimensions(
      storefront: Self.storefronts[random.below(Self.storefronts.count)], platform: "iOS",
      appVersion: ["1.9", "1.10", nil][random.below(3)],
      isNew: random.chance(80) ? random.chance(50) : nil)
    var exposure = Self.exposure(next(), of: unit, isUser: isUser, to: variant, at)
    exposure.assignment.experiment = experiment
    exposure.contradicts = random.chance(2)
    exposure.isHeldOut = random.chance(3)
    exposure.details = details
    _ = try await ledger.record(
      [exposure], in: random.chance(4) ? .sandbox : .production, at: arrival ?? at)
  }

  func claim(
    _ customer: String, user: String? = nil, anonymous: String, by voucher: AliasVoucher = .client
  ) -> SightingClaim {
    SightingClaim(
      environment: .production, visitor: VisitorIdentity(userId: user, anonymousId: anonymous),
      customer: CustomerIdentity(appTransactionId: customer), route: .transaction,
      voucher: voucher)
  }

  static func token(_ number: Int) -> String {
    "c0ffee00-0000-4000-8000-" + String(1_000_000_000_00 + number)
  }

  mutating func next() -> String {
    serial += 1
    return String(400_000_000 + serial)
  }

  private func text(_ members: [(String, String)]) -> SignedText {
    let json = "{" + members.map { #""\#($0.0)":"\#($0.1)""# }.joined(separator: ",") + "}"
    let payload = Data(json.utf8).base64EncodedString().replacing("=", with: "")
      .replacing("+", with: "-").replacing("/", with: "_")
    return SignedText(header: "eyJhIjoxfQ", payload: payload, signature: "AAAA")
  }
}
