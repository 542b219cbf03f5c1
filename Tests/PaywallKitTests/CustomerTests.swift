import Foundation
import PaywallKitTesting
import TestSupport
import Testing

@testable import PaywallKit

@Suite("What a customer has")
struct CustomerTests {
  private let shop = Shop(showing: .init("yearly"))
  private let alice = "11111111-1111-4111-8111-111111111111"
  private let bob = "22222222-2222-4222-8222-222222222222"

  @Test("a log-out hides one person's purchases, and nobody else is shown them")
  func logOut() async throws {
    let client = await shop.started()
    await client.identify(alice)
    _ = await client.buy("yearly", on: await client.placement("settings"))
    #expect(client.isEntitled("pro") && client.customer?.id == alice)
    await client.reset()
    #expect(!client.isEntitled("pro"))
    await client.identify(bob)
    #expect(!client.isEntitled("pro") && client.customer?.id == bob)
    _ = await client.refreshCustomer()
    #expect(!client.isEntitled("pro"))
    // This holds even while the server is away, and after a restart.
    shop.server.become(.unreachable)
    let next = shop.start()
    #expect(!next.isEntitled("pro"))
    await next.untilStoreIsRead()
    #expect(!next.isEntitled("pro"))
    // The same person again: the store on this device knows.
    await next.identify(alice)
    #expect(next.isEntitled("pro"))
  }

  @Test(
    "a refund takes what the server said before it, not what was bought again since",
    arguments: [(-3600, ["gold"]), (3600, ["gold", "pro"])])
  func boughtAgain(asked seconds: Int, left: [String]) {
    let refund = Shop.start.addingTimeInterval(-7200)
    let customer = PaywallCustomer(
      id: "me",
      entitlements: [
        .init(id: "gold", product: "yearly"), .init(id: "pro", product: "lifetime"),
      ], asOf: refund.addingTimeInterval(Double(seconds)))
    let refunded = StoreTransaction(
      id: 1, originalId: 1, product: "lifetime", type: .nonConsumable,
      purchased: refund.addingTimeInterval(-86_400), revoked: refund,
      signed: Shop.start, jws: "")
    let merged = customer.merged(with: [refunded], ProductGrants())
    #expect(merged.entitlements.map(\.id) == left)
  }

  @Test("a purchase without an account belongs to the Apple Account of the device")
  func withoutAccount() async throws {
    let client = await shop.started()
    _ = await client.buy("yearly", on: await client.placement("settings"))
    await client.identify(bob)
    #expect(client.isEntitled("pro"))
  }

  @Test("another person's renewal is reported without this person's ids, and unlocks nothing")
  func another() async throws {
    let shop = Shop()
    let client = await shop.started()
    await client.identify(bob)
    shop.store.sellOutside("monthly", account: UUID(uuidString: alice))
    await until { shop.server.keptTransactions.count == 1 }
    await until { await client.waitingPurchases == 0 }
    let told = try #require(shop.bodies(of: "transactions").last)
    #expect(told["attributes"]?["userId"] == nil && told["attributes"]?["anonymousId"] == nil)
    #expect(told["userId"] == nil)
    #expect(!client.isEntitled("pro"))
    // A person who never logged in on their own device sees their own purchases.
    let own = Device(isPinned: false).start(transport: shop.server.transport) {
      $0.store = shop.store
    }
    await until { own.isEntitled("pro") }
  }

  @Test(
    "offline an entitlement stays until it expires, and then is gone; a renewal comes from the store"
  )
  func expires() async throws {
    let first = await shop.started()
    _ = await first.buy("yearly", on: await first.placement("settings"))
    shop.server.become(.unreachable)
    // 364 days, and two more.
    for (days, isEntitled) in [(364, true), (2, false)] {
      shop.device.clock.advance(by: .seconds(days * 86_400))
      #expect(first.isEntitled("pro") == isEntitled)
      let next = shop.start()
      await next.untilLoaded()
      #expect(next.isEntitled("pro") == isEntitled)
    }
    let client = await shop.started()
    shop.store.advance(by: 366 * Shop.day)
    await until { client.isEntitled("pro") }
    #expect(client.customer?.entitlements.map(\.isProvisional) == [true])
  }

