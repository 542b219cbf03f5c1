#if canImport(SwiftUI)
public import PaywallKit
public import SwiftUI

/// A paywall as the server decides it for this visitor, drawn by the words of its content, with the
/// products and prices of the App Store. It always has a way out.
///
/// ```swift
/// PaywallView("onboarding", links: links).paywalls(paywalls)
/// ```
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
public struct PaywallView: View {
  @Environment(\.paywalls) private var paywalls
  @State private var model = PaywallModel()
  private let placement: String
  private let links: PaywallLinks
  private let onFinish: @MainActor (PaywallResult) -> Void

  /// The paywall of a placement. The client comes from the environment.
  ///
  /// - Parameters:
  ///   - placement: the placement's id in the configuration.
  ///   - links: the pages that Apple requires beside products for sale.
  ///   - onFinish: called once the paywall has done its work, or was closed.
  public init(
    _ placement: String, links: PaywallLinks,
    onFinish: @escaping @MainActor (PaywallResult) -> Void = { _ in }
  ) {
    (self.placement, self.links, self.onFinish) = (placement, links, onFinish)
  }

  /// The paywall.
  public var body: some View {
    PaywallStage(model: model, links: links, onFinish: onFinish)
      .task(id: placement) { await model.load(placement, using: paywalls) }
  }
}

/// The subscriptions of a paywall in Apple's own view, which shows their names, prices and terms:
/// for a paywall whose products are of one subscription group. Accounts and offers are the
/// server's. The App Store tells the client of a purchase by itself, and the result is `unlocked`.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
public struct StorePaywallView: View {
  @State private var model = PaywallModel()
  private let placement: String
  private let paywalls: Paywalls
  private let links: PaywallLinks
  private let onFinish: @MainActor (PaywallResult) -> Void

  /// The paywall of a placement, with the client that buys.
  public init(
    _ placement: String, using paywalls: Paywalls, links: PaywallLinks,
    onFinish: @escaping @MainActor (PaywallResult) -> Void = { _ in }
  ) {
    (self.placement, self.paywalls) = (placement, paywalls)
    (self.links, self.onFinish) = (links, onFinish)
  }

  /// Apple's view, with the texts of the paywall above it.
  public var body: some View {
    PaywallStage(model: model, links: links, store: paywalls, onFinish: onFinish)
      .task(id: placement) { await model.load(placement, using: paywalls) }
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension View {
  /// Shows the paywall of a placement above this view, if the decision is to show one: when the view appears,
  /// or when the binding becomes true.
  ///
  /// - Parameters:
  ///   - placement: the placement's id in the configuration.
  ///   - paywalls: the client.
  ///   - links: the pages that Apple requires beside products for sale.
  ///   - isPresented: true to ask now; false once the paywall has ended, or there is none.
  ///   - onFinish: called once the paywall has done its work, was closed, or there is nothing to
  ///     show.
  public func paywall(
    _ placement: String, using paywalls: any PaywallProvider, links: PaywallLinks,
    isPresented: Binding<Bool> = .constant(true),
    onFinish: @escaping @MainActor (PaywallResult) -> Void = { _ in }
  ) -> some View {
    modifier(
      PaywallSheet(
        placement: placement, paywalls: paywalls, links: links, isPresented: isPresented,
        onFinish: onFinish))
  }
}

/// Asks for the answer first, and covers the view only if there is something to show.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct PaywallSheet: ViewModifier {
  let placement: String
  let paywalls: any PaywallProvider
  let links: PaywallLinks
  @Binding var isPresented: Bool
  let onFinish: @MainActor (PaywallResult) -> Void
  @State private var model = PaywallModel()
  @State private var isShown = false

  func body(content: Content) -> some View {
    content
      .task(id: isPresented) {
        guard isPresented, !isShown else { return }
        model = PaywallModel()
        await model.load(placement, using: paywalls)
        if case .paywall = model.state.phase { return isShown = true }
        model.end(.unavailable)
        end()
      }
      .sheet(isPresented: $isShown, onDismiss: { end() }) {
        PaywallStage(model: model, links: links, onFinish: { _ in })
      }
  }

  private func end() {
    isPresented = false
    // A swipe also closes it.
    onFinish(model.state.result ?? .closed)
  }
}
#endif
