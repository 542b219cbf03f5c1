import Foundation
import PaywallKitTesting
import TestSupport
import Testing

@testable import PaywallKit

@Suite("Purchases until the server has kept them")
struct ReportingTests {
  private let shop = Shop(showing: .init("yearly"))

  @Test(
    "while the server is away a purchase is unlocked, safe on disk and finished; a later start reports it"
  )
  func offline() async throws {
    let first = await shop.started()
    let placement = await first.placement("settings")
    shop.server.become(.unreachable)
    let outcome = await first.buy("yearly", on: placement)
    let purchase = try #require(outcome.purchase, "\(outcome)")
    #expect(!purchase.isReported)
    #expect(purchase.customer.entitlements.map(\.isProvisional) == [true])
    #expect(first.isEntitled("pro"))
    #expect(await first.waitingPurchases == 1)
    #expect(shop.store.finishedTransactions == [purchase.transaction.id])
    // The server is still away: the disk knows.
    let second = shop.start()
    await second.untilLoaded()
    #expect(second.isEntitled("pro"))
    await second.untilStoreIsRead()
    shop.server.become(.well)
    _ = await second.refreshCustomer()
    #expect(shop.server.keptTransactions == [String(purchase.transaction.id)])
    #expect(await second.waitingPurchases == 0)
    #expect(second.customer?.entitlements.map(\.isProvisional) == [false])
    #expect(!shop.device.storage.files.value.keys.contains { $0.hasPrefix("purchase-") })
  }

  @Test("an attempt that failed is repeated by itself, later each time")
  func retried() async throws {
    let (client, placement) = await shop.opened(isRead: true)
    shop.server.become(.unreachable)
    _ = await client.buy("yearly", on: placement)
    // The wait is 2 s times 0.75.
    await shop.device.clock.sleeper(for: .milliseconds(1500))
    shop.device.clock.advance(by: .milliseconds(1500))
    await shop.device.clock.sleeper(for: .milliseconds(3000))
    shop.server.become(.well)
    shop.device.clock.advance(by: .milliseconds(3000))
    await until { shop.server.keptTransactions.count == 1 }
    await until { await client.waitingPurchases == 0 }
  }

  @Test("with a full disk and no server nothing is finished: the store sends it again")
  func fullDisk() async throws {
    let shop = Shop(showing: .init("coins"))
    let first = await shop.started()
    let placement = await first.placement("settings")
    shop.server.become(.unreachable)
    shop.device.storage.mood.change { $0 = .full }
    let outcome = await first.buy("coins", on: placement)
    #expect(outcome.purchase?.isReported == false)
    #expect(shop.store.finishedTransactions.isEmpty)
    shop.server.become(.well)
    let second = await shop.started()
    await until { shop.server.keptTransactions.count == 1 }
    await until { shop.store.finishedTransactions.count == 1 }
    withExtendedLifetime(second) {}
  }

  @Test("with a full disk the server keeps it, and it is finished")
  func fullDiskWithServer() async throws {
    let (client, placement) = await shop.opened(isRead: true)
    shop.device.storage.mood.change { $0 = .full }
    #expect(await client.buy("yearly", on: placement).purchase?.isReported == true)
    #expect(shop.store.finishedTransactions.count == 1 && client.isEntitled("pro"))
  }

  @Test("a stuck disk holds nobody up")
  func stuckDisk() async throws {
    let (client, placement) = await shop.opened(isRead: true)
    shop.device.storage.mood.change { $0 = .stuck }
    let task = Task { await client.buy("yearly", on: placement) }
    await shop.device.clock.sleeper(for: .milliseconds(500))
    let advancing = Task {
      while !Task.isCancelled {
        shop.device.clock.advance(by: .milliseconds(100))
        await Task.yield()
      }
    }
    #expect(await task.value.purchase != nil)
    advancing.cancel()
    shop.device.storage.free()
    #expect(client.isEntitled("pro"))
  }

  @Test(
    "an answer that is lost or cut loses nothing, and keeps nothing twice",
    arguments: [FakeServer.Mood.losesAnswers, .cutsAnswers, .refuses(status: 503, code: "x")])
  func badAnswers(_ mood: FakeServer.Mood) async throws {
    let (client, placement) = await shop.opened(isRead: true)
    shop.server.become(mood)
    let outcome = await client.buy("yearly", on: placement)
    #expect(outcome.purchase?.isReported == false)
    #expect(client.isEntitled("pro"))
    shop.server.become(.well)
    _ = await client.refreshCustomer()
    #expect(shop.server.keptTransactions.count == 1)
    #expect(await client.waitingPurchases == 0)
  }

  @Test("what the server refuses is not unlocked and not finished, and is tried in the next start")
  func refused() async throws {
    let (client, placement) = await shop.opened(isRead: true)
    shop.server.become(.refuses(status: 422, code: "notTrusted"))
    let outcome = await client.buy("yearly", on: placement)
    #expect(outcome.purchase?.isReported == false)
    #expect(!client.isEntitled("pro") && shop.store.finishedTransactions.isEmpty)
    let refusals = shop.device.events.value.filter {
      if case .purchaseRefused = $0 { return true }
      return false
    }
    #expect(refusals.count == 1)
    shop.server.become(.well)
    let next = shop.start()
    await until { next.isEntitled("pro") }
    await until { shop.store.finishedTransactions.count == 1 }
  }

