import Foundation
import PaywallKitTesting
import TestSupport
import Testing

@testable import PaywallKit

@Suite("Whose Apple Account a purchase is of")
struct AppleAccountTests {
  /// An App Store that sells two things, which unlock one each.
  private func store(_ customer: String?) -> FakeStore {
    FakeStore(
      [.monthly("monthly", group: "21504291"), .lifetime("lifetime")], now: Shop.start,
      customer: customer)
  }

  private func start(_ device: Device, _ store: FakeStore, _ server: FakeServer) -> Paywalls {
    device.start(nowhere, transport: server.transport) {
      $0.rootKeys = []
      $0.store = store
    }
  }

  private func server(_ store: FakeStore) -> FakeServer {
    FakeServer(
      entitlements: ["pro": ["monthly"], "archive": ["lifetime"]], now: { store.now })
  }

  @Test("two purchases that name no customer stay both, though the server answers about each alone")
  func unnamed() async throws {
    let (device, store) = (Device(), store(nil))
    let server = server(store)
    server.show(
      FakePaywall("wall", products: [.init("monthly"), .init("lifetime")]), at: "settings")
    let client = start(device, store, server)
    await client.untilStoreIsRead()
    let placement = await client.placement("settings")
    for product in ["monthly", "lifetime"] {
      #expect(await client.buy(product, on: placement).purchase?.isReported == true)
    }
    #expect(client.isEntitled("pro") && client.isEntitled("archive"))
    let customer = try #require(await client.refreshCustomer())
    #expect(customer.entitlements.map(\.id) == ["archive", "pro"])
    #expect(customer.entitlements.map(\.isProvisional) == [false, false])

    // A log-in asks about both again.
    await client.identify("somebody")
    _ = await client.refreshCustomer()
    #expect(client.isEntitled("pro") && client.isEntitled("archive"))
    await client.storage.start { _ in }.value
    server.become(.unreachable)
    let next = start(device, store, server)
    #expect(next.isEntitled("pro") && next.isEntitled("archive"))
  }

  @Test("an app that reports two of them by itself keeps both")
  func reported() async throws {
    let store = store(nil)
    let server = server(store)
    let client = Device().start(nowhere, transport: server.transport) { $0.rootKeys = [] }
    for product in ["monthly", "lifetime"] {
      let evidence = PaywallKit.Evidence(transactions: [store.writtenText(product)])
      guard case .kept = await client.report(evidence) else {
        Issue.record("\(product) was not kept.")
        return
      }
    }
    #expect(client.isEntitled("pro") && client.isEntitled("archive"))
  }

