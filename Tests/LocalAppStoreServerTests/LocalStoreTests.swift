import Foundation
import HTTPDocuments
import LocalAppStore
import LocalAppStoreServer
import PaywallCatalog
import PaywallKit
import PaywallKitLocalStore
import Testing

/// The client's store over the local App Store.
struct LocalStoreTests {
  /// The device of `ada` in a store of the example app, which has 16 days of grace.
  private func device(
    _ use: @escaping @Sendable (LocalStore, StoreService) async throws -> Void
  ) async throws {
    let service = try exampleStore(grace: 16)
    try await serving(service) { url in
      let address = try #require(URL(string: url))
      try await use(LocalStore(address, customer: "ada", storefront: "DEU"), service)
    }
  }

  private func date(_ rfc3339: String) throws -> Date {
    let moment = try #require(Timestamp(rfc3339: rfc3339))
    return Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
  }

  @Test func `A purchase is what the App Store signed, and ends with its period`() async throws {
    try await device { device, _ in
      let account = try #require(UUID(uuidString: "7e3fb20b-4cdb-47cc-936d-99d65f608138"))
      let result = try await device.purchase(
        "pro_monthly", options: StorePurchaseOptions(appAccountToken: account))
      guard case .bought(let bought) = result else {
        Issue.record("\(result)")
        return
      }
      #expect(bought.product == "pro_monthly")
      #expect(bought.type == .autoRenewable)
      #expect(bought.group == "21504291")
      #expect(bought.environment == "sandbox")
      #expect(bought.appAccountToken == account)
      #expect(bought.purchased == (try date("2026-01-05T10:00:00Z")))
      #expect(bought.expires == (try date("2026-02-05T10:00:00Z")))
      #expect(bought.appTransactionId != nil)
      #expect(await device.appTransaction()?.id == bought.appTransactionId)
      #expect(await device.storefront() == "DEU")
      #expect(await device.currentEntitlements().map(\.id) == [bought.id])

      try await device.setRenewal(false, of: "pro_monthly")
      try await device.advance(by: "P31D")
      #expect(await device.currentEntitlements() == [])
      #expect(await device.all().map(\.id) == [bought.id])
    }
  }

  @Test func `What happens outside of the app comes as an update`() async throws {
    try await device { device, _ in
      var updates = device.updates.makeAsyncIterator()
      guard
        case .bought(let bought) = try await device.purchase(
          "pro_monthly", options: StorePurchaseOptions())
      else {
        Issue.record("not bought")
        return
      }
      try await device.advance(by: "P1M")
      // The purchase comes first: no app has finished it.
      var renewed = await updates.next()
      while renewed?.id == bought.id { renewed = await updates.next() }
      #expect(renewed?.originalId == bought.id)
      #expect(renewed?.purchased == (try date("2026-02-05T10:00:00Z")))
      try await device.refund(try #require(renewed?.id))
      let refunded = await updates.next()
      #expect(refunded?.id == renewed?.id)
      #expect(refunded?.revoked == (try date("2026-02-05T10:00:00Z")))
      #expect(await device.currentEntitlements() == [])
    }
  }

  @Test func `In the grace period it stays unlocked, and the renewal says until when`() async throws
  {
    try await device { device, _ in
      _ = try await device.purchase("pro_monthly", options: StorePurchaseOptions())
      try await device.setCard(works: false)
      try await device.advance(by: "P40D")
      #expect(await device.currentEntitlements().count == 1)
      // 5 February and 16 days.
      #expect(
        await device.renewals().map(\.graceUntil) == [try date("2026-02-21T10:00:00Z")])
      try await device.advance(by: "P10D")
      #expect(await device.currentEntitlements() == [])
    }
  }

  @Test func `A transaction is unfinished until the app has delivered it`() async throws {
    try await device { device, _ in
      _ = try await device.purchase("coins_100", options: StorePurchaseOptions())
      let coins = try #require(await device.unfinished().first)
      #expect(coins.type == .consumable)
      #expect(await device.all().map(\.id) == [coins.id])
      await device.finish(coins)
      #expect(await device.unfinished() == [])
      #expect(await device.all() == [], "StoreKit forgets a consumable that was delivered")
    }
  }