  @Test("a report is kept on disk until the server has it")
  func report() async throws {
    let shop = Shop()
    let jws = shop.store.writtenText("yearly")
    let evidence = PurchaseEvidence(transactions: [jws])
    shop.server.become(.unreachable)
    let first = shop.start { $0.store = nil }
    #expect(await first.report(evidence) == .queued(.unreachable("There is no connection.")))
    shop.server.become(.well)
    let second = shop.start { $0.store = nil }
    await second.flush()
    #expect(shop.server.keptTransactions.count == 1)
    shop.server.become(.refuses(status: 422, code: "notTrusted"))
    guard case .refused(let problem) = await second.report(evidence) else {
      return #expect(Bool(false))
    }
    #expect(problem.code == "notTrusted")
    #expect(await second.waitingPurchases == 0)
  }

  @Test("only what the server lacks is sent again, with what names the customer")
  func digests() async throws {
    let shop = Shop(showing: .init("yearly", offers: [.init(.promotional, "loyalty")]))
    for _ in 0..<30 { shop.store.sellOutside("lifetime") }
    shop.store.sellOutside("monthly")
    let client = await shop.started()
    await until { await client.waitingPurchases == 0 }
    _ = await client.refreshCustomer()
    let signed = try await client.signedOffer(
      product: "yearly", offer: "loyalty", placement: "settings")
    #expect(signed.offer == "loyalty")
    let sent = shop.bodies(of: "sign").last
    #expect(sent?["transactions"]?.array?.count == 1)
    #expect(sent?["appTransaction"]?.string != nil)
    // A server that has lost everything gets everything again.
    shop.server.refuse(offer: "loyalty", code: "noVerifiedHistory", status: 403)
    _ = try? await client.signedOffer(product: "yearly", offer: "loyalty", placement: "settings")
    #expect(shop.bodies(of: "sign").map { $0["transactions"]?.array?.count } == [1, 1, 31])
  }

  @Test("a refusal counts if there is no time to ask again with all texts")
  func refusedLate() async throws {
    let shop = Shop(showing: .init("yearly", offers: [.init(.promotional, "loyalty")]))
    shop.store.sellOutside("lifetime")
    shop.store.sellOutside("monthly")
    shop.server.refuse(offer: "loyalty", code: "offerNotEligible")
    let (transport, clock, asked) = (shop.server.transport, shop.device.clock, Box(0))
    let client = shop.start {
      $0.advanced.signingBudget = .seconds(10)
      $0.advanced.transport = { request in
        guard request.url.lastPathComponent == "sign" else { return try await transport(request) }
        guard asked.next() == 1 else {
          clock.advance(by: .seconds(10))
          return try await silent(request)
        }
        return try await transport(request)
      }
    }
    await client.untilStoreIsRead()
    await until { await client.waitingPurchases == 0 }
    let error = await #expect(throws: PaywallsError.self) {
      try await client.signedOffer(product: "yearly", offer: "loyalty", placement: "settings")
    }
    #expect(asked.value == 2)
    let problem = try #require(error?.refusal, "\(String(describing: error))")
    #expect(problem.code == "offerNotEligible")
  }

  @Test("two at once, one without a token: each is kept once")
  func twoAtOnce() async throws {
    let shop = Shop()
    let client = await shop.started()
    shop.store.sellOutside("coins", "lifetime")
    shop.store.sellOutside("coins", account: UUID())
    let last = try #require(shop.store.transactions.last?.id)
    shop.store.sendAgain(last)
    await until { shop.server.keptTransactions.count == 3 }
    await until { shop.store.finishedTransactions.count == 3 }
    #expect(client.isEntitled("pro"))
  }

  @Test("environment, storefront and ids are sent without the app's doing")
  func sent() async throws {
    let shop = Shop(environment: "sandbox")
    shop.show(.init("yearly"))
    let (client, placement) = await shop.opened()
    let asked = try #require(shop.bodies(of: "settings").first?["attributes"])
    #expect(asked["environment"]?.string == "sandbox" && asked["country"]?.string == "USA")
    #expect(asked["osVersion"]?.string == "18.2")
    let user = "6f1c1d2e-0b1a-4f7e-9a55-2d6c2f1f7f10"
    await client.identify(user)
    _ = await client.buy("yearly", on: placement)
    #expect(shop.store.purchaseOptions.first?.appAccountToken == UUID(uuidString: user))
    let told = try #require(shop.bodies(of: "transactions").last)
    #expect(told["userId"]?.string == user)
    #expect(told["attributes"]?["userId"]?.string == user)
    #expect(told["attributes"]?["anonymousId"]?.string == "id-1")
    #expect(told["attributes"]?["environment"]?.string == "sandbox")
    #expect(told["attributes"]?["appAccountToken"]?.string == user)
  }
}

extension FakeStore {
  /// A purchase outside of the app, as text.
  func writtenText(_ product: String) -> String {
    sellOutside(product)
    return transactions.last?.jws ?? ""
  }
}
