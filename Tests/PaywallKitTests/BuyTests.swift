import Foundation
import PaywallKitTesting
import TestSupport
import Testing

@testable import PaywallKit

@Suite("From the tap to the entitlement")
struct BuyTests {
  private let shop = Shop(showing: .init("yearly"))

  @Test("what is bought is unlocked, kept by the server and finished")
  func bought() async throws {
    let (client, placement) = await shop.opened()
    #expect(!client.isEntitled("pro"))
    let outcome = await client.buy("yearly", on: placement)
    let purchase = try #require(outcome.purchase, "\(outcome)")
    #expect(purchase.isReported && purchase.offer == nil)
    #expect(purchase.customer.entitlements.map(\.id) == ["pro"])
    #expect(purchase.customer.subscriptions.map(\.state) == [.subscribed])
    #expect(client.isEntitled("pro") && !client.isEntitled("team"))
    #expect(shop.server.keptTransactions == [String(purchase.transaction.id)])
    #expect(shop.store.finishedTransactions == [purchase.transaction.id])
    #expect(await client.waitingPurchases == 0)
    #expect(shop.store.purchaseOptions == [StorePurchaseOptions()])
  }

  /// A paywall's offer, and what the purchase then says of it.
  struct OfferCase: CustomTestStringConvertible, Sendable {
    let product: FakePaywall.Product
    let says: StoreOffer?
    let offer: String?
    var testDescription: String { "\(product.offers.map(\.kind.rawValue)) on \(product.id)" }
  }

  @Test(
    "each kind of offer is applied as Apple wants it",
    arguments: [
      OfferCase(
        product: .init("yearly", offers: [.init(.promotional, "loyalty")]),
        says: .signed(
          SignedOffer(
            product: "yearly", kind: .promotional, offer: "loyalty",
            signature: .jws("signed-yearly-loyalty-1"))), offer: "loyalty"),
      OfferCase(
        product: .init(
          "monthly", offers: [.init(.introductory, "trial", eligibility: .unknown)]), says: nil,
        offer: nil),
      OfferCase(
        product: .init("monthly", withholdsIntroductory: true),
        says: .withheldIntroductory(compactJWS: "withheld-monthly"), offer: nil),
      // Nothing to withhold: the product has no introductory offer that this customer could have.
      OfferCase(product: .init("lifetime"), says: nil, offer: nil),
      // The device knows no win-back offer for a newcomer: the next one counts.
      OfferCase(
        product: .init(
          "yearly", offers: [.init(.winBack, "back"), .init(.promotional, "loyalty")]),
        says: .signed(
          SignedOffer(
            product: "yearly", kind: .promotional, offer: "loyalty",
            signature: .jws("signed-yearly-loyalty-1"))), offer: "loyalty"),
    ])
  func kinds(_ offer: OfferCase) async throws {
    let shop = Shop(showing: offer.product)
    let client = shop.start()
    let outcome = await client.buy(offer.product.id, on: await client.placement("settings"))
    let purchase = try #require(outcome.purchase, "\(outcome)")
    #expect(shop.store.purchaseOptions.map(\.offer) == [offer.says])
    #expect(purchase.offer == offer.offer)
  }

  @Test("a year that the paywall sells monthly is bought so, with an offer or without")
  func billingPlan() async throws {
    let shop = Shop()
    let loyalty = FakePaywall.Offer(.promotional, "loyalty")
    shop.show(.init("yearly", offers: [loyalty], billingPlan: .monthly))
    let (client, placement) = await shop.opened()
    #expect(placement.paywall?.products.map(\.billingPlan) == [.monthly])
    _ = await client.buy("yearly", on: placement)
    _ = await client.buy("yearly", on: placement, offer: .none)
    #expect(shop.store.purchaseOptions.map(\.billingPlan) == [.monthly, .monthly])
    #expect(shop.store.purchaseOptions.map { $0.offer == nil } == [false, true])
  }

  @Test("who has left is won back with an offer that Apple grants")
  func winBack() async throws {
    let shop = Shop(
      showing: .init("yearly", offers: [.init(.winBack, "back", eligibility: .unknown)]))
    let client = shop.start()
    _ = await client.buy("monthly", on: await client.placement("settings"))
    #expect(client.isEntitled("pro"))
    shop.store.setRenewal(false, of: "monthly")
    shop.store.advance(by: 40 * Shop.day)
    shop.device.clock.advance(by: .seconds(40 * 86_400))
    #expect(!client.isEntitled("pro"))
    let placement = await client.placement("settings")
    #expect(await client.offer(for: "yearly", on: placement)?.id == "back")
    let outcome = await client.buy("yearly", on: placement)
    #expect(outcome.purchase?.offer == "back")
    #expect(shop.store.purchaseOptions.last?.offer == .winBack("back"))
    #expect(client.isEntitled("pro"))
  }

