import Foundation
import PaywallKitTesting
import TestSupport
import Testing

@testable import PaywallKit

@Suite("Whose Apple Account a purchase is of")
struct AppleAccountTests {
  private let shop = Shop(of: AppleAccounts.ids[0])
  private let other = AppleAccounts.ids[1]

  @Test(
    "who signs in on the device with another Apple Account does not get what the one before bought",
    arguments: [true, false])
  func another(isOnline: Bool) async throws {
    let other = shop.other(other)
    await shop.buyOutside("lifetime")
    if !isOnline { shop.server.become(.unreachable) }
    let second = await shop.started { $0.store = other }
    #expect(!second.isEntitled("archive"))
    await second.untilStored()
    // The device is back on the first account.
    shop.server.become(.well)
    let third = shop.start()
    await until { third.isEntitled("archive") }
  }

  @Test(
    "another Apple Account counts before the server has answered, whether the disk or the store is first",
    arguments: [true, false])
  func anotherAtOnce(isReadFirst: Bool) async throws {
    let other = shop.other(other)
    await shop.buyOutside("lifetime")
    let held = Race<Void>()
    defer { held.finish(()) }
    let second = shop.start {
      $0.advanced.transport = { _ in
        await held.value
        throw NetworkFailure.unreachable("away")
      }
      $0.store = other
    }
    if isReadFirst { _ = await second.visitorIds }
    await until { await second.purchases.facts.appTransactionId == "704000000000000002" }
    _ = await second.visitorIds
    #expect(!second.isEntitled("archive"))
  }

  @Test("an answer about the former Apple Account that comes late is not taken for the new one's")
  func lateAnswerOfAnother() async throws {
    let other = shop.other(other)
    await shop.buyOutside("lifetime", isKept: false)
    shop.server.become(.well)
    let (sent, held, asked) = (Race<Void>(), Race<Void>(), Box(0))
    let transport = shop.server.transport
    let second = shop.start {
      $0.advanced.transport = { request in
        guard request.url.lastPathComponent == "transactions" else {
          return try await transport(request)
        }
        let number = asked.next()
        // Only this answer comes, so that no later one corrects what it left.
        guard number == 1 else { throw NetworkFailure.unreachable("away") }
        let answer = try await transport(request)
        sent.finish(())
        await held.value
        return answer
      }
      $0.store = other
    }
    await sent.value
    await until { await second.purchases.facts.appTransactionId == "704000000000000002" }
    held.finish(())
    await until { await second.waitingPurchases == 0 }
    await second.untilStoreIsRead()
    #expect(!second.isEntitled("archive"))
    #expect(await second.purchases.record?.whole.hasNothing != false)
  }

  @Test(
    "what the former Apple Account bought offline unlocks nothing in the next starts of the new one"
  )
  func waitingOfAnother() async throws {
    let other = shop.other(other)
    await shop.buyOutside("lifetime", isKept: false)
    let second = await shop.started { $0.store = other }
    #expect(!second.isEntitled("archive"))
    await second.untilStored()
    #expect(!shop.start { $0.store = other }.isEntitled("archive"))
  }

  @Test("this Apple Account is asked about though what the former one bought was reported just now")
  func ownAfterFormer() async throws {
    let client = await shop.buyOutside("lifetime")
    let former = shop.other(other)
    former.sellOutside("lifetime")
    await client.take(try #require(former.transactions.first))
    // The same Apple Account buys on another device.
    let elsewhere = shop.other(
      AppleAccounts.ids[0], firstTransaction: 4_000_000_000_000_001)
    elsewhere.sellOutside("lifetime", "monthly")
    let second = Device(isPinned: false).start(transport: shop.server.transport) {
      $0.store = elsewhere
    }
    await second.untilStoreIsRead()
    await until { await second.waitingPurchases == 0 }
    #expect(await client.waitingPurchases == 1)
    _ = await client.refreshCustomer()
    #expect(await client.waitingPurchases == 0)
    #expect(client.isEntitled("pro"))
  }

  @Test("an empty id of a customer is none")
  func emptyId() throws {
    let store = Shop(of: "").store
    store.sellOutside("lifetime")
    let transaction = try #require(store.transactions.first)
    #expect(transaction.customer == .unnamed(String(transaction.originalId)))
    #expect(StoreAppTransaction(id: "", jws: "").id == nil)
  }

  @Test("a store that shows nothing for a moment takes nothing away from the same Apple Account")
  func emptyForAMoment() async throws {
    let empty = shop.other(AppleAccounts.ids[0])
    await shop.buyOutside("lifetime")
    let second = await shop.started { $0.store = empty }
    #expect(second.isEntitled("archive"))
  }

  @Test("an answer from before a purchase that comes after it does not take it away")
  func lateAnswer() async throws {
    shop.show(.init("lifetime"))
    shop.store.sellOutside("monthly")
    let (isHeld, held, sent) = (Box(false), Race<Void>(), Race<Void>())
    let transport = shop.server.transport
    let client = shop.start {
      $0.advanced.transport = { request in
        let answer = try await transport(request)
        if request.url.lastPathComponent == "transactions",
          isHeld.change({ held in
            let was = held; held = false; return was
          })
        {
          sent.finish(())
          await held.value
        }
        return answer
      }
    }
    await client.untilStoreIsRead()
    let placement = await client.placement("settings")
    isHeld.change { $0 = true }
    let late = Task { await client.refreshCustomer() }
    await sent.value
    #expect(await client.buy("lifetime", on: placement).purchase?.isReported == true)
    #expect(client.isEntitled("archive"))
    held.finish(())
    _ = await late.value
    #expect(client.isEntitled("archive") && client.isEntitled("pro"))
  }

  @Test("who asks before a slow disk has answered is told as soon as it has")
  func slowDisk() async throws {
    await shop.buyOutside("lifetime")
    shop.device.storage.mood.change { $0 = .stuck }
    // The server and the store say nothing.
    let next = shop.device.start(transport: dead)
    #expect(!next.isEntitled("archive") && next.customer == nil)
    let told = Task { await next.customers.first { !$0.entitlements.isEmpty } }
    await until { next.customerCache.readerCount == 1 }
    shop.device.storage.free()
    #expect(await told.value?.entitlements.map(\.id) == ["archive"])
    #expect(next.isEntitled("archive"))
  }
}
