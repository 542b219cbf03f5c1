import LocalAppStore
import PaywallCatalog
import Testing

/// A request for a refund that the app's server answers.
struct ConsumptionTests {
  private func asked(
    _ product: String, _ answer: ConsumptionAnswer?, after wait: String = "PT1H"
  ) throws -> (World, String) {
    var world = try Shop.world()
    let id = try #require(try world.buy(product, by: "ada")).transactionId
    world.advance(by: period("P73D"))
    try world.requestRefund(of: id, because: .other)
    world.advance(by: period(wait))
    if let answer { try world.answer(answer, about: id) }
    _ = world.takeNotifications()
    return (world, id)
  }

  @Test(
    "Twelve hours after the request the answer decides",
    arguments: [
      ("coins", ConsumptionAnswer(isDelivered: true, preference: .decline), nil),
      ("coins", ConsumptionAnswer(isDelivered: true, preference: .grantFull), 100_000),
      (
        "coins",
        ConsumptionAnswer(
          isDelivered: true, consumedPercentage: 30_000, preference: .grantProrated),
        70_000
      ),
      ("coins", ConsumptionAnswer(isDelivered: true, consumedPercentage: 100_000), nil),
      ("coins", ConsumptionAnswer(isDelivered: true, consumedPercentage: 99_999), 100_000),
      ("coins", ConsumptionAnswer(isDelivered: false), 100_000),
      ("coins", ConsumptionAnswer(isDelivered: true), 100_000),
      ("pro_yearly", ConsumptionAnswer(isDelivered: true, preference: .decline), nil),
      // 73 of 365 days and 12 hours are over: 79.863 % are left.
      ("pro_yearly", ConsumptionAnswer(isDelivered: true, preference: .grantProrated), 79_863),
    ] as [(String, ConsumptionAnswer, Int?)])
  func decided(product: String, answer: ConsumptionAnswer, share: Int?) throws {
    var (world, id) = try asked(product, answer)
    world.advance(by: period("PT10H59M59S"))
    #expect(world.told().isEmpty)
    world.advance(by: period("PT1S"))
    let told = world.told()
    let revocation = world.record(of: id)?.transaction.revocation
    guard let share else {
      #expect(told.first?.hasPrefix("REFUND_DECLINED") == true)
      #expect(revocation == nil)
      return
    }
    #expect(told.first?.hasPrefix("REFUND ") == true || told.first == "REFUND")
    #expect(revocation?.proratedPercentage ?? 100_000 == share)
    #expect(revocation?.date == moment("2026-03-19T22:00:00Z"))
  }

  @Test("The last answer in time counts")
  func last() throws {
    var (world, id) = try asked("coins", ConsumptionAnswer(isDelivered: true, preference: .decline))
    try world.answer(ConsumptionAnswer(isDelivered: true, preference: .grantFull), about: id)
    world.advance(by: period("PT12H"))
    #expect(world.told() == ["REFUND"])
  }

  @Test("Without an answer, or with a late one, the request stays open for Apple to decide")
  func open() throws {
    for wait in ["PT1H", "PT12H"] {
      let late = ConsumptionAnswer(isDelivered: true, preference: .grantFull)
      var (world, id) = try asked("coins", wait == "PT12H" ? late : nil, after: wait)
      world.advance(by: period("P30D"))
      #expect(world.told().isEmpty)
      #expect(world.refundRequests[id] != nil)
      try world.declineRefund(of: id)
      #expect(world.told() == ["REFUND_DECLINED"])
    }
  }

  @Test("What was decided by hand is not decided again; a new request has twelve hours of its own")
  func byHand() throws {
    let answer = ConsumptionAnswer(isDelivered: true, preference: .grantFull)
    var (world, id) = try asked("coins", answer)
    try world.declineRefund(of: id)
    try world.requestRefund(of: id, because: .legal)
    try world.answer(answer, about: id)
    _ = world.told()
    // The first request would be decided now.
    world.advance(by: period("PT11H"))
    #expect(world.told().isEmpty)
    world.advance(by: period("PT1H"))
    #expect(world.told() == ["REFUND"])
    #expect(world.refundRequests.isEmpty)
  }

  @Test("An answer that was not asked for changes nothing")
  func notAsked() throws {
    var world = try Shop.world()
    let id = try #require(try world.buy("coins", by: "ada")).transactionId
    try world.answer(ConsumptionAnswer(isDelivered: false), about: id)
    world.advance(by: period("P1D"))
    #expect(world.told() == ["ONE_TIME_CHARGE"])
    #expect(throws: StoreRefusal.unknownTransaction("1")) {
      try world.answer(ConsumptionAnswer(isDelivered: false), about: "1")
    }
  }
}
