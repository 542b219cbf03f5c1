@testable import Subscribers
import PaywallCatalog
import Testing

struct EntitlementTests {
  private let anna = "22b1d8c9-0be4-4df1-a8cc-30eefca5edfd"
  private let bob = "c42449b2-6728-4fa1-967b-3150c73e549b"

  @Test("A subscription entitles until its end, and says until when")
  func subscription() {
    let history = CustomerHistory.of(.bought())
    #expect(
      history.entitlements(at: day(29), in: shop) == [
        Entitlement(name: "pro", product: "monthly", expires: day(30), transactionId: "1")
      ])
    #expect(history.names(at: 30).isEmpty)
  }

  @Test("Grace entitles, retry does not")
  func grace() {
    let history = CustomerHistory.of(
      .bought(), told: [.told(signed: 30, at: 30, isInBillingRetry: true, graceUntil: 46)])
    #expect(
      history.entitlements(at: day(40), in: shop) == [
        Entitlement(
          name: "pro", product: "monthly", expires: day(46), isInGrace: true, transactionId: "1")
      ])
    #expect(history.names(at: 46).isEmpty)
  }

  @Test("A lifetime is for ever, until it is refunded")
  func nonConsumable() {
    let bought = TransactionFact.bought(
      "1", "lifetime", until: nil, type: .nonConsumable, group: nil, revoked: 9,
      revocation: .refundFull)
    let history = CustomerHistory.of(bought)
    #expect(
      history.entitlements(at: day(8), in: shop) == [
        Entitlement(name: "pro", product: "lifetime", expires: nil, transactionId: "1")
      ])
    #expect(history.names(at: 9).isEmpty)
  }

  @Test("A season lasts for the product's period from its purchase")
  func nonRenewing() {
    let history = CustomerHistory.of(
      .bought("1", "season", until: nil, type: .nonRenewing, group: nil),
      .bought("2", of: "2", "season", from: 10, until: nil, type: .nonRenewing, group: nil))
    #expect(history.entitlements(at: day(20), in: shop).map(\.expires) == [day(40)])
    #expect(history.names(at: 39.9) == ["season"])
    #expect(history.names(at: 40).isEmpty)
    let undated = CustomerHistory.of(
      .bought("3", "season", from: nil, until: nil, type: .nonRenewing, group: nil))
    #expect(undated.names(at: 1).isEmpty)
  }

  @Test("A consumable entitles to nothing, whatever the file says; nor does an unknown product")
  func others() {
    let history = CustomerHistory.of(
      .bought("1", "coins", until: nil, type: .consumable, group: nil),
      .bought("2", of: "2", "withdrawn"))
    #expect(history.names(at: 1).isEmpty)
  }

  @Test("Family members and seats are entitled", arguments: Ownership.allCases)
  func shared(ownership: Ownership) {
    #expect(CustomerHistory.of(.bought(ownership: ownership)).names(at: 1) == ["pro"])
  }

  @Test("A revoked member keeps nothing, the purchaser everything")
  func revokedMember() {
    let history = CustomerHistory.of(
      .bought("1", ownership: .familyShared, revoked: 5, revocation: .familyRevoke))
    #expect(history.names(at: 4.9) == ["pro"])
    #expect(history.names(at: 5).isEmpty)
  }

  @Test("What an upgrade replaced entitles no more, told or not", arguments: [true, false])
  func upgraded(isTold: Bool) {
    let history = CustomerHistory.of(
      .bought("1", "basic", isUpgraded: isTold), .bought("2", "monthly", from: 10, until: 40))
    #expect(history.names(at: 20) == ["pro"])
  }

  @Test("Of one name the entitlement that lasts longest is told")
  func merged() {
    let history = CustomerHistory.of(
      .bought("1", of: "1", until: 30),
      .bought("2", of: "2", "team", until: 60, group: "21500002"))
    let told = history.entitlements(at: day(1), in: shop)
    #expect(told.map(\.name) == ["pro", "team"])
    #expect(told.map(\.product) == ["team", "team"])
    var forEver = history
    forEver.add(.bought("3", of: "3", "lifetime", until: nil, type: .nonConsumable, group: nil))
    #expect(forEver.entitlements(at: day(1), in: shop).map(\.expires) == [nil, day(60)])
  }

  @Test("A user has what was bought for the user or for nobody in particular")
  func users() {
    let history = CustomerHistory.of(
      .bought("1", of: "1", account: anna),
      .bought("2", of: "2", "team", group: "21500002", account: bob),
      .bought("3", of: "3", "season", until: nil, type: .nonRenewing, group: nil))
    #expect(history.names(at: 1) == ["pro", "season", "team"])
    #expect(history.names(at: 1, for: anna) == ["pro", "season"])
    #expect(history.names(at: 1, for: anna.uppercased()) == ["pro", "season"])
    #expect(history.names(at: 1, for: "somebody else") == ["season"])
    #expect(
      history.entitlements(at: day(1), in: shop, for: bob).map(\.product)
        == ["team", "season", "team"])
  }

  @Test("When a subscription passes to another account, the earlier one does not get its grace")
  func twoAccounts() {
    let history = CustomerHistory.of(
      .bought("1", account: anna), .bought("2", from: 60, until: 90, account: bob),
      told: [.told(signed: 90, at: 90, isInBillingRetry: true, graceUntil: 106)])
    #expect(history.names(at: 95, for: anna).isEmpty)
    #expect(history.names(at: 95, for: bob) == ["pro"])
  }

  @Test("Over several customers a user has the union, each name once")
  func union() {
    let phone = CustomerHistory.of(.bought("1", account: anna))
    let tablet = CustomerHistory.of(
      .bought("9", of: "9", "team", until: 50, group: "21500002", account: anna),
      .bought("8", of: "8", "season", until: nil, type: .nonRenewing, group: nil, account: bob))
    let told = [phone, tablet].entitlements(at: day(1), in: shop, for: anna)
    #expect(told.map(\.name) == ["pro", "team"])
    #expect(told.map(\.expires) == [day(50), day(50)])
  }
}
