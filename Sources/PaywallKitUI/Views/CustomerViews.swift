#if canImport(SwiftUI)
import Foundation
public import PaywallKit
import PaywallPresentation
public import SwiftUI

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
private struct PaywallsKey: EnvironmentKey {
  static var defaultValue: (client: (any PaywallProvider)?, customer: CustomerModel?) { (nil, nil) }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension EnvironmentValues {
  /// The client; `nil` outside of a view with `paywalls(_:)`.
  public var paywalls: (any PaywallProvider)? {
    get { self[PaywallsKey.self].client }
    set { self[PaywallsKey.self].client = newValue }
  }

  /// The customer; `nil` outside of a view with `paywalls(_:)`.
  public var customer: CustomerModel? {
    get { self[PaywallsKey.self].customer }
    set { self[PaywallsKey.self].customer = newValue }
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension View {
  /// Passes the client to the views inside, which find it and the customer in the environment.
  public func paywalls(_ paywalls: any PaywallProvider) -> some View {
    modifier(PaywallsModifier(paywalls: paywalls))
  }

  /// Draws one of two views instead of this one, which is shown until something is known of the
  /// customer.
  ///
  /// - Parameters:
  ///   - id: the entitlement's id in the configuration.
  ///   - unlocked: the view for customers who have it.
  ///   - locked: the view for all others.
  public func entitled<Unlocked: View, Locked: View>(
    _ id: String, @ViewBuilder then unlocked: @escaping () -> Unlocked,
    @ViewBuilder else locked: @escaping () -> Locked
  ) -> some View {
    modifier(EntitledModifier(id: id, unlocked: unlocked, locked: locked))
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct PaywallsModifier: ViewModifier {
  let paywalls: any PaywallProvider
  @State private var customer: CustomerModel?

  func body(content: Content) -> some View {
    content
      .environment(\.paywalls, paywalls)
      .environment(\.customer, customer)
      .task {
        let model = CustomerModel(paywalls)
        customer = model
        await model.follow()
      }
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct EntitledModifier<Unlocked: View, Locked: View>: ViewModifier {
  let id: String
  @ViewBuilder let unlocked: () -> Unlocked
  @ViewBuilder let locked: () -> Locked
  @Environment(\.customer) private var customer

  func body(content: Content) -> some View {
    if let customer, customer.isKnown {
      if customer.isEntitled(id) { unlocked() } else { locked() }
    } else {
      content
    }
  }
}

/// A banner which says that a renewal could not be charged, and leads to where the customer changes
/// how they pay. Draws nothing without such a problem.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
public struct BillingProblemBanner: View {
  @Environment(\.customer) private var customer

  /// The banner, for the customer of the environment.
  public init() {}

  /// A sentence and a link.
  public var body: some View {
    if customer?.billingProblem != nil {
      let words = PaywallWords.device
      VStack(alignment: .leading, spacing: 8) {
        Text(verbatim: words(.billing))
        if let page = PaywallLinks.payment { Link(words(.payment), destination: page) }
      }
      .padding(16)
      .frame(maxWidth: .infinity, alignment: .leading)
      .background(.regularMaterial, in: RoundedRectangle(cornerRadius: 14))
    }
  }
}
#endif