  @Test func `A product says its price, and which offers the customer may have`() async throws {
    try await device { device, _ in
      func products() async throws -> [String: PaywallKit.StoreProduct] {
        let found = try await device.products(["pro_yearly", "pro_yearly_trial", "none"])
        return Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
      }
      let new = try await products()
      #expect(new.keys.sorted() == ["pro_yearly", "pro_yearly_trial"])
      // 12 months at 9.99 for a month, as the article of LocalAppStore has it: 12 · 10 - 0.01.
      #expect(new["pro_yearly"]?.price == Decimal(string: "119.99"))
      #expect(new["pro_yearly"]?.currency == "EUR")
      #expect(new["pro_yearly"]?.isEligibleForIntroOffer == nil)
      #expect(new["pro_yearly_trial"]?.isEligibleForIntroOffer == true)
      #expect(new["pro_yearly"]?.winBackOffers == [])

      _ = try await device.purchase("pro_yearly_trial", options: StorePurchaseOptions())
      #expect(try await products()["pro_yearly_trial"]?.isEligibleForIntroOffer == false)
      try await device.advance(by: "P1M")
      try await device.setRenewal(false, of: "pro_yearly_trial")
      try await device.advance(by: "P14M")
      let lapsed = try await products()
      #expect(lapsed["pro_yearly"]?.winBackOffers == ["winback_6m"])
      #expect(lapsed["pro_yearly_trial"]?.winBackOffers == [])
    }
  }

  @Test func `A year that is sold monthly is paid by the month`() async throws {
    try await device { device, service in
      try await device.perform(
        "monthly-plan", ["product": .string("pro_yearly"), "price": .integer(7_990)])
      _ = try await device.purchase(
        "pro_yearly", options: StorePurchaseOptions(billingPlan: .monthly))
      let ada = try await service.customer("ada")
      #expect(ada.subscriptions.first?.transactions.map(\.price) == [7_990])
      #expect(ada.subscriptions.first?.commitment?.of == 12)
    }
  }

  @Test func `A code is redeemed on its page, and nothing on another`() async throws {
    try await device { device, service in
      let page = "https://apps.apple.com/redeem?ctx=offercodes&id=1234567890&code="
      await #expect(throws: StoreFailure.self) {
        try await device.redeem(try #require(URL(string: page + "ANOTHER")))
      }
      try await device.redeem(try #require(URL(string: page + "PARTNER26")))
      let ada = try await service.customer("ada")
      #expect(ada.subscriptions.first?.transactions.first?.offer?.kind == "offerCode")
      #expect(await device.currentEntitlements().map(\.product) == ["pro_monthly"])
    }
  }

  @Test func `What the App Store refuses is the failure that StoreKit has for it`() async throws {
    try await device { device, _ in
      func failure(_ product: String, _ offer: PaywallKit.StoreOffer? = nil) async -> StoreFailure?
      {
        do throws(StoreFailure) {
          _ = try await device.purchase(product, options: StorePurchaseOptions(offer: offer))
          return nil
        } catch {
          return error
        }
      }
      #expect(await failure("none") == .productUnavailable)
      guard case .offerRefused = await failure("pro_yearly", .winBack("winback_6m")) else {
        Issue.record("a newcomer was won back")
        return
      }
      let forged = SignedOffer(
        product: "pro_yearly", kind: .promotional, offer: "loyalty_20", signature: .jws("a.b.c"))
      guard case .offerRefused = await failure("pro_yearly", .signed(forged)) else {
        Issue.record("a forged signature was taken")
        return
      }
      #expect(await device.all() == [])
    }
  }

  @Test func `A later change is answered by the purchase that it follows`() async throws {
    try await device { device, _ in
      guard
        case .bought(let yearly) = try await device.purchase(
          "pro_yearly", options: StorePurchaseOptions()),
        case .bought(let present) = try await device.purchase(
          "pro_monthly", options: StorePurchaseOptions())
      else {
        Issue.record("not bought")
        return
      }
      // A downgrade begins with the next renewal.
      #expect(present.id == yearly.id)
      try await device.advance(by: "P1Y")
      #expect(await device.currentEntitlements().map(\.product) == ["pro_monthly"])
    }
  }

  @Test func `What someone has to approve is pending, and comes once it is approved`() async throws
  {
    try await device { device, _ in
      let ada: [String: PaywallKit.JSONValue] = ["customer": .string("ada")]
      try await device.perform("ask-to-buy", ada.merging(["asks": .boolean(true)]) { $1 })
      let result = try await device.purchase("pro_monthly", options: StorePurchaseOptions())
      #expect(result == .pending)
      #expect(await device.all() == [])
      try await device.perform("approve", ada.merging(["product": .string("pro_monthly")]) { $1 })
      #expect(await device.unfinished().map(\.product) == ["pro_monthly"])
    }
  }

  @Test func `Without a store it says so`() async throws {
    // No program listens on this port, which belongs to the system.
    let nowhere = try #require(URL(string: "http://127.0.0.1:1"))
    await #expect {
      try await LocalStore(nowhere, customer: "ada")
    } throws: { error in
      guard case .unreachable = error as? StoreFailure else { return false }
      return true
    }
  }
}