  @Test("a code is redeemed in the App Store, and its purchase is the outcome")
  func code() async throws {
    let shop = Shop()
    let url = try #require(URL(string: "https://apps.apple.com/redeem?code=SPRING"))
    shop.store.accept(code: "SPRING", at: url, for: "monthly")
    shop.show(.init("monthly", offers: [.init(.offerCode, "SPRING", url: url.absoluteString)]))
    let client = await shop.started()
    let outcome = await client.buy("monthly", on: await client.placement("settings"))
    #expect(outcome.purchase?.offer == "SPRING", "\(outcome)")
    #expect(client.isEntitled("pro"))
  }

  @Test("an offer that came signed with the paywall needs no other request, and is used once")
  func ahead() async throws {
    let shop = Shop(showing: .init("yearly", offers: [.init(.promotional, "loyalty")]))
    // A consumable would be gone from the store's history once it is reported.
    shop.store.sellOutside("pass")
    let client = await shop.started()
    let placement = await client.placement("settings", signing: .ahead)
    shop.store.answerNext(.cancels)
    #expect(await client.buy("yearly", on: placement) == .cancelled)
    #expect(!shop.paths.contains("sign"))
    #expect(await client.buy("yearly", on: placement).purchase?.offer == "loyalty")
    #expect(shop.paths.filter { $0 == "sign" }.count == 1)
    let signatures = shop.store.purchaseOptions.map(\.offer)
    #expect(Set(signatures).count == 2)
  }

  @Test("an offer that the server refuses is not bought, and without it only if the app says so")
  func refused() async throws {
    let shop = Shop(showing: .init("yearly", offers: [.init(.promotional, "loyalty")]))
    shop.server.refuse(offer: "loyalty", code: "offerNotEligible")
    let (client, placement) = await shop.opened()
    let outcome = await client.buy("yearly", on: placement)
    guard case .offerRefused(.server(let problem)) = outcome else {
      return #expect(Bool(false), "\(outcome)")
    }
    #expect(problem.code == "offerNotEligible")
    #expect(shop.store.transactions.isEmpty)
    let without = await client.buy("yearly", on: placement, ifOfferFails: .buyWithoutOffer)
    #expect(without.purchase?.offer == nil && without.purchase != nil)
    #expect(shop.store.purchaseOptions.map(\.offer) == [nil])
  }

