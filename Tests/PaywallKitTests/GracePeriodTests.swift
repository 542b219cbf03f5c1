import Foundation
import PaywallKitTesting
import TestSupport
import Testing

@testable import PaywallKit

/// A subscription of 30 days whose renewal cannot be charged, with 16 days of grace.
@Suite("In a grace period")
struct GracePeriodTests {
  private let shop = Shop(of: AppleAccounts.ids[0])

  /// A start whose server is there or away, on the 31st day.
  private func failed(isOnline: Bool) async -> Paywalls {
    await shop.buyOutside("monthly")
    shop.store.failRenewals(of: "monthly", grace: 16 * Shop.day)
    shop.pass(31 * Shop.day)
    if !isOnline { shop.server.become(.unreachable) }
    let client = await shop.started()
    return client
  }

  private func day(_ number: Double) -> Date { Shop.start.addingTimeInterval(number * Shop.day) }

  private func pass(toDay number: Double) {
    shop.pass(day(number).timeIntervalSince(shop.store.now))
  }

  @Test("what was bought stays unlocked until its end, by the server's answer")
  func online() async throws {
    let client = await failed(isOnline: true)
    let unlocked = try #require(client.customer?.entitlements.first)
    #expect(unlocked.id == "pro" && !unlocked.isProvisional)
    #expect(unlocked.expires == day(46))
    #expect(client.customer?.subscriptions.map(\.state) == [.inGracePeriod])
    pass(toDay: 45.9)
    #expect(client.isEntitled("pro"))
    pass(toDay: 46)
    #expect(!client.isEntitled("pro"))
  }

  @Test("an app that runs asks at the end of the period")
  func running() async throws {
    let client = await shop.buyOutside("monthly")
    shop.store.failRenewals(of: "monthly", grace: 16 * Shop.day)
    shop.pass(31 * Shop.day)
    await until { client.customer?.entitlements.first?.expires == day(46) }
    await until { client.customer?.entitlements.first?.isProvisional == false }
  }

  @Test("an app that hears of something else at the very end still asks")
  func meanwhile() async throws {
    let client = await shop.buyOutside("monthly")
    shop.store.failRenewals(of: "monthly", grace: 16 * Shop.day)
    await client.publish { shop.pass(31 * Shop.day) }
    await until { client.customer?.entitlements.first?.expires == day(46) }
  }

  @Test("a server that is away takes nothing: StoreKit's word counts, also in the next start")
  func offline() async throws {
    let client = await failed(isOnline: false)
    let unlocked = try #require(client.customer?.entitlements.first)
    #expect(unlocked.id == "pro" && unlocked.isProvisional)
    #expect(unlocked.expires == day(46))
    await client.untilStored()
    let disk = shop.start { $0.store = nil }
    await disk.untilLoaded()
    pass(toDay: 45.9)
    #expect(client.isEntitled("pro") && disk.isEntitled("pro"))
    pass(toDay: 46)
    #expect(!client.isEntitled("pro") && !disk.isEntitled("pro"))
  }

  @Test("what the server has not kept stays unlocked too")
  func unreported() async throws {
    let client = await shop.buyOutside("monthly", isKept: false)
    await until { client.isEntitled("pro") }
    await client.untilStored()
    shop.store.failRenewals(of: "monthly", grace: 16 * Shop.day)
    shop.pass(31 * Shop.day)
    await until { client.isEntitled("pro") }
    pass(toDay: 46)
    #expect(!client.isEntitled("pro"))
  }

  @Test("a report about something else, which brings no renewal, does not end it")
  func report() async throws {
    let client = await failed(isOnline: false)
    shop.server.become(.well)
    shop.store.sellOutside("lifetime")
    await until { shop.server.keptTransactions.count == 2 }
    await until { await client.waitingPurchases == 0 }
    #expect(client.isEntitled("pro") && client.isEntitled("archive"))
  }

  @Test("a refund of the period that was charged after all locks")
  func refundAfterwards() async throws {
    let client = await failed(isOnline: false)
    shop.store.chargeRenewals(of: "monthly")
    await until { client.customer?.entitlements.first?.expires == day(60) }
    shop.server.become(.well)
    await client.deliver()
    // Another delivery may have been under way.
    await until { client.customer?.entitlements.map(\.isProvisional) == [false] }
    shop.store.refund(try #require(shop.store.transactions.last?.id))
    await until { !client.isEntitled("pro") }
    await until { await client.waitingPurchases == 0 }
    // This waits until the server has the refund, too.
    await client.deliver()
    #expect(!client.isEntitled("pro"))
  }

  @Test("a refund locks, before the server has kept it and after")
  func refund() async throws {
    let client = await failed(isOnline: false)
    shop.store.refund(try #require(shop.store.transactions.first?.id))
    await until { !client.isEntitled("pro") }
    shop.server.become(.well)
    await client.deliver()
    #expect(!client.isEntitled("pro"))
    #expect(await client.purchases.record?.local == nil)
  }
}

extension Paywalls {
  /// Lets time pass, and publishes the customer before the tasks that time has woken can run.
  fileprivate func publish(after pass: @Sendable () -> Void) {
    pass()
    publishCustomer()
  }
}

@Suite("A subscription that does not renew")
struct NonRenewingTests {
  @Test("ends when the server says; on StoreKit's word alone after a week")
  func ends() async throws {
    let shop = Shop(Shop.products, entitlements: ["live": ["pass"]])
    let client = await shop.buyOutside("pass")
    #expect(client.customer?.entitlements.first?.expires == Shop.start + AppleAccounts.pass)
    shop.server.become(.unreachable)
    let fresh = Shop(Shop.products, entitlements: ["live": ["pass"]])
    let waiting = await fresh.buyOutside("pass", isKept: false)
    #expect(waiting.customer?.entitlements.first?.expires == Shop.start + 7 * Shop.day)
    for (days, byServer, byStore) in [(6.9, true, true), (1, true, false), (52.2, false, false)] {
      shop.pass(days * Shop.day)
      fresh.pass(days * Shop.day)
      #expect(client.isEntitled("live") == byServer)
      #expect(waiting.isEntitled("live") == byStore)
    }
  }
}
