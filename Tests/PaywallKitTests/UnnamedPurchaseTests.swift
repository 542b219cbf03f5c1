import Foundation
import PaywallKitTesting
import TestSupport
import Testing

@testable import PaywallKit

/// The App Store of an old system names no customer: to the server each purchase is a customer of
/// its own.
@Suite("Purchases that name no customer")
struct UnnamedPurchaseTests {
  private let shop = Shop(of: nil)

  @Test("two of them stay both, though the server answers about each alone")
  func two() async throws {
    shop.show(.init("monthly"), .init("lifetime"))
    let (client, placement) = await shop.opened(isRead: true)
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
    await client.untilStored()
    shop.server.become(.unreachable)
    let next = shop.start()
    await next.untilLoaded()
    #expect(next.isEntitled("pro") && next.isEntitled("archive"))
  }

  @Test("an app that reports two of them by itself keeps both")
  func reported() async throws {
    let client = shop.start { $0.store = nil }
    for product in ["monthly", "lifetime"] {
      let evidence = PurchaseEvidence(transactions: [shop.store.writtenText(product)])
      guard case .kept = await client.report(evidence) else {
        Issue.record("\(product) was not kept.")
        return
      }
    }
    #expect(client.isEntitled("pro") && client.isEntitled("archive"))
  }