  @Test("a refund locks, also while the server is away")
  func refund() async throws {
    let shop = Shop(showing: .init("lifetime"))
    let client = await shop.started()
    let outcome = await client.buy("lifetime", on: await client.placement("settings"))
    #expect(client.isEntitled("pro"))
    shop.server.become(.unreachable)
    shop.store.refund(try #require(outcome.purchase?.transaction.id))
    await until { !client.isEntitled("pro") }
  }

  @Test(
    "a device whose clock is wrong by years counts by the server's time",
    arguments: ["2011-01-01T00:00:00Z", "2044-01-01T00:00:00Z"])
  func wrongClock(_ now: String) async throws {
    let client = await shop.started(now: now)
    _ = await client.buy("yearly", on: await client.placement("settings"))
    #expect(client.isEntitled("pro"))
    shop.server.become(.unreachable)
    // The difference to the server's clock was kept.
    let next = shop.start(now: now)
    await next.untilLoaded()
    #expect(next.isEntitled("pro"))
    shop.device.clock.advance(by: .seconds(366 * 86_400))
    #expect(!client.isEntitled("pro"))
  }

  @Test("a clock that is set while the app runs and the server is away takes nothing away")
  func clockSetOffline() async throws {
    let shop = Shop(showing: .init("monthly"))
    let first = await shop.started()
    _ = await first.buy("monthly", on: await first.placement("settings"))
    await first.storage.start { _ in }.value
    shop.server.become(.unreachable)
    let days = Box<Int64>(0)
    let base = shop.device.clock.device(moment("2026-12-05T12:00:00Z"))
    let next = shop.start {
      $0.clock = DeviceClock(
        wall: { base.wall().adding(.seconds(days.value * 86_400)) }, running: base.running,
        sleep: base.sleep)
    }
    await next.untilStoreIsRead()
    for day: Int64 in [0, 40, -40] {
      days.change { $0 = day }
      #expect(next.isEntitled("pro"))
    }
    shop.device.clock.advance(by: .seconds(8 * 86_400))
    #expect(!next.isEntitled("pro"))
  }

  @Test("a restore finds what was bought on another device")
  func restore() async throws {
    let shop = Shop()
    let client = await shop.started()
    #expect(await client.restore() == .nothing)
    shop.store.sellOutside("lifetime")
    guard case .restored(let customer) = await client.restore() else {
      return #expect(Bool(false))
    }
    #expect(customer.entitlements.map(\.product) == ["lifetime"])
    #expect(shop.server.keptTransactions.count == 1)
    #expect(await Device().start(transport: dead).restore() == .failed(.noStore))
  }

  @Test("readers are told of each change, and first of what is so")
  func changes() async throws {
    let client = await shop.started()
    let entitled = Task { await client.customers.first { !$0.entitlements.isEmpty } }
    _ = await client.buy("yearly", on: await client.placement("settings"))
    #expect(await entitled.value?.entitlements.map(\.id) == ["pro"])
    #expect(await client.customers.first { _ in true }?.entitlements.map(\.id) == ["pro"])
    let lapsed = Task { await client.customers.first { $0.entitlements.isEmpty } }
    shop.store.setRenewal(false, of: "yearly")
    await until { client.customerCache.readerCount == 1 }
    let isTold = Box(false)
    Task {
      _ = await lapsed.value
      isTold.change { $0 = true }
    }
    shop.pass(364 * Shop.day)
    #expect(client.isEntitled("pro"))
    // An answer from before may have arrived after it: days pass until the server's time is known again.
    await until {
      shop.pass(Shop.day)
      return isTold.value
    }
    #expect(await lapsed.value?.entitlements.isEmpty == true)
  }

  @Test("a damaged or foreign file is no customer")
  func damaged() async throws {
    let first = await shop.started()
    _ = await first.buy("yearly", on: await first.placement("settings"))
    await first.storage.start { _ in }.value
    shop.server.become(.unreachable)
    // Without the store, which would tell of the purchase by itself.
    let files = shop.device.storage.files.value
    shop.device.storage.files.change { $0["customer"] = Data("paywallkit 1 0000".utf8) }
    #expect(!shop.start { $0.store = nil }.isEntitled("pro"))
    // The files are another visitor's: as after a kill between the two files of a log-out.
    shop.device.storage.files.change { $0 = files }
    shop.device.storage.files.change { $0["visitor"] = nil }
    #expect(!shop.start { $0.store = nil }.isEntitled("pro"))
  }

  @Test("an account is the user's id, or made of it in the same way each time")
  func account() {
    #expect(AppAccountToken.of(alice) == UUID(uuidString: alice))
    let made = AppAccountToken.of("user-7")
    #expect(made == AppAccountToken.of("user-7") && made != AppAccountToken.of("user-8"))
    #expect(made.uuid.6 >> 4 == 8 && made.uuid.8 >> 6 == 2)
  }
}
