import LocalAppStore
import PaywallCatalog
import Testing

/// Purchases by the seat, by Apple's pages on multiseat subscriptions (AppleFacts.md § 6.4).
struct SeatTests {
  private var world: World

  init() throws {
    world = try Shop.world()
    try world.addCustomer("bob")
    try world.addCustomer("eva")
    try world.sellBySeat("max_monthly", SeatTerms(discounts: [.init(from: 5, price: 17_990)]))
  }

  @discardableResult
  private mutating func buy(_ seats: Int) throws -> StoreTransaction {
    try #require(try world.buy("max_monthly", by: "ada", .init(seats: seats)))
  }

  private func renewalText() throws -> String {
    let (current, renewal) = try world.state()
    return try world.text(renewal, beside: current)
  }

  @Test("The money is the sum of the tiers; the signed price is the average of a seat")
  mutating func bought() throws {
    let bought = try buy(7)
    #expect(bought.price == 4 * 19_990 + 3 * 17_990)
    let text = try world.text(bought)
    // 133,930 for 7 seats.
    #expect(text.contains(#""price":19132,"#))
    #expect(text.contains(#""quantity":7,"#))
    #expect(
      text.contains(
        """
        "multiSeatInfo":{"invitationManagement":"APPLE","priceTiers":[\
        {"price":19990,"quantity":4},{"price":17990,"quantity":3}]}
        """))
    #expect(!text.contains("additionalTransactionReason"))
    let renewal = try renewalText()
    #expect(renewal.contains(#""renewalPrice":19132,"#))
    #expect(
      renewal.contains(
        """
        "renewalQuantity":7,"multiSeatInfo":{"renewalPriceTiers":[\
        {"price":19990,"quantity":4},{"price":17990,"quantity":3}]}
        """))
  }

  @Test("Added seats are a transaction beside the first one, for the rest of the same period")
  mutating func added() throws {
    let first = try buy(4)
    // Half of the 31 days of the period.
    world.advance(to: moment("2026-01-20T22:00:00Z"))
    let added = try buy(6)
    #expect(added.expiresDate == first.expiresDate)
    #expect(added.originalTransactionId == first.transactionId)
    #expect(added.quantity == 2)
    // Two seats of the cheaper tier, half of 17.99 each.
    #expect(added.price == 2 * 8_990)
    let both = try world.subscription().transactions
    #expect(both.allSatisfy { $0.seats?.sharesPeriod == true && !$0.isUpgraded })
    #expect(try both.allSatisfy { try world.text($0).contains("SEAT_ADDITION") })
    #expect(try world.subscription().seats == 6)
    #expect(
      world.told() == ["SUBSCRIBED/INITIAL_BUY 1", "DID_CHANGE_RENEWAL_PREF/INCREASE_QUANTITY 1"])
    world.advance(by: period("P1M"))
    let renewed = try world.state().current
    #expect(renewed.quantity == 6 && renewed.price == 4 * 19_990 + 2 * 17_990)
    #expect(renewed.seats?.sharesPeriod == false)
    #expect(world.told() == ["DID_RENEW 1"])
  }

  @Test("Fewer seats renew from the next renewal on, which is taken back until then")
  mutating func fewer() throws {
    try buy(6)
    #expect(throws: StoreRefusal.seatReductionNotAllowed(held: 6)) {
      try world.buy("max_monthly", by: "ada", .init(seats: 5))
    }
    try world.setRenewalSeats(2, of: "max_monthly", by: "ada")
    try world.setRenewalSeats(3, of: "max_monthly", by: "ada")
    #expect(try renewalText().contains(#""renewalQuantity":3,"#))
    #expect(
      world.told() == [
        "SUBSCRIBED/INITIAL_BUY 1", "DID_CHANGE_RENEWAL_PREF/DECREASE_QUANTITY 1",
        "DID_CHANGE_RENEWAL_PREF/INCREASE_QUANTITY 1",
      ])
    #expect(try world.subscription().seats == 6)
    world.advance(by: period("P1M"))
    #expect(try world.state().current.price == 3 * 19_990)
  }

  @Test("Refunded seats leave access while one is left, of any transaction of the period")
  mutating func refunded() throws {
    let first = try buy(4).transactionId
    let added = try buy(6).transactionId
    _ = world.told()
    try world.refundSeats(3, of: first)
    var text = try world.text(world.subscription().transactions[0])
    #expect(text.contains(#""revokedSeatQuantity":3"#) && !text.contains("revocationDate"))
    #expect(try world.subscription().seats == 3)
    try world.refundSeats(1, of: first)
    text = try world.text(world.subscription().transactions[0])
    #expect(text.contains(#""revokedSeatQuantity":4"#) && text.contains("REFUND_FULL"))
    #expect(try world.subscription().isEntitled)
    #expect(try world.state().renewal.tiers?.map(\.quantity) == [2])
    try world.refund(added)
    #expect(try !world.subscription().isEntitled)
    #expect(world.told() == ["REFUND/SEATS 1", "REFUND/SEATS 1", "REFUND 5"])
    try world.reverseRefund(of: first)
    #expect(try world.subscription().seats == 4)
    #expect(try world.subscription().isEntitled)
  }

  @Test("What Apple would not do by the seat is refused")
  mutating func refused() throws {
    #expect(throws: StoreRefusal.notASubscription("coins")) {
      try world.buy("coins", by: "ada", .init(seats: 2))
    }
    #expect(throws: StoreRefusal.invalidSeats(0)) { try buy(0) }
    #expect(throws: StoreRefusal.invalidSeatTiers) {
      try world.sellBySeat(
        "max_monthly", .init(discounts: [.init(from: 5, price: 1), .init(from: 5, price: 1)]))
    }
    let bought = try buy(2).transactionId
    #expect(throws: StoreRefusal.invalidSeats(3)) { try world.refundSeats(3, of: bought) }
    try world.refundSeats(1, of: bought)
    #expect(throws: StoreRefusal.seatsRefunded(bought)) {
      try world.refund(bought, isProrated: true)
    }
  }

  @Test("Added seats have the offer of the period, and are free in a free trial")
  mutating func trial() throws {
    try world.buy("pro_monthly", by: "ada", .init(seats: 2))
    let added = try #require(try world.buy("pro_monthly", by: "ada", .init(seats: 5)))
    #expect(added.offer?.kind == .introductory && added.price == 0)
    world.advance(by: period("P1W"))
    #expect(try world.state().current.price == 5 * 9_990)
    #expect(try world.state().current.offer == nil)
  }

  @Test(
    "The holder of a seat has a transaction that repeats the price, and lasts as long as the seat")
  mutating func holders() throws {
    let bought = try buy(3)
    try world.assignSeat(of: "max_monthly", by: "ada", to: "bob")
    try world.assignSeat(of: "max_monthly", by: "ada", to: "eva")
    let held = try #require(try world.subscriptions(of: "bob").first)
    let text = try world.text(held.current, of: "bob")
    #expect(text.contains(#""inAppOwnershipType":"ASSIGNED""#))
    #expect(text.contains(#""price":19990,"#) && text.contains(#""quantity":3,"#))
    #expect(text.contains("priceTiers") && !text.contains("revokedSeatQuantity"))
    #expect(world.told("bob") == ["SUBSCRIBED/INITIAL_BUY 1"])
    // The last one to get a seat loses it.
    try world.refundSeats(1, of: bought.transactionId)
    let lost = try #require(try world.subscriptions(of: "eva").first)
    #expect(try world.text(lost.current, of: "eva").contains("ASSIGNMENT_REVOKE"))
    #expect(world.told().last == "REVOKE 5")
    #expect(try world.subscriptions(of: "bob").first?.isEntitled == true)
    #expect(throws: StoreRefusal.noSeatLeft) {
      try world.assignSeat(of: "max_monthly", by: "ada", to: "eva")
    }
    try world.unassignSeat(of: "max_monthly", by: "ada", from: "bob")
    #expect(try world.subscriptions(of: "bob").first?.isEntitled == false)
    #expect(try world.subscription().isEntitled)
  }

  @Test(
    "The app's server that invites is told which seats are taken back, and nobody has a transaction"
  )
  mutating func claims() throws {
    try world.sellBySeat("max_monthly", .init(invitations: .developer))
    let bought = try buy(3)
    try world.assignSeat(of: "max_monthly", by: "ada", to: "bob")
    try world.assignSeat(of: "max_monthly", by: "ada", to: "eva")
    #expect(try world.subscriptions(of: "bob").isEmpty)
    let claims = try world.subscription().holders.compactMap(\.claimId)
    #expect(claims.count == 2)
    // A renewal with fewer seats unclaims none.
    try world.setRenewalSeats(2, of: "max_monthly", by: "ada")
    world.advance(by: period("P1M"))
    #expect(try world.subscription().holders.count == 2)
    _ = world.takeNotifications()
    try world.refundSeats(1, of: try world.state().current.transactionId)
    let sent = world.takeNotifications()
    #expect(sent.map(\.type.rawValue) == ["REFUND", "UNCLAIM_SEATS"])
    let payload = Payloads(world).notification(
      try #require(sent.last), signedTransaction: nil, signedRenewal: nil)
    #expect(
      String(decoding: payload, as: UTF8.self).contains(
        """
        "unclaimInfo":{"bundleId":"com.example.paywall","environment":"Sandbox",\
        "originalTransactionId":"\(bought.transactionId)","unclaimSeatIds":["\(claims[0])","\(claims[1])"]}
        """))
  }

  @Test("A claim by the app's server is made once a request, and never beyond the seats")
  mutating func claimed() throws {
    try world.sellBySeat("max_monthly", .init(invitations: .developer))
    let id = try buy(3).transactionId
    let bob = world.customers[1].appTransactionId
    let first = try world.claimSeat(of: id, request: "1", appTransactionId: nil)
    #expect(try world.claimSeat(of: id, request: "1", appTransactionId: nil) == first)
    try world.associateSeat(first, of: id, with: bob)
    #expect(try world.holderIds(of: world.subscription()) == ["bob"])
    let second = try world.claimSeat(of: id, request: "2", appTransactionId: nil)
    #expect(throws: StoreRefusal.noSeatLeft) {
      try world.claimSeat(of: id, request: "3", appTransactionId: nil)
    }
    var counts = try world.seatCounts(of: id)
    #expect(counts.total == 3 && counts.available == 0 && counts.claims == [first, second])
    // A renewal with fewer seats leaves more claims than seats.
    try world.setRenewalSeats(2, of: "max_monthly", by: "ada")
    world.advance(by: period("P1M"))
    counts = try world.seatCounts(of: id)
    #expect(counts.total == 2 && counts.available == 0 && counts.claims == [first, second])
    _ = world.takeNotifications()
    for claim in [first, second] { try world.unclaimSeat(claim, of: id) }
    #expect(world.takeNotifications().isEmpty)
    #expect(throws: StoreRefusal.unknownClaim(first)) { try world.unclaimSeat(first, of: id) }
    #expect(throws: StoreRefusal.unknownAppTransaction("7")) {
      try world.claimSeat(of: id, request: "4", appTransactionId: "7")
    }
    #expect(try world.seatCounts(of: id).available == 1)
  }

  @Test("Seats that Apple manages, of nobody or of a bundle, are not the server's to claim")
  mutating func unmanaged() throws {
    let apple = try buy(2).transactionId
    let alone = try #require(try world.buy("pro_monthly", by: "bob")).transactionId
    let bundle = try world.joinBundle("suite", with: "max_monthly", for: 9_990, by: "eva")
      .transactionId
    for (id, refusal) in [
      (apple, StoreRefusal.notDeveloperManaged(apple)), (alone, .notDeveloperManaged(alone)),
      (bundle, .inBundle("max_monthly")), ("7", .unknownTransaction("7")),
    ] {
      #expect(throws: refusal) {
        try world.claimSeat(of: id, request: "1", appTransactionId: nil)
      }
    }
  }
}
