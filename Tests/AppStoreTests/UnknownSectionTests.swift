import AppStore
import AppStoreFixtures
import PaywallCatalog
import Testing

/// Notifications with sections that Apple has added since, such as `unclaimInfo` (`UNCLAIM_SEATS`,
/// App Store Server Notifications 2.23).
@Suite struct UnknownSectionTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  private let ours: [String: JSON] = [
    "environment": "Production", "bundleId": .text(TestStore.bundleId),
    "appAppleId": .integer(TestStore.appAppleId),
  ]

  private func verdict(_ sections: [String: JSON]) throws -> Verdict<Notification> {
    let members: [String: JSON] = [
      "notificationType": "UNCLAIM_SEATS", "notificationUUID": "u", "version": "2.0",
      "signedDate": .integer(TestStore.moment.milliseconds),
    ]
    let text = try store.jws(of: members.merging(sections) { $1 })
    return store.verifier.notification(text, at: TestStore.clock)
  }

  @Test("a section that names our app makes the notification ours")
  func named() throws {
    for name in ["somethingNew", "later"] {
      let section = ours.merging(["unclaimSeatIds": ["a", "b"]]) { $1 }
      let payload = try verdict([name: .object(section)]).get().payload
      #expect(payload.type == "UNCLAIM_SEATS" && payload.environment == .production)
      #expect(payload.unknownSections == [name])
      #expect(payload.transaction == nil && payload.renewalInfo == nil)
    }
  }

  @Test("the seats that the App Store took back are read, and unreadable ones are not understood")
  func seats() throws {
    func payload(_ more: [String: JSON]) throws -> AppStore.Notification {
      try verdict(["unclaimInfo": .object(ours.merging(more) { $1 })]).get().payload
    }
    let taken = try payload(["unclaimSeatIds": ["a", "b"], "originalTransactionId": "70"])
    #expect(taken.unclaimedSeats == .init(claimIds: ["a", "b"], originalTransactionId: "70"))
    #expect(taken.unknownSections == [])
    let unnamed = try payload(["unclaimSeatIds": ["a"]])
    #expect(unnamed.unclaimedSeats == .init(claimIds: ["a"], originalTransactionId: nil))
    for unread: [String: JSON] in [[:], ["unclaimSeatIds": []], ["unclaimSeatIds": "a"]] {
      let later = try payload(unread)
      #expect(later.unclaimedSeats == nil && later.unknownSections == ["unclaimInfo"])
    }
    // It names no app of necessity; another section then says whose the notification is.
    let beside = try verdict([
      "data": .object(ours), "unclaimInfo": ["unclaimSeatIds": ["a"]],
    ]).get().payload
    #expect(beside.unclaimedSeats?.claimIds == ["a"])
  }

  @Test("outside of production Apple leaves the Apple id out")
  func sandbox() throws {
    let section: JSON = ["environment": "Sandbox", "bundleId": .text(TestStore.bundleId)]
    #expect(try verdict(["later": section]).get().payload.environment == .sandbox)
  }

  @Test("a known section decides about a notification with one that names no app")
  func beside() throws {
    let payload = try verdict([
      "data": .object(ours), "later": ["seats": ["a"]],
    ]).get().payload
    #expect(payload.unknownSections == ["later"])
    let known = try verdict(["data": .object(ours), "later": "text", "list": [1]]).get().payload
    #expect(known.unknownSections == [])
  }

  @Test("outside of production another app's Apple id is refused, and 0 is none")
  func foreignInSandbox() throws {
    for (id, isOurs) in [(TestStore.appAppleId, true), (0, true), (1, false)] {
      let section: JSON = [
        "environment": "Sandbox", "bundleId": .text(TestStore.bundleId),
        "appAppleId": .integer(id),
      ]
      let reason = try verdict(["data": section]).distrust?.reason
      #expect(reason == (isOurs ? nil : .wrongApp))
    }
  }

  @Test("a section that names another app is refused, beside ours too")
  func foreign() throws {
    let others: [[String: JSON]] = [
      ["bundleId": "com.example.other"], ["appAppleId": 1], ["bundleId": nil],
      ["appAppleId": nil], ["bundleId": ""], ["bundleId": 7],
    ]
    for other in others {
      let section = JSON.object(ours.merging(other) { $1 })
      #expect(try verdict(["unclaimInfo": section]).distrust?.reason == .wrongApp)
      #expect(
        try verdict(["data": .object(ours), "unclaimInfo": section]).distrust?.reason == .wrongApp)
      #expect(
        try verdict(["first": .object(ours), "second": section]).distrust?.reason == .wrongApp)
    }
    #expect(
      try verdict(["unclaimInfo": ["seats": 1], "bundleId": "com.example.other"]).distrust?.reason
        == .wrongApp)
  }

  @Test("sections of two environments, or of none, are refused")
  func environments() throws {
    let sandbox = JSON.object(ours.merging(["environment": "Sandbox"]) { $1 })
    let nowhere = JSON.object(ours.merging(["environment": nil]) { $1 })
    for section in [sandbox, nowhere] {
      let verdict = try verdict(["first": .object(ours), "second": section])
      #expect(verdict.distrust?.reason == .wrongEnvironment)
    }
  }

  @Test("a notification that names no app is refused with what is kept aside of it")
  func nobodys() throws {
    let nested: JSON = ["app": .object(ours), "environment": "Production"]
    let beside = ours.merging(["unclaimInfo": ["unclaimSeatIds": ["a"]]]) { $1 }
    for sections in [
      ["unclaimInfo": ["unclaimSeatIds": ["a"]]], [:], ["new": nested], ours, beside,
    ]
      as [[String: JSON]]
    {
      let distrust = try #require(try verdict(sections).distrust)
      #expect(distrust.reason == .namesNoApp)
      let unowned = try #require(distrust.unowned)
      #expect(unowned.uuid == "u" && unowned.type == "UNCLAIM_SEATS")
      #expect(unowned.signedDate == TestStore.moment)
    }
  }

  @Test("nothing is kept aside that a repeat could not be told from")
  func withoutUUID() throws {
    let distrust = try verdict(["notificationUUID": nil]).distrust
    #expect(distrust?.reason == .missingMember && distrust?.unowned == nil)
  }

  @Test("nothing is kept aside that Apple did not sign")
  func forged() throws {
    let text = try store.jws(of: ["notificationType": "NEW", "notificationUUID": "u"])
    let parts = text.parts
    let forged = "\(parts[0]).\(parts[1]).\(String(repeating: "A", count: 86))"
    let distrust = store.verifier.notification(forged, at: TestStore.clock).distrust
    #expect(distrust?.reason == .badSignature && distrust?.unowned == nil)
  }
}
