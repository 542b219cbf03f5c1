import AppStore
import LocalAppStore
import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// Two accounts of the same lives: this App Store's own, and the one that the server makes of the
/// signed notifications. They share no rule.
struct LifeTests {
  private static let chain = Result { try SigningChain() }

  @Test("What the server believes is what the App Store knows, in any order of delivery")
  func agree() async throws {
    let chain = try Self.chain.get()
    let verifier = try Verifier(
      AppIdentity(bundleId: "com.example.paywall", environments: [.sandbox]),
      roots: [chain.rootDER])
    for seed in 1...UInt64(rounds(25, all: 500)) {
      // Other tests wait for answers in real time.
      await Task.yield()
      var life = try Life(seed: seed)
      var random = SplitMix(state: seed &* 977)
      let payloads = Payloads(life.world)
      var delivered: [String: [(TransactionFact?, RenewalFact?)]] = [:]
      let end = life.world.now.adding(Period(months: 24))
      while life.world.now < end {
        try life.step()
        for sent in life.takeNotifications() {
          let text = try chain.sign(sent, payloads)
          let read = try verifier.notification(text, at: sent.signedDate).get().payload
          delivered[try #require(sent.customer).id, default: []].append(
            (read.transaction?.payload.fact, read.renewalInfo?.payload.fact))
        }
        for id in life.changedSilently {
          guard
            let (customer, transactions, renewal) = try life.world.signedNow(
              id, payloads, chain)
          else { continue }
          for text in transactions {
            let read = try verifier.transaction(text, at: life.world.now).get().payload
            delivered[customer, default: []].append((read.fact, nil))
          }
          let info = try renewal.map {
            try verifier.renewalInfo($0, at: life.world.now).get().payload
          }
          delivered[customer, default: []].append((nil, info?.fact))
        }
        let moment: Comment = "life \(seed) at \(life.world.now.rfc3339)"
        for id in Life.customers {
          var history = CustomerHistory(environment: .sandbox)
          for (transaction, renewal) in (delivered[id] ?? []).shuffled(using: &random) {
            if let transaction { history.add(transaction) }
            if let renewal { history.add(renewal) }
          }
          let subscriber = history.subscriber(at: life.world.now)
          let believed = subscriber.subscriptions.map(Account.init)
          let known = try life.world.subscriptions(of: id).map { Account($0, in: life.world) }
          #expect(believed == known, moment)
          let spent = subscriber.spend.values.reduce(0, +)
          #expect(try spent == life.world.spent(by: id), moment)
          #expect(try history.tokens == life.world.tokens(of: id), moment)
          if believed != known { return }
        }
      }
    }
  }