  @Test("an offer that the App Store refuses is not bought, and without it only if the app says so")
  func refusedByStore() async throws {
    let shop = Shop(showing: .init("yearly", offers: [.init(.promotional, "loyalty")]))
    shop.store.judgeOffers { _ in "The signature is invalid." }
    let (client, placement) = await shop.opened()
    #expect(
      await client.buy("yearly", on: placement)
        == .offerRefused(.store("The signature is invalid.")))
    let without = await client.buy("yearly", on: placement, ifOfferFails: .buyWithoutOffer)
    #expect(without.purchase != nil && without.purchase?.offer == nil)
  }

  @Test("one offer can be asked for, or none")
  func preference() async throws {
    let shop = Shop(showing: .init("yearly", offers: [.init(.promotional, "loyalty")]))
    let (client, placement) = await shop.opened()
    #expect(
      await client.buy("yearly", on: placement, offer: .only("other"))
        == .offerRefused(.notOnPaywall))
    #expect(await client.buy("yearly", on: placement, offer: .none).purchase?.offer == nil)
    #expect(shop.store.purchaseOptions.map(\.offer) == [nil])
  }

  @Test("no spinner is longer than the budget: the server does not sign")
  func silentServer() async throws {
    let shop = Shop(showing: .init("yearly", offers: [.init(.promotional, "loyalty")]))
    let client = await shop.started { $0.advanced.signingBudget = .milliseconds(700) }
    let placement = await client.placement("settings")
    shop.server.become(.silent)
    let task = Task { await client.buy("yearly", on: placement) }
    await until { shop.paths.last == "sign" }
    shop.device.clock.advance(by: .milliseconds(700))
    #expect(await task.value == .offerRefused(.network(.timedOut)))
    #expect(shop.store.purchaseOptions.isEmpty)
  }

  @Test("no spinner is longer than the budget: the store does not answer")
  func silentStore() async throws {
    let client = await shop.started { $0.advanced.signingBudget = .milliseconds(700) }
    let placement = await client.placement("settings")
    shop.store.fallAsleep()
    let task = Task { await client.buy("yearly", on: placement) }
    await shop.device.clock.sleeper(for: .milliseconds(700))
    shop.device.clock.advance(by: .milliseconds(700))
    #expect(await task.value == .failed(.storeTimedOut))
    shop.store.wake()
  }

  @Test("a sheet that never ends is pending, and what is bought later is not lost")
  func endlessSheet() async throws {
    let client = await shop.started { $0.advanced.longestPurchase = .seconds(77) }
    let placement = await client.placement("settings")
    shop.store.answerNext(.neverAnswers)
    let task = Task { await client.buy("yearly", on: placement) }
    await shop.device.clock.sleeper(for: .seconds(77))
    shop.device.clock.advance(by: .seconds(77))
    #expect(await task.value == .pending)
    await until {
      shop.store.wake()
      return client.isEntitled("pro")
    }
    await until { shop.server.keptTransactions.count == 1 }
  }

  @Test("a request to buy is pending; the approval unlocks by itself")
  func askToBuy() async throws {
    let client = await shop.started()
    shop.store.answerNext(.asksToBuy)
    #expect(await client.buy("yearly", on: await client.placement("settings")) == .pending)
    #expect(!client.isEntitled("pro"))
    let changed = Task { await client.customers.first { $0.entitlements.map(\.id) == ["pro"] } }
    shop.store.approve()
    #expect(await changed.value != nil)
    #expect(client.isEntitled("pro"))
    await until { shop.server.keptTransactions.count == 1 }
  }

  @Test("what the App Store says is said, and what cannot be verified unlocks nothing")
  func failures() async throws {
    let (client, placement) = await shop.opened(isRead: true)
    shop.store.answerNext(.cancels, .fails(.notAllowed), .fails(.unreachable("x")), .isUnverified)
    #expect(await client.buy("yearly", on: placement) == .cancelled)
    #expect(await client.buy("yearly", on: placement) == .failed(.notAllowed))
    #expect(await client.buy("yearly", on: placement) == .failed(.unreachable("x")))
    #expect(await client.buy("yearly", on: placement) == .failed(.unverified))
    #expect(!client.isEntitled("pro") && shop.server.keptTransactions.isEmpty)
    #expect(shop.store.finishedTransactions.isEmpty)
    #expect(await client.buy("unsold", on: placement) == .failed(.unknownProduct))
    let without = Device(isPinned: false).start(transport: dead)
    #expect(await without.buy("yearly", on: placement) == .failed(.noStore))
  }

  @Test("two taps buy once")
  func twoTaps() async throws {
    let shop = Shop(showing: .init("coins"))
    let (client, placement) = await shop.opened()
    async let first = client.buy("coins", on: placement)
    async let second = client.buy("coins", on: placement)
    let outcomes = await [first, second]
    #expect(outcomes.contains(.failed(.inProgress)))
    #expect(shop.store.transactions.count == 1)
  }

  @Test("an answer from before a purchase that comes after it is not shown after it either")
  func lateAnswer() async throws {
    let (sent, opened) = (Race<Void>(), Race<Void>())
    let transport = shop.server.transport
    let client = shop.start { configuration in
      configuration.advanced.transport = { request in
        let answer = try await transport(request)
        if request.url.lastPathComponent == "placements" {
          sent.finish(())
          await opened.value
        }
        return answer
      }
    }
    let placement = await client.placement("settings")
    let late = Task { await client.prefetch(["settings"]) }
    await sent.value
    _ = await client.buy("yearly", on: placement)
    shop.server.show(nil, at: "settings")
    // It does not wait for the answer that is on its way.
    #expect(await client.placement("settings").shows == .nothing)
    opened.finish(())
    _ = await late.value
    #expect(await client.placement("settings").shows == .nothing)
  }

  @Test("after a purchase a session begins: the paywall from before is not shown again")
  func session() async throws {
    let (client, placement) = await shop.opened()
    #expect(placement.paywall?.id == "wall")
    shop.server.show(nil, at: "settings")
    // The answer is fresh for 30 s.
    #expect(await client.placement("settings").paywall?.id == "wall")
    _ = await client.buy("yearly", on: placement)
    let after = await client.placement("settings")
    #expect(after.shows == .nothing && after.source == .network)
    // A customer who has bought is asked about with evidence, so that the server knows it.
    #expect(shop.bodies(of: "settings").last?["transactions"]?.array?.count == 1)
  }
}
