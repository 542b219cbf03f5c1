public import Foundation
public import Observation
public import PaywallKit

/// The customer's entitlements and subscriptions, for views to show. A view that reads it is drawn again
/// after each change.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class CustomerModel: Observable {
  private struct State {
    var customer: PaywallCustomer?
    var isKnown = false
  }

  private let paywalls: any PaywallProvider
  private let registrar = ObservationRegistrar()
  private var stored: State
  private var state: State {
    get {
      registrar.access(self, keyPath: \.state)
      return stored
    }
    set { registrar.withMutation(of: self, keyPath: \.state) { stored = newValue } }
  }

  /// The customer as this client knows them, and as it will know them after ``follow()``.
  public init(_ paywalls: any PaywallProvider) {
    self.paywalls = paywalls
    stored = State(customer: paywalls.customer, isKnown: paywalls.customer != nil)
  }

  /// The customer; `nil` until something is known.
  public var customer: PaywallCustomer? { state.customer }

  /// True if the customer is known, or was asked for in vain: until then show neither unlocked
  /// content nor products for sale.
  public var isKnown: Bool { state.isKnown }

  /// True if something is unlocked now, as `Paywalls.isEntitled(_:)` says it.
  public func isEntitled(_ id: String) -> Bool {
    // Reading the state makes SwiftUI draw the view again after a change.
    _ = state
    return paywalls.isEntitled(id)
  }

  /// A renewal that could not be charged; `nil` without one.
  public var billingProblem: BillingProblem? {
    let states: [PaywallCustomer.State] = [.inGracePeriod, .inBillingRetryPeriod]
    return customer?.subscriptions.first { states.contains($0.state) }.map {
      let end = $0.billingIssue?.graceUntil ?? $0.expires
      return BillingProblem(
        product: $0.product, unlockedUntil: $0.state == .inGracePeriod ? end : nil)
    }
  }

  /// A renewal that could not be charged.
  public struct BillingProblem: Hashable, Sendable {
    /// The subscription's product.
    public var product: String?
    /// The end of the grace period in which it stays unlocked; `nil` if it is locked by now.
    public var unlockedUntil: Date?
  }

  /// Follows the customer until the task is cancelled. The modifier `paywalls(_:)` calls it.
  public func follow() async {
    async let asked: Void = ask()
    for await customer in paywalls.customers {
      state = State(customer: customer, isKnown: true)
    }
    await asked
  }

  private func ask() async {
    state = await State(customer: paywalls.refreshCustomer() ?? stored.customer, isKnown: true)
  }
}