  @Test("a signature is asked for with one of them, because the server refuses several customers")
  func signed() async throws {
    let (device, store) = (Device(), store(nil))
    let server = server(store)
    server.show(
      FakePaywall(
        "wall", products: [.init("monthly", offers: [.init(.promotional, "loyalty")])]),
      at: "settings")
    store.sellOutside("monthly", "lifetime")
    let client = start(device, store, server)
    _ = try await client.signedOffer(product: "monthly", offer: "loyalty", placement: "settings")
    let body = try #require(
      server.receivedRequests.last { $0.url.lastPathComponent == "sign" }?.body)
    let sent = try JSONDecoder().decode(JSONValue.self, from: body)
    #expect(sent["transactions"]?.array?.compactMap(\.string) == [store.transactions[0].jws])
  }

  @Test(
    "who signs in on the device with another Apple Account does not get what the one before bought",
    arguments: [true, false])
  func another(isOnline: Bool) async throws {
    let device = Device()
    let (former, other) = (store("704000000000000001"), store("704000000000000002"))
    let server = server(former)
    let first = start(device, former, server)
    await first.untilStoreIsRead()
    former.sellOutside("lifetime")
    await until { first.customer?.entitlements.first?.isProvisional == false }
    await first.storage.start { _ in }.value
    if !isOnline { server.become(.unreachable) }
    let second = start(device, other, server)
    await second.untilStoreIsRead()
    #expect(!second.isEntitled("archive"))
    await second.storage.start { _ in }.value
    // Back again.
    server.become(.well)
    let third = start(device, former, server)
    await until { third.isEntitled("archive") }
  }

  @Test(
    "another Apple Account counts before the server has answered, whether the disk or the store is first",
    arguments: [true, false])
  func anotherAtOnce(isReadFirst: Bool) async throws {
    let device = Device()
    let (former, other) = (store("704000000000000001"), store("704000000000000002"))
    let server = server(former)
    let first = start(device, former, server)
    await first.untilStoreIsRead()
    former.sellOutside("lifetime")
    await until { first.customer?.entitlements.first?.isProvisional == false }
    await first.storage.start { _ in }.value
    let held = Race<Void>()
    defer { held.finish(()) }
    let second = device.start(
      nowhere,
      transport: { _ in
        await held.value
        throw NetworkFailure.unreachable("away")
      }
    ) {
      $0.rootKeys = []
      $0.store = other
    }
    if isReadFirst { _ = await second.visitorIds }
    await until { await second.purchases.facts.appTransactionId == "704000000000000002" }
    _ = await second.visitorIds
    #expect(!second.isEntitled("archive"))
  }

  @Test("a purchase that gains the name of its customer counts by the answer about that customer")
  func gainsName() async throws {
    let device = Device()
    let (unnamed, named) = (store(nil), store("704000000000000001"))
    let server = server(unnamed)
    let first = start(device, unnamed, server)
    await first.untilStoreIsRead()
    unnamed.sellOutside("lifetime")
    await until { first.customer?.entitlements.first?.isProvisional == false }
    await first.storage.start { _ in }.value
    named.sellOutside("lifetime")
    let id = try #require(named.transactions.first?.id)
    #expect(id == unnamed.transactions.first?.id)
    named.refund(id)
    let second = start(device, named, server)
    await second.untilStoreIsRead()
    #expect(!second.isEntitled("archive"))
  }

  @Test("an answer about the former Apple Account that comes late is not taken for the new one's")
  func lateAnswerOfAnother() async throws {
    let device = Device()
    let (former, other) = (store("704000000000000001"), store("704000000000000002"))
    let server = server(former)
    let first = start(device, former, server)
    await first.untilStoreIsRead()
    server.become(.unreachable)
    former.sellOutside("lifetime")
    await until { first.isEntitled("archive") }
    await until { await first.waitingPurchases == 1 }
    await first.storage.start { _ in }.value
    server.become(.well)
    let (sent, held, asked) = (Race<Void>(), Race<Void>(), Box(0))
    let transport = server.transport
    let second = device.start(
      nowhere,
      transport: { request in
        guard request.url.lastPathComponent == "transactions" else {
          return try await transport(request)
        }
        let number = asked.change { count in
          count += 1
          return count
        }
        // No other answer puts right what this one left.
        guard number == 1 else { throw NetworkFailure.unreachable("away") }
        let answer = try await transport(request)
        sent.finish(())
        await held.value
        return answer
      }
    ) {
      $0.rootKeys = []
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
    let device = Device()
    let (former, other) = (store("704000000000000001"), store("704000000000000002"))
    let server = server(former)
    let first = start(device, former, server)
    await first.untilStoreIsRead()
    server.become(.unreachable)
    former.sellOutside("lifetime")
    await until { await first.waitingPurchases == 1 }
    await first.storage.start { _ in }.value
    let second = start(device, other, server)
    await second.untilStoreIsRead()
    #expect(!second.isEntitled("archive"))
    await second.storage.start { _ in }.value
    #expect(!start(device, other, server).isEntitled("archive"))
  }

  @Test("an empty id of a customer is none")
  func emptyId() throws {
    let store = store("")
    store.sellOutside("lifetime")
    let transaction = try #require(store.transactions.first)
    #expect(transaction.customer == .unnamed(String(transaction.originalId)))
    #expect(StoreAppTransaction(id: "", jws: "").id == nil)
  }

  @Test("a store that shows nothing for a moment takes nothing away from the same Apple Account")
  func emptyForAMoment() async throws {
    let device = Device()
    let (full, empty) = (store("704000000000000001"), store("704000000000000001"))
    let server = server(full)
    let first = start(device, full, server)
    await first.untilStoreIsRead()
    full.sellOutside("lifetime")
    await until { first.customer?.entitlements.first?.isProvisional == false }
    await first.storage.start { _ in }.value
    let second = start(device, empty, server)
    await second.untilStoreIsRead()
    #expect(second.isEntitled("archive"))
  }

  @Test("an answer from before a purchase that comes after it does not take it away")
  func lateAnswer() async throws {
    let (device, store) = (Device(), store("704000000000000001"))
    let server = server(store)
    server.show(FakePaywall("wall", products: [.init("lifetime")]), at: "settings")
    store.sellOutside("monthly")
    let (isHeld, held, sent) = (Box(false), Race<Void>(), Race<Void>())
    let transport = server.transport
    let client = device.start(
      nowhere,
      transport: { request in
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
    ) {
      $0.rootKeys = []
      $0.store = store
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
    let (device, store) = (Device(), store("704000000000000001"))
    let server = server(store)
    let first = start(device, store, server)
    await first.untilStoreIsRead()
    store.sellOutside("lifetime")
    await until { first.customer?.entitlements.first?.isProvisional == false }
    await first.storage.start { _ in }.value
    device.storage.mood.change { $0 = .stuck }
    // The server and the store say nothing.
    let next = device.start(nowhere, transport: dead) { $0.rootKeys = [] }
    #expect(!next.isEntitled("archive") && next.customer == nil)
    let told = Task { await next.customers.first { !$0.entitlements.isEmpty } }
    await until { next.customerCache.readerCount == 1 }
    device.storage.free()
    #expect(await told.value?.entitlements.map(\.id) == ["archive"])
    #expect(next.isEntitled("archive"))
  }
}
