import PaywallCatalog
import Subscribers
import TestSupport
import Testing

/// Copies of one purchase under several transaction ids (`restored.json` of the reference).
struct CopyTests {
  /// A month of `monthly` for 9.99 with its billing event.
  private static let month = TransactionFact.bought("2000", of: "2000", until: 30).billed("w2")
  private static let lifetime = TransactionFact.bought(
    "2000", of: "2000", "lifetime", until: nil, type: .nonConsumable, group: nil, price: 49_990
  ).changed { $0.originalPurchaseDate = day(0) }

  @Test("A subscription that was restored is paid, renewed and redeemed once")
  func restored() {
    let restored = Self.month.copy("2001", signed: 3)
    let history = CustomerHistory.of(Self.month, restored)
    #expect(history.subscriber(at: day(5)).spend == ["EUR": 9990])
    #expect(history.pro(at: 5).paidDays == 30)
    #expect(history.names(at: 5) == ["pro"])
    #expect(history.entitlements(at: day(5), in: shop).map(\.transactionId) == ["2000"])
  }

  @Test("A refund of either id ends access and takes the money back once", arguments: [0, 1])
  func refunded(place: Int) {
    var texts = [Self.month, Self.month.copy("2001", signed: 3)]
    texts.append(texts[place].revoked(at: 10))
    let history = CustomerHistory(environment: .production, transactions: texts)
    let subscriber = history.subscriber(at: day(11), in: shop)
    #expect(subscriber.spend.isEmpty)
    #expect(subscriber.refunds == 1)
    #expect(subscriber.subscriptions.map(\.state) == [.revoked])
    #expect(history.names(at: 11).isEmpty)
  }

  @Test("Refund texts of both ids are one refund, and a reversal of either gives back all")
  func reversed() {
    let restored = Self.month.copy("2001", signed: 3)
    let refunds = [Self.month.revoked(at: 10), restored.revoked(at: 10)]
    let refunded = CustomerHistory(environment: .production, transactions: refunds)
    #expect(refunded.subscriber(at: day(11)).refunds == 1)
    for original in [Self.month, restored] {
      var history = refunded
      history.add(original.changed { $0.signedDate = day(12) })
      let subscriber = history.subscriber(at: day(13), in: shop)
      #expect(subscriber.refunds == 0)
      #expect(subscriber.spend == ["EUR": 9990])
      #expect(history.names(at: 13) == ["pro"])
    }
  }

  @Test("A trial and a promotional offer that were restored are one redemption each")
  func redemptions() {
    let trial = TransactionFact.trial("1").billed("w1")
    let promotion = TransactionFact.bought(
      "2", from: 7, until: 37, price: 4990, offer: .promotional("save"), discount: .payAsYouGo
    ).billed("w2")
    let renewal = TransactionFact.bought(
      "3", from: 37, until: 67, reason: .renewal, price: 4990, offer: .promotional("save"),
      discount: .payAsYouGo
    ).billed("w3")
    let history = CustomerHistory.of(
      trial, promotion, renewal, trial.copy("8", signed: 9), promotion.copy("9", signed: 9),
      renewal.copy("10", signed: 40))
    #expect(history.redemptions == ["save": [day(7)]])
    #expect(history.offerRuns.map(\.transactionId) == ["1", "2"])
    #expect(history.subscriber(at: day(50)).spend == ["EUR": 9980])
    #expect(history.pro(at: 50).everIntroductory)
  }

  @Test("A copy redeems no second grant, whichever arrives first", arguments: [false, true])
  func grants(isReversed: Bool) {
    let bought = TransactionFact.bought(
      "2000", of: "2000", price: 4990, offer: .promotional("save"), discount: .payAsYouGo
    ).billed("w1")
    var history = CustomerHistory(environment: .production)
    history.grants = (1...2).map { number in
      Grant(
        id: Int64(number), environment: .production, offer: "save", offerId: "save",
        product: "monthly", kind: .promotional, grantedAt: day(-1), release: "r1")
    }
    let copies = [bought, bought.copy("2001", signed: 3)]
    for copy in isReversed ? copies.reversed() : copies {
      history.add(copy)
      for settlement in history.settlements(receivedAt: day(4)) {
        history.grants = history.grants.map { grant in
          grant.id == settlement.grant.id ? settlement.grant : grant
        }
      }
    }
    #expect(history.grants.compactMap(\.redemption?.transactionId) == ["2000"])
  }

