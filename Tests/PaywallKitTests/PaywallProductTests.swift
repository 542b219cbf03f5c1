import PaywallKit
import PaywallKitTesting
import Testing

@Suite("The paywall's products as the store sells them")
struct PaywallProductTests {
  @Test("they come in the paywall's order with the offer that a purchase takes")
  func joined() async throws {
    let shop = Shop()
    shop.show(
      .init("yearly"), .init("gone"),
      .init("monthly", offers: [.init(.winBack, "back"), .init(.introductory, "trial")]))
    let (client, placement) = await shop.opened()
    guard case .loaded(let products) = await client.products(of: placement) else {
      Issue.record("The store was asked in vain.")
      return
    }
    #expect(products.map(\.id) == ["yearly", "monthly"])
    #expect(products[0].offer == nil && products[0].terms == nil)
    #expect(products[0].displayPrice == "49.99 USD")
    #expect(products[0].store.period == .init(1, .year))
    #expect(products[1].offer?.id == "trial")
    #expect(products[1].offer == (await client.offer(for: "monthly", on: placement)))
    #expect(
      products[1].terms == .init(.introductory, payment: .freeTrial, period: .init(1, .week)))
    let outcome = await client.buy("monthly", on: placement)
    #expect(outcome.purchase != nil)
    // A customer who has had the trial does not see it again.
    guard case .loaded(let later) = await client.products(of: placement) else {
      Issue.record("The store was asked in vain.")
      return
    }
    #expect(later[1].offer == nil && later[1].terms == nil)
  }

  @Test("a store that does not answer is given up, and without a store there is nothing")
  func failures() async {
    let shop = Shop()
    shop.show(.init("yearly"))
    let (client, placement) = await shop.opened()
    let none = shop.start { $0.store = nil }
    #expect(await none.products(of: placement) == .failed(.noStore))
    #expect(
      await client.products(of: PlacementDecision("settings", shows: .nothing)) == .loaded([]))
  }
}
