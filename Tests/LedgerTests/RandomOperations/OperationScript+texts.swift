import AppStore
import Ledger
import PaywallCatalog
import Subscribers
import TestSupport

// Texts of Apple, and what follows from them.
extension OperationScript {
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

  mutating func notification() -> Verified<AppStore.Notification> {
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

  mutating func refund() -> LedgerOperation {
    if one(in: 3), !requests.isEmpty { return .settle(pick(requests)) }
    let consents = !one(in: 4)
    return .report(
      ConsumptionReport(
        transactionId: one(in: 2) ? pick(Self.facts).transactionId : nil,
        customerConsented: consents, deliveryStatus: consents ? .delivered : nil,
        sampleContentProvided: consents ? one(in: 2) : nil,
        reportedAt: Sample.day(40 + Double(step) / 24)), name())
  }

  mutating func evidence() -> Evidence? {
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
}