  @Test("A lifetime purchase that was restored is bought once, when it was first bought")
  func lifetimes() {
    let restored = Self.lifetime.copy("2001", signed: 400).changed { $0.purchaseDate = day(400) }
    for texts in [[Self.lifetime, restored], [restored, Self.lifetime]] {
      let history = CustomerHistory(environment: .production, transactions: texts)
      #expect(history.subscriber(at: day(401), in: shop).spend == ["EUR": 49_990])
      #expect(history.names(at: 401) == ["pro"])
      #expect(Purchases(texts).facts.map(\.boughtAt) == [day(0)])
    }
    // Only the restore is known: it was bought before nevertheless.
    #expect(restored.boughtAt == day(0))
  }

  @Test("The purchase of a subscription is its own, however long ago its first one was")
  func boughtAgain() {
    let again = Self.month.changed { $0.originalPurchaseDate = day(-700) }
    #expect(again.boughtAt == day(0))
    let restored = again.copy("2001", signed: 5).changed { $0.purchaseDate = day(5) }
    #expect(Purchases([restored, again]).facts.map(\.boughtAt) == [day(0)])
  }

  @Test("A lifetime bought again after a refund is a purchase of its own")
  func afterRefund() {
    let refunded = Self.lifetime.revoked(at: 10)
    let again = Self.lifetime.copy("2005", signed: 20).changed { $0.purchaseDate = day(20) }
    let history = CustomerHistory.of(refunded, again)
    let subscriber = history.subscriber(at: day(21), in: shop)
    #expect(subscriber.spend == ["EUR": 49_990])
    #expect(subscriber.refunds == 1)
    #expect(history.names(at: 21) == ["pro"])
    // A restore of what was refunded names the refund; it is no purchase.
    let restored = refunded.copy("2001", signed: 30).changed { $0.purchaseDate = day(30) }
    let both = CustomerHistory.of(refunded, restored, again)
    #expect(both.subscriber(at: day(31), in: shop).spend == ["EUR": 49_990])
    #expect(both.subscriber(at: day(31), in: shop).refunds == 1)
  }

  @Test("A member's copy never touches the payer", arguments: [Ownership.assigned, .familyShared])
  func members(ownership: Ownership) {
    let member = Self.month.copy("2001", signed: 3).changed { $0.ownership = OpenEnum(ownership) }
    let loss = member.revoked(at: 10).changed { $0.revocationType = OpenEnum(.familyRevoke) }
    let subscriber = CustomerHistory.of(Self.month, loss).subscriber(at: day(11), in: shop)
    #expect(subscriber.spend == ["EUR": 9990])
    #expect(subscriber.refunds == 0)
    #expect(CustomerHistory.of(Self.month, loss).names(at: 11) == ["pro"])
    let alone = CustomerHistory.of(member, member.copy("2002", signed: 4))
    #expect(alone.subscriber(at: day(5), in: shop).spend.isEmpty)
    #expect(alone.names(at: 5) == ["pro"])
  }

  @Test("What is never a copy stays apart, and is no contradiction", arguments: Self.apart)
  func never(name: String, other: TransactionFact, of first: TransactionFact) {
    let purchases = Purchases([first, other])
    #expect(purchases.facts.count == 2, "\(name)")
    #expect(purchases.contradictions.isEmpty, "\(name)")
  }

  private static let apart: [(String, TransactionFact, TransactionFact)] = {
    let coins = TransactionFact.bought(
      "1", "coins", until: nil, type: .consumable, group: nil
    ).changed { $0.originalPurchaseDate = day(0) }
    let season = coins.changed {
      ($0.productId, $0.type) = ("season", OpenEnum(.nonRenewing))
      $0.expiresDate = day(30)
      $0.webOrderLineItemId = "w1"
    }
    func month(_ change: (inout TransactionFact) -> Void) -> TransactionFact {
      Self.month.copy("2001", signed: 3).changed(change)
    }
    let named = Self.month.changed { $0.appTransactionId = "7" }
    return [
      ("a consumable", coins.copy("2", signed: 1), coins),
      ("a non-renewing purchase", season.copy("2", signed: 1), season),
      (
        "added seats with their tiers",
        month {
          $0.additionalReason = OpenEnum(.seatAddition)
          $0.seats = Seats(averagePrice: 9990)
        }, Self.month
      ),
      (
        "added seats", month { $0.additionalReason = OpenEnum(.seatAddition) }, Self.month
      ),
      ("another billing event", month { $0.webOrderLineItemId = "w3" }, Self.month),
      ("another product", month { $0.productId = "basic" }, Self.month),
      ("another purchase chain", month { $0.originalTransactionId = "9" }, Self.month),
      (
        "another customer", named.copy("2001", signed: 3).changed { $0.appTransactionId = "8" },
        named
      ),
      ("no billing event", month { $0.webOrderLineItemId = nil }, Self.month.billed(nil)),
      ("the billing event 0", month { $0.webOrderLineItemId = "0" }, Self.month.billed("0")),
      ("an empty billing event", month { $0.webOrderLineItemId = "" }, Self.month.billed("")),
      (
        "another lifetime",
        Self.lifetime.copy("9", signed: 1).changed { $0.originalTransactionId = "9" }, Self.lifetime
      ),
    ]
  }()

