import PaywallKitTesting
import Testing

@testable import PaywallKit

@Suite("What is bought if the offer cannot be had")
struct OfferFallbackTests {
  @Test("a code that is not redeemed leaves nobody waiting")
  func abandonedCode() async throws {
    let shop = Shop(
      showing: .init("monthly", offers: [.init(.offerCode, "SPRING", url: "https://example.com/x")])
    )
    let (client, placement) = await shop.opened()
    for _ in 0..<3 { #expect(await client.buy("monthly", on: placement) == .cancelled) }
    #expect(await client.purchases.arrivals.isEmpty)
  }

  @Test(
    "without the offer that failed, what the paywall withholds stays withheld",
    arguments: [nil, "refused by the App Store"])
  func withheldFallback(words: String?) async throws {
    let shop = Shop()
    shop.show(
      .init("monthly", offers: [.init(.promotional, "loyalty")], withholdsIntroductory: true))
    let (client, placement) = await shop.opened()
    if words == nil { shop.server.refuse(offer: "loyalty", code: "offerNotEligible") }
    shop.store.judgeOffers { if case .signed = $0 { words } else { nil } }
    let outcome = await client.buy("monthly", on: placement, ifOfferFails: .buyWithoutOffer)
    #expect(outcome.purchase != nil && outcome.purchase?.offer == nil, "\(outcome)")
    #expect(
      shop.store.purchaseOptions.last?.offer
        == .withheldIntroductory(compactJWS: "withheld-monthly"))
  }

  @Test("if the introductory offer cannot be withheld, nothing is bought instead of a free trial")
  func notWithheld() async throws {
    let shop = Shop()
    shop.show(
      .init("monthly", offers: [.init(.promotional, "loyalty")], withholdsIntroductory: true))
    let (client, placement) = await shop.opened()
    // The signature that came with the answer is spent.
    shop.store.answerNext(.cancels)
    _ = await client.buy("monthly", on: placement, offer: .none)
    shop.server.become(.unreachable)
    let outcome = await client.buy("monthly", on: placement, ifOfferFails: .buyWithoutOffer)
    #expect(outcome == .offerRefused(.network(.unreachable("There is no connection."))))
    #expect(shop.store.transactions.isEmpty)
  }
}