  @Test("a signature is asked for with one of them, because the server refuses several customers")
  func signed() async throws {
    shop.show(.init("monthly", offers: [.init(.promotional, "loyalty")]))
    shop.store.sellOutside("monthly", "lifetime")
    let client = shop.start()
    _ = try await client.signedOffer(product: "monthly", offer: "loyalty", placement: "settings")
    let sent = try #require(shop.bodies(of: "sign").last)
    #expect(
      sent["transactions"]?.array?.compactMap(\.string) == [shop.store.transactions[0].jws])
  }

  @Test("one that gains the name of its customer counts by the answer about that customer")
  func gainsName() async throws {
    await shop.buyOutside("lifetime")
    shop.server.become(.unreachable)
    shop.store.name(customer: AppleAccounts.ids[0])
    shop.store.refund(try #require(shop.store.transactions.first?.id))
    let second = await shop.started()
    #expect(!second.isEntitled("archive"))
  }

  @Test(
    "what was bought on an old system stays when the system is updated, with and without the network",
    arguments: [true, false])
  func update(isOnline: Bool) async throws {
    await shop.buyOutside("monthly", "lifetime")
    shop.store.name(customer: AppleAccounts.ids[0])
    if !isOnline { shop.server.become(.unreachable) }
    let next = await shop.started()
    #expect(next.isEntitled("pro") && next.isEntitled("archive"))
    // The server knows both by the name, also for a device that has nothing on disk.
    shop.server.become(.well)
    _ = await next.refreshCustomer()
    #expect(next.customer?.entitlements.map(\.isProvisional) == [false, false])
    #expect(await next.purchases.record?.customer.entitlements.map(\.id) == ["archive", "pro"])
  }

  @Test("of more than one question holds, none loses what was answered before it had a name")
  func manyGainName() async throws {
    let names = (0..<45).map { "thing\($0)" }
    let shop = Shop(
      names.map { .lifetime($0) },
      entitlements: Dictionary(uniqueKeysWithValues: names.map { ($0, [$0]) }), customer: nil)
    let client = await shop.started()
    for name in names { shop.store.sellOutside(name) }
    await until { shop.server.keptTransactions.count == 45 }
    await until { await client.waitingPurchases == 0 }
    await client.untilStored()
    shop.store.name(customer: AppleAccounts.ids[0])
    let next = await shop.started()
    _ = await next.refreshCustomer()
    #expect(names.filter { !next.isEntitled($0) } == [])
  }

  @Test("a log-in that was answered about one of them alone loses none in the next start")
  func partOfLogIn() async throws {
    await shop.buyOutside("monthly", "lifetime")
    let client = await logIn(answering: 1)
    #expect(client.isEntitled("pro") && client.isEntitled("archive"))
    await client.untilStored()
    shop.server.become(.unreachable)
    // The disk says so, and then the store.
    let disk = shop.start { $0.store = nil }
    await disk.untilLoaded()
    #expect(disk.isEntitled("pro") && disk.isEntitled("archive"))
    let next = await shop.started()
    #expect(next.isEntitled("pro") && next.isEntitled("archive"))
  }

  @Test("a refund that the server was not asked about takes nothing from what was bought after it")
  func boughtAgain() async throws {
    await shop.buyOutside("lifetime")
    shop.store.refund(try #require(shop.store.transactions.first?.id))
    shop.store.sellOutside("lifetime")
    let client = await logIn(answering: 2)
    #expect(client.isEntitled("archive"))
  }

  /// Starts with a log-in, after which only one request about two purchases is answered.
  private func logIn(answering number: Int) async -> Paywalls {
    let (hasLoggedIn, asked) = (Box(false), Box(0))
    let transport = shop.server.transport
    let client = shop.start {
      $0.advanced.transport = { request in
        guard hasLoggedIn.value, request.url.lastPathComponent == "transactions" else {
          return try await transport(request)
        }
        let isAnswered = asked.next() == number
        // The server is there, and fails.
        guard isAnswered else { return try await answering("{}", status: 500)(request) }
        return try await transport(request)
      }
    }
    await client.untilStoreIsRead()
    await until { await client.waitingPurchases == 0 }
    hasLoggedIn.change { $0 = true }
    await client.identify("somebody")
    await until { asked.value == 2 }
    await until { await client.purchases.record?.unnamed?.count == 1 }
    return client
  }

  @Test(
    "a server that does not answer is asked once, not for each purchase; a refusal says nothing of the next",
    arguments: [
      (FakeServer.Mood.unreachable, 1), (.refuses(status: 429, code: "tooManyRequests"), 1),
      (.refuses(status: 422, code: "notTrusted"), 2), (.refuses(status: 500, code: "broken"), 2),
    ])
  func asksOnce(mood: FakeServer.Mood, questions: Int) async {
    await shop.buyOutside("monthly", "lifetime")
    let before = shop.bodies(of: "transactions").count
    shop.server.become(mood)
    let next = await shop.started()
    #expect(shop.bodies(of: "transactions").count - before == questions)
    #expect(next.isEntitled("pro") && next.isEntitled("archive"))
  }

  @Test("what only the server knows stays when the system is updated, until it answers again")
  func updateOffline() async throws {
    let shop = Shop(
      [FakeProduct(id: "season", type: .nonRenewable)], entitlements: ["pro": ["season"]],
      customer: nil)
    await shop.buyOutside("season")
    // StoreKit alone does not say when it ends.
    shop.pass(8 * Shop.day)
    shop.store.name(customer: AppleAccounts.ids[0])
    shop.server.become(.unreachable)
    let next = await shop.started()
    #expect(next.isEntitled("pro"))
    await next.untilStored()
    let disk = shop.start { $0.store = nil }
    await disk.untilLoaded()
    #expect(disk.isEntitled("pro"))
    // Then the answer about the customer counts alone.
    shop.server.become(.well)
    let last = await shop.started()
    await until { await last.waitingPurchases == 0 }
    #expect(last.customer?.entitlements.map(\.isProvisional) == [false])
    shop.store.refund(try #require(shop.store.transactions.first?.id))
    await until { !last.isEntitled("pro") }
    await until { await last.waitingPurchases == 0 }
    #expect(!last.isEntitled("pro"))
    await last.untilStored()
    shop.server.become(.unreachable)
    let offline = shop.start { $0.store = nil }
    await offline.untilLoaded()
    #expect(!offline.isEntitled("pro"))
  }

  @Test("of what the store holds, what unlocks nothing any more is not kept on disk")
  func onlyWhatCounts() async throws {
    shop.server.become(.unreachable)
    shop.store.sellOutside("monthly", "lifetime")
    shop.store.setRenewal(false, of: "monthly")
    shop.pass(40 * Shop.day)
    var unverified = try #require(shop.store.transactions.last)
    unverified.isVerified = false
    unverified.signed += 60
    let tampered = MortalStore(base: shop.store, life: Life(steps: nil)) { [unverified] history in
      history + [unverified]
    }
    let client = await shop.started { $0.store = tampered }
    // An unverified transaction says nothing of verified ones.
    let local = try #require(await client.purchases.record?.local)
    #expect(local.map(\.product) == ["lifetime"] && local.allSatisfy(\.isVerified))
  }

  @Test("a store that shows nothing takes nothing away for a day")
  func empty() async throws {
    await shop.buyOutside("lifetime")
    let empty = shop.other(nil)
    for (hours, isEntitled) in [(23.0, true), (23, true), (2, false)] {
      shop.pass(hours * 3600, empty)
      let next = await shop.started { $0.store = empty }
      #expect(next.isEntitled("archive") == isEntitled)
      await next.untilStored()
    }
    // The store is there again.
    shop.server.become(.unreachable)
    let last = await shop.started()
    #expect(last.isEntitled("archive"))
  }

  @Test("what the server refuses unlocks nothing, though the store holds it")
  func refused() async throws {
    shop.store.sellOutside("lifetime")
    let transport = shop.server.transport
    let refusal = answering(
      #"{"code":"notTrusted","status":422,"detail":"Another root."}"#, status: 422,
      type: "application/problem+json")
    let client = shop.start {
      $0.advanced.transport = { request in
        let isReport = request.url.lastPathComponent == "transactions"
        return try await isReport ? refusal(request) : transport(request)
      }
    }
    await client.untilStoreIsRead()
    _ = await client.refreshCustomer()
    #expect(await client.purchases.grants.entitlements["lifetime"] == ["archive"])
    #expect(!client.isEntitled("archive"))
  }

  @Test("a question about one of them does not overtake a report about the same one")
  func overtaken() async {
    // The test runs in a process of its own, which knows when nothing is left to do.
    await #expect(processExitsWith: .success) {
      try #require(SingleThread.shared.takeOver())
      try await Task { try await Self.overtake() }.value
    }
  }

  private static func overtake() async throws {
    let shop = Shop(of: nil)
    let (questions, question, report) = (Box<Int?>(nil), Race<Void>(), Race<Void>())
    let transport = shop.server.transport
    // The first purchase is asked about first.
    shop.store.sellOutside("lifetime", "monthly")
    let client = shop.start {
      $0.runStorage = { call in Task { call() } }
      $0.advanced.transport = { request in
        guard request.url.lastPathComponent == "transactions",
          let number = questions.change({ count in
            count = count.map { $0 + 1 }
            return count
          })
        else { return try await transport(request) }
        switch number {
        case 1:
          let answer = try await transport(request)
          await question.value
          return answer
        case 2:
          await report.value
          return try await transport(request)
        default: return try await transport(request)
        }
      }
    }
    await SingleThread.shared.untilIdle()
    #expect(client.isEntitled("pro") && client.isEntitled("archive"))
    questions.change { $0 = 0 }
    let refreshing = Task { await client.refreshCustomer() }
    await SingleThread.shared.untilIdle()
    shop.store.refund(try #require(shop.store.transactions.last?.id))
    await SingleThread.shared.untilIdle()
    #expect(questions.value == 2)
    question.finish(())
    await SingleThread.shared.untilIdle()
    report.finish(())
    await SingleThread.shared.untilIdle()
    _ = await refreshing.value
    #expect(await client.waitingPurchases == 0)
    #expect(!client.isEntitled("pro") && client.isEntitled("archive"))
  }
}