  @Test("The same seed tells the same life, byte for byte; another one does not")
  func deterministic() throws {
    func tell(_ seed: UInt64) throws -> [[UInt8]] {
      var life = try Life(seed: seed)
      for _ in 0..<40 { try life.step() }
      let payloads = Payloads(life.world)
      let told = life.takeNotifications().filter { $0.type != .unclaimSeats }
      return try told.flatMap { sent in
        let (bought, customer) = (try #require(sent.transaction), try #require(sent.customer))
        let transaction = payloads.transaction(bought, of: customer, signedDate: sent.signedDate)
        let renewal = sent.renewal.map {
          payloads.renewalInfo(
            $0, of: bought, customer: customer, signedDate: sent.signedDate)
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
    let others: Set = ["RENEWAL_EXTENSION", "TEST", "RESCIND_CONSENT", "UNCLAIM_SEATS"]
    #expect(reached.union(others) == Set(NotificationType.allCases.map(\.rawValue)))
  }
}

/// The state of one subscription, which both sides report.
struct Account: Equatable, CustomStringConvertible {
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
  var agreedToPriceIncrease: Bool?
  var hadIntroductory: Bool
  var isOwn: Bool

  init(_ subscription: Subscription) {
    id = subscription.originalTransactionId
    state = subscription.state.rawValue
    isEntitled = subscription.isEntitled
    product = subscription.current?.productId
    // For a period that seats were added to, either side may name another transaction.
    transaction = subscription.seats == nil ? subscription.current?.transactionId : nil
    end = subscription.current?.expiresDate
    autoRenews = subscription.autoRenews
    graceUntil = subscription.billingIssue?.graceUntil
    isTrial = subscription.inTrial
    renewsTo = subscription.renewal?.product
    renewalPrice = subscription.renewal?.price
    agreedToPriceIncrease = subscription.renewal?.agreedToPriceIncrease
    hadIntroductory = subscription.introductory != nil
    isOwn = subscription.isOwn
  }

  init(_ subscription: StoreSubscription, in world: World) {
    let current = subscription.current
    id = subscription.originalTransactionId
    product = current.productId
    transaction = current.seats == nil || !current.isOwn ? current.transactionId : nil
    end = current.expiresDate
    let renewal = world.renewal(of: subscription)
    // The months of a commitment renew, and the commitment does not.
    let ends = subscription.isRunning && current.commitment != nil && !subscription.autoRenews
    autoRenews = renewal.autoRenews && !ends
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
      renewsTo = renewal.autoRenewProductId
      renewalPrice =
        renewal.tiers.map { $0.reduce(0) { $0 + $1.price * Int64($1.quantity) } }
        ?? renewal.renewalPrice
      agreedToPriceIncrease = subscription.priceIncrease.flatMap { $0.isTold ? $0.isAccepted : nil }
    }
    hadIntroductory = subscription.transactions.contains { $0.offer?.kind == .introductory }
    isOwn = world.payerId(of: subscription) == nil
  }

  var description: String {
    "\(state) \(product ?? "-") \(transaction ?? "-") to \(end?.rfc3339 ?? "-"), "
      + "renews \(autoRenews.map(String.init) ?? "-") as \(renewsTo ?? "-") "
      + "for \(renewalPrice.map(String.init) ?? "-"), grace \(graceUntil?.rfc3339 ?? "-")"
  }
}

extension CustomerHistory {
  /// The account that each transaction names.
  fileprivate var tokens: [String: String] {
    Dictionary(
      transactions.compactMap { one in one.appAccountToken.map { (one.transactionId, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}

extension World {
  private func transactions(of id: String) throws -> [StoreTransaction] {
    try records(of: id).map(\.transaction)
  }

  /// The account that each transaction names.
  fileprivate func tokens(of id: String) throws -> [String: String] {
    Dictionary(
      try transactions(of: id).compactMap { one in
        one.appAccountToken.map { (one.transactionId, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The present answer of Apple's server about one purchase, by its original id: the transactions
  /// of its present period, each under every id, and its renewal info.
  fileprivate func signedNow(
    _ original: String, _ payloads: Payloads, _ chain: SigningChain
  ) throws -> (customer: String, transactions: [String], renewal: String?)? {
    for customer in customers {
      func sign(_ transaction: StoreTransaction) throws -> String {
        try chain.sign(payloads.transaction(transaction, of: customer, signedDate: now))
      }
      for one in try subscriptions(of: customer.id) where one.originalTransactionId == original {
        let info = payloads.renewalInfo(
          renewal(of: one), of: one.current, customer: customer, signedDate: now)
        let present = one.transactions[one.presentPeriod].flatMap(\.everyCopy)
        return (customer.id, try present.map(sign), try chain.sign(info))
      }
      for one in try purchases(of: customer.id)
      where one.transaction.transactionId == original {
        return (customer.id, try one.transaction.everyCopy.map(sign), nil)
      }
    }
    return nil
  }

  /// Milliunits of all purchases, each once, without refunds.
  func spent(by id: String) throws -> Int64 {
    let bought =
      try subscriptions(of: id).flatMap(\.transactions)
      + purchases(of: id).map(\.transaction)
    return bought.reduce(0) { $0 + $1.keptPrice }
  }
}

extension StoreTransaction {
  /// Milliunits without refunds: nothing else gives money back.
  fileprivate var keptPrice: Int64 {
    if let revocation, revocation.kind == .refund {
      return price * (100_000 - Int64(revocation.proratedPercentage ?? 100_000)) / 100_000
    }
    return price * Int64(quantity - (seats?.revoked ?? 0)) / Int64(quantity)
  }
}
