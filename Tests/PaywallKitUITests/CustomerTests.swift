import Foundation
import Observation
import PaywallKit
import PaywallKitTesting
import PaywallPresentation
import TestSupport
import Testing

@testable import PaywallKitUI

@MainActor
@Suite struct CustomerTests {
  private let desk = Desk()

  @Test func `nothing is known until the server was asked, also in vain`() async {
    let model = CustomerModel(desk)
    #expect(!model.isKnown && model.customer == nil)
    let following = Task { await model.follow() }
    await until { model.isKnown }
    #expect(model.customer == nil && !model.isEntitled("pro"))
    following.cancel()
    await following.value
  }

  @Test func `a view is drawn again after each change`() async {
    let model = CustomerModel(desk)
    let following = Task { await model.follow() }
    await until { model.isKnown && desk.followers == 1 }
    await confirmation { told in
      withObservationTracking {
        #expect(!model.isEntitled("pro"))
      } onChange: {
        told()
      }
      desk.tell(.having("pro"))
      await until { model.customer != nil }
    }
    #expect(model.isEntitled("pro"))
    following.cancel()
    await following.value
  }

  @Test func `a renewal that fails is a problem: in the grace period unlocked, after it locked`()
    async throws
  {
    let day = FakeProduct.day
    let store = FakeStore([.monthly("monthly", group: "21504291")])
    let server = FakeServer(entitlements: ["pro": ["monthly"]], now: { store.now })
    server.show(FakePaywall("standard", products: [.init("monthly")]), at: "onboarding")
    var configuration = Paywalls.Configuration.testing(server: server, store: store)
    // Its time stands still: in a large suite an app's two seconds pass before a task has its turn.
    configuration.clock.running = { .zero }
    configuration.clock.sleep = { _ in
      _ = await AsyncStream<Void> { _ in }.first { _ in true }
      throw CancellationError()
    }
    let paywalls = Paywalls.configure(configuration)
    let paywall = PaywallModel()
    await paywall.load("onboarding", using: paywalls)
    #expect(paywall.selectedProduct?.billed == "9.99 USD a month")
    await paywall.buy()
    guard case .bought = paywall.state.result else {
      Issue.record("It was not bought: \(paywall.state)")
      return
    }
    let model = CustomerModel(paywalls)
    #expect(model.isEntitled("pro") && model.billingProblem == nil)
    let following = Task { await model.follow() }
    store.failRenewals(of: "monthly", grace: 6 * day)
    store.advance(by: 31 * day)
    await until {
      await paywalls.refreshCustomer()
      return model.billingProblem != nil
    }
    #expect(model.billingProblem?.product == "monthly")
    #expect(model.billingProblem?.unlockedUntil != nil)
    following.cancel()
    await following.value
  }

  @Test func `after the grace period nothing is unlocked, and the problem stays`() {
    desk.change {
      $0.customer = PaywallCustomer(
        id: "me",
        subscriptions: [
          .init(id: "1", state: .subscribed),
          .init(id: "2", state: .inBillingRetryPeriod, product: "old"),
        ])
    }
    let problem = CustomerModel(desk).billingProblem
    #expect(problem?.product == "old" && problem?.unlockedUntil == nil)
  }
}
