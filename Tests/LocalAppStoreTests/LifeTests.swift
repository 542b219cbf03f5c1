import AppStore
import LocalAppStore
import PaywallCatalog
import PaywallSubscribers
import TestSupport
import Testing

/// Two accounts of the same lives: this App Store's own, and what the server makes of the signed
/// notifications. They share no rule.
struct LifeTests {
  private static let chain = Result { try SigningChain() }

  @Test("What the server believes is what the App Store knows, in any order of delivery")
  func agree() throws {
    let chain = try Self.chain.get()
    let verifier = try Verifier(
      AppIdentity(bundleId: "com.example.paywall", environments: [.sandbox]),
      roots: [chain.rootDER])
    for seed in 1...UInt64(rounds(25, all: 500)) {
      var life = try Life(seed: seed)
      var random = SplitMix(state: seed &* 977)
      let payloads = Payloads(life.world)
      var delivered: [(TransactionFact?, RenewalFact?)] = []
      let end = life.world.now.adding(Period(months: 24))
      while life.world.now < end {
        try life.step()
        for sent in life.takeNotifications() {
          let text = try chain.sign(sent, payloads)
          let read = try verifier.notification(text, at: sent.signedDate).get().payload
          delivered.append(
            (read.transaction?.payload.fact, read.renewalInfo?.payload.fact))
        }
        var history = CustomerHistory(environment: .sandbox)
        for (transaction, renewal) in delivered.shuffled(using: &random) {
          if let transaction { history.add(transaction) }
          if let renewal { history.add(renewal) }
        }
        let subscriber = history.subscriber(at: life.world.now)
        let believed = subscriber.subscriptions.map(Account.init)
        let known = life.world.subscriptions.map { Account($0, in: life.world) }
        #expect(believed == known, "life \(seed) at \(life.world.now.rfc3339)")
        let spent = subscriber.spend.values.reduce(0, +)
        #expect(spent == life.world.spent, "life \(seed) at \(life.world.now.rfc3339)")
        if believed != known { return }
      }
    }
  }

  @Test("The same seed tells the same life, byte for byte; another one does not")
  func deterministic() throws {
    func tell(_ seed: UInt64) throws -> [[UInt8]] {
      var life = try Life(seed: seed)
      for _ in 0..<40 { try life.step() }
      let payloads = Payloads(life.world)
      return life.takeNotifications().flatMap { sent in
        let transaction = payloads.transaction(
          sent.transaction, of: sent.customer, appAccountToken: sent.appAccountToken,
          signedDate: sent.signedDate)
        let renewal = sent.renewal.map {
          payloads.renewalInfo(
            $0, of: sent.transaction, customer: sent.customer,
            appAccountToken: sent.appAccountToken, signedDate: sent.signedDate)
        }
        return [
          transaction, renewal ?? [],
          payloads.notification(sent, signedTransaction: "", signedRenewal: nil),
        ]
      }
    }
    let first = try tell(7)
    #expect(first.count > 30)
    #expect(try tell(7) == first)
    #expect(try tell(8) != first)
  }

  @Test("The lives reach every type of notification that they can cause")
  func coverage() throws {
    var reached: Set<String> = []
    for seed in 1...25 as ClosedRange<UInt64> {
      var life = try Life(seed: seed)
      for _ in 0..<60 { try life.step() }
      for sent in life.takeNotifications() { reached.insert(sent.type.rawValue) }
    }
    let others: Set = ["CONSUMPTION_REQUEST", "REFUND_DECLINED"]
    #expect(reached.union(others) == Set(NotificationType.allCases.map(\.rawValue)))
  }
}

/// What both sides say of one subscription.
private struct Account: Equatable, CustomStringConvertible {
  var id: String
  var state: String
  var isEntitled: Bool
  var product: String?
  var transaction: String?
  var end: Timestamp?
  var autoRenews: Bool?
  var graceUntil: Timestamp?
  var isTrial: Bool
  var renewsTo: String?
  var renewalPrice: Int64?
  var hadIntroductory: Bool

  init(_ subscription: Subscription) {
    id = subscription.originalTransactionId
    state = subscription.state.rawValue
    isEntitled = subscription.isEntitled
    product = subscription.current?.productId
    transaction = subscription.current?.transactionId
    end = subscription.current?.expiresDate
    autoRenews = subscription.autoRenews
    graceUntil = subscription.billingIssue?.graceUntil
    isTrial = subscription.inTrial
    renewsTo = subscription.renewal?.product
    renewalPrice = subscription.renewal?.price
    hadIntroductory = subscription.introductory != nil
  }

  init(_ subscription: StoreSubscription, in world: World) {
    let current = subscription.current
    id = subscription.originalTransactionId
    product = current.productId
    transaction = current.transactionId
    end = current.expiresDate
    autoRenews = subscription.autoRenews
    isEntitled = subscription.isEntitled
    isTrial = false
    switch subscription.phase {
    case .active:
      state = "subscribed"
      isTrial = current.offer?.kind == .introductory && current.offer?.payment == .freeTrial
    case .gracePeriod(let until):
      state = "inGracePeriod"
      graceUntil = until
    case .billingRetry: state = "inBillingRetryPeriod"
    case .expired: state = "expired"
    case .revoked: state = "revoked"
    }
    if subscription.isEntitled || state == "inBillingRetryPeriod" {
      renewsTo = subscription.nextProductId
      renewalPrice = world.renewal(of: subscription).renewalPrice
    }
    hadIntroductory = subscription.transactions.contains { $0.offer?.kind == .introductory }
  }

  var description: String {
    "\(state) \(product ?? "-") \(transaction ?? "-") to \(end?.rfc3339 ?? "-"), "
      + "renews \(autoRenews.map(String.init) ?? "-") as \(renewsTo ?? "-") "
      + "for \(renewalPrice.map(String.init) ?? "-"), grace \(graceUntil?.rfc3339 ?? "-")"
  }
}

extension World {
  /// Milliunits of all purchases, without what was given back.
  fileprivate var spent: Int64 {
    let all = subscriptions.flatMap(\.transactions) + purchases.map(\.transaction)
    return all.reduce(0) { sum, transaction in
      guard let revocation = transaction.revocation else { return sum + transaction.price }
      let kept = 100_000 - Int64(revocation.proratedPercentage ?? 100_000)
      return sum + transaction.price * kept / 100_000
    }
  }
}