  @Test("A copy with the date of an extension is of the same period", arguments: [false, true])
  func extended(isReversed: Bool) {
    let extended = Self.month.copy("2001", signed: 12).changed { $0.expiresDate = day(45) }
    let texts = isReversed ? [extended, Self.month] : [Self.month, extended]
    let purchases = Purchases(texts)
    #expect(purchases.facts.map(\.expiresDate) == [day(45)])
    #expect(purchases.contradictions.isEmpty)
    let history = CustomerHistory(environment: .production, transactions: texts)
    #expect(history.subscriber(at: day(40)).spend == ["EUR": 9990])
    #expect(history.names(at: 40) == ["pro"])
  }

  @Test("Copies that contradict each other stay apart and are named", arguments: Self.contrary)
  func contradictions(
    field: CopyContradiction.Field, other: TransactionFact, of first: TransactionFact
  ) {
    for texts in [[first, other], [other, first]] {
      let purchases = Purchases(texts)
      #expect(purchases.facts.count == 2)
      let found = purchases.contradictions
      #expect(found.map(\.fields) == [[field]])
      #expect(found.map(\.transactionIds) == [["2000", "2001"]])
      #expect(found.map(\.originalTransactionId) == ["2000"])
    }
  }

  private static let contrary: [(CopyContradiction.Field, TransactionFact, TransactionFact)] = [
    (.price, month.copy("2001", signed: 3).changed { $0.price = 4990 }, month),
    (.currency, month.copy("2001", signed: 3).changed { $0.currency = "USD" }, month),
    (
      .quantity, month.copy("2001", signed: 3).changed { $0.quantity = 2 },
      month.changed { $0.quantity = 1 }
    ),
    (.expiresDate, month.copy("2001", signed: 3).changed { $0.expiresDate = day(29) }, month),
    (
      .originalPurchaseDate,
      lifetime.copy("2001", signed: 3).changed { $0.originalPurchaseDate = day(2) }, lifetime
    ),
  ]

  @Test("Of three, the two that agree are one purchase")
  func partly() {
    let other = Self.month.copy("2002", signed: 4).changed { $0.price = 4990 }
    let purchases = Purchases([Self.month.copy("2001", signed: 3), other, Self.month])
    #expect(purchases.facts.map(\.price) == [9990, 4990])
    #expect(purchases.contradictions.map(\.transactionIds) == [["2000", "2001", "2002"]])
  }

  @Test("What the newest copy leaves out is taken from another")
  func completed() {
    let bare = Self.month.copy("2001", signed: 3).changed {
      ($0.price, $0.currency, $0.appAccountToken) = (nil, nil, nil)
    }
    let purchases = Purchases([Self.month.changed { $0.appAccountToken = "ann" }, bare])
    #expect(purchases.facts.map(\.price) == [9990])
    #expect(purchases.facts.map(\.appAccountToken) == ["ann"])
    #expect(purchases.id(ofTransaction: "2001") == "2000")
    #expect(purchases.id(ofTransaction: "77") == "77")
  }
}

extension TransactionFact {
  func billed(_ event: String?) -> TransactionFact { changed { $0.webOrderLineItemId = event } }

  /// The same purchase under another id, as Apple signs it at a restore.
  func copy(_ id: String, signed: Double) -> TransactionFact {
    changed { ($0.transactionId, $0.signedDate) = (id, day(signed)) }
  }

  func revoked(at moment: Double) -> TransactionFact {
    changed {
      ($0.revocationDate, $0.revocationType) = (day(moment), OpenEnum(.refundFull))
      ($0.revocationReason, $0.signedDate) = (0, day(moment))
    }
  }

  func changed(_ change: (inout TransactionFact) -> Void) -> TransactionFact {
    var changed = self
    change(&changed)
    return changed
  }
}
