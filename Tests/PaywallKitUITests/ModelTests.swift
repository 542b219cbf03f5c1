import Observation
import PaywallKit
import PaywallPresentation
import TestSupport
import Testing

@testable import PaywallKitUI

@MainActor
@Suite struct ModelTests {
  private let desk = Desk()
  private let model = PaywallModel()

  private func show(
    _ products: [Paywall.Product] = [.init("yearly"), .init("monthly")],
    selected: String? = "monthly", content: JSONValue = .object([:])
  ) async {
    desk.show(
      Paywall("standard", products: products, selected: selected, content: content),
      [yearlyAgain, monthly])
    await model.load("onboarding", using: desk)
  }

  @Test func `the paywall's choice is selected, and what the store does not sell is left out`()
    async
  {
    await show([.init("gone"), .init("yearly"), .init("monthly")])
    #expect(model.screen?.products.map(\.id) == ["yearly", "monthly"])
    #expect(model.selectedProduct?.id == "monthly")
    model.select("yearly")
    #expect(model.selectedProduct?.id == "yearly")
  }

  @Test func `a choice that the store does not sell falls to the first product`() async {
    await show(selected: "gone")
    #expect(model.selectedProduct?.id == "yearly")
  }

  @Test func `the exposure is reported once it is on screen, and once`() async {
    await model.appeared()
    await show()
    #expect(desk.exposures.isEmpty)
    await model.appeared()
    await model.appeared()
    #expect(desk.exposures == ["monthly"])
  }

  @Test func `nothing to show ends at once, and is reported for those who are held out`() async {
    await model.load("onboarding", using: desk)
    #expect(model.state.result == .nothing)
    #expect(desk.exposures == ["nothing"])
  }

  @Test func `without an answer, a store or a client it can be closed and tried again`() async {
    await model.load("onboarding", using: nil)
    #expect(model.isUnavailable && model.closingDelay == nil)
    desk.change { $0.shows = .unknown }
    await model.load("onboarding", using: desk)
    #expect(model.isUnavailable)
    desk.change {
      $0.shows = .paywall(Paywall("standard", products: [.init("yearly")]))
      $0.products = .failed(.unreachable("offline"))
    }
    await model.reload()
    #expect(model.isUnavailable && desk.exposures.isEmpty)
    desk.change { $0.products = .loaded([]) }
    await model.reload()
    #expect(model.isUnavailable)
    desk.change { $0.products = .loaded([PaywallProduct(.init("yearly"), yearly)]) }
    await model.reload()
    #expect(model.screen != nil)
  }

  @Test func `a paywall that sells nothing is shown`() async {
    await show([], content: .object(["headline": .string("Hello")]))
    #expect(model.screen?.content.headline == "Hello")
    await model.appeared()
    #expect(desk.exposures == ["nothing"])
  }

  @Test func `the way out is there after its seconds, and at once everywhere else`() async {
    #expect(model.closingDelay == nil)
    await show(content: .object(["close": .integer(3)]))
    #expect(model.closingDelay == .seconds(3))
    model.waited()
    #expect(model.closingDelay == nil)
    model.end(.closed)
    #expect(model.state.result == .closed)
  }

  @Test(arguments: [
    (PurchaseOutcome.pending, PaywallWords.Phrase?.some(.pending)), (.cancelled, nil),
    (.failed(.notAllowed), .failed), (.failed(.unverified), .failed),
    (.failed(.unreachable("offline")), .unavailable),
  ])
  func `after a tap the customer is told what became of it`(
    outcome: PurchaseOutcome, notice: PaywallWords.Phrase?
  ) async {
    await show()
    desk.change { $0.outcomes = [outcome] }
    await model.buy()
    #expect(model.state.notice == notice)
    #expect(model.state.result == nil && !model.state.isBusy)
    #expect(desk.bought == [.first])
    model.dismissNotice()
    #expect(model.state.notice == nil)
  }

  @Test func `an offer that is refused is not shown again, and the next tap buys without it`()
    async
  {
    await show(
      [.init("yearly", offers: [.init(.promotional, id: "months_at_half")])], selected: nil)
    #expect(model.selectedProduct?.offer?.hasPrefix("$3.99 a month") == true)
    desk.change { $0.outcomes = [.offerRefused(.notConfirmed), .pending] }
    await model.buy()
    #expect(model.state.notice == .refused)
    #expect(model.selectedProduct?.offer == nil)
    #expect(model.selectedProduct?.billed == "$59.99 a year")
    await model.buy()
    #expect(desk.bought == [.first, .none])
  }

  @Test func `a restore ends the paywall if something is unlocked`() async {
    await show()
    await model.restore()
    #expect(model.state.notice == .notRestored && model.state.result == nil)
    desk.change { $0.restored = .failed(.storeTimedOut) }
    await model.restore()
    #expect(model.state.notice == .unavailable)
    desk.change { $0.restored = .restored(.having()) }
    await model.restore()
    #expect(model.state.notice == .notRestored && model.state.result == nil)
    desk.change { $0.restored = .restored(.having("pro")) }
    await model.restore()
    #expect(model.state.result == .restored(.having("pro")))
  }

  @Test func `a redeemed code ends it, and what was unlocked before does not`()
    async
  {
    desk.change { $0.customer = .having("basic") }
    await show()
    async let waiting: Void = model.awaitUnlocking()
    await until { desk.followers == 1 }
    desk.tell(.having("basic"))
    desk.tell(.having("basic", "pro"))
    await waiting
    #expect(model.state.result == .unlocked(.having("basic", "pro")))
    // The first end counts.
    model.end(.closed)
    #expect(model.state.result == .unlocked(.having("basic", "pro")))
  }

  @Test func `a view that reads the state is told of its change`() async {
    await show()
    await confirmation { told in
      withObservationTracking {
        _ = model.selectedProduct
      } onChange: {
        told()
      }
      model.select("yearly")
    }
  }
}
