#if canImport(SwiftUI)
import Foundation
import PaywallKit
import PaywallPresentation
import StoreKit
import SwiftUI

/// A paywall in its current phase, with a way out of each.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct PaywallStage: View {
  let model: PaywallModel
  let links: PaywallLinks
  /// The client, if Apple's view sells.
  var store: Paywalls?
  let onFinish: @MainActor (PaywallResult) -> Void
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    ZStack(alignment: .topTrailing) {
      switch model.state.phase {
      case .loading: ProgressView().frame(maxWidth: .infinity, maxHeight: .infinity)
      case .nothing: EmptyView()
      case .unavailable: unavailable
      case .paywall(let screen):
        VStack(spacing: 0) {
          drawing(of: screen)
          PaywallWays(model: model, links: links)
        }
        .task { await model.appeared() }
        .task { await model.awaitUnlocking() }
      }
      if model.closingDelay == nil { closing }
    }
    .interactiveDismissDisabled(model.closingDelay != nil)
    .task(id: model.closingDelay) {
      guard let delay = model.closingDelay else { return }
      // Waits for the seconds of `close`; a view that goes away ends them.
      do { try await Task.sleep(for: delay) } catch { return }
      model.waited()
    }
    .onChange(of: model.state.result) { _, result in
      guard let result else { return }
      onFinish(result)
      dismiss()
    }
    .alert(
      model.state.notice.map { model.words($0) } ?? "",
      isPresented: .constant(model.state.notice != nil)
    ) {
      Button(model.words(.ok)) { model.dismissNotice() }
    }
  }

  @ViewBuilder private func drawing(of screen: PaywallScreen) -> some View {
    if let store {
      SubscriptionStoreView(productIDs: screen.products.map(\.id)) {
        PaywallTexts(content: screen.content).padding(CGFloat(PaywallLayout.margin))
      }
      .storeButton(.hidden, for: .cancellation)
      .modifier(StoreOffers(model: model, paywalls: store))
    } else {
      ScrollView {
        VStack(alignment: .leading, spacing: 16) {
          PaywallTexts(content: screen.content)
          ProductChoice(model: model, screen: screen)
          if let footnote = screen.content.footnote {
            Text(verbatim: footnote).font(.of(.footnote, in: screen.content.style))
              .foregroundStyle(.secondary)
          }
        }
        .padding(CGFloat(PaywallLayout.margin))
      }
      BuyButton(model: model, content: screen.content)
    }
  }

  /// The view when nothing can be sold now.
  private var unavailable: some View {
    VStack(spacing: 16) {
      Text(verbatim: model.words(.unavailable)).multilineTextAlignment(.center)
      Button(model.words(.retry)) { Task { await model.reload() } }
    }
    .padding(CGFloat(PaywallLayout.margin))
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }

  private var closing: some View {
    Button {
      model.end(.closed)
    } label: {
      Image(systemName: "xmark").font(.footnote)
        .frame(width: CGFloat(PaywallLayout.close), height: CGFloat(PaywallLayout.close))
        .background(.regularMaterial, in: Circle())
    }
    .buttonStyle(.plain)
    .padding(16)
    .accessibilityLabel(Text(verbatim: model.words(.close)))
  }
}

/// The button that buys, and the terms of the purchase.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct BuyButton: View {
  let model: PaywallModel
  let content: PaywallContent

  var body: some View {
    if let product = model.selectedProduct {
      VStack(spacing: 10) {
        Button {
          Task { await model.buy() }
        } label: {
          ZStack {
            if model.state.isBusy { ProgressView() }
            Text(verbatim: product.button).font(.of(.button, in: content.style))
              .opacity(model.state.isBusy ? 0 : 1)
          }
          .frame(maxWidth: .infinity)
          .padding(15)
          .foregroundStyle(content.onAccent)
          .background(content.accent, in: RoundedRectangle(cornerRadius: 18))
        }
        .buttonStyle(.plain)
        .disabled(model.state.isBusy)
        .accessibilityLabel(Text(verbatim: "\(product.button), \(product.billed ?? "")"))
        Text(verbatim: product.terms.joined(separator: " · "))
          .font(.of(.terms, in: content.style)).foregroundStyle(.secondary)
          .multilineTextAlignment(.center)
      }
      .padding(.horizontal, CGFloat(PaywallLayout.margin))
    }
  }
}

/// The links to restore, redeem, manage, terms and privacy; each where the system has it.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct PaywallWays: View {
  let model: PaywallModel
  let links: PaywallLinks
  @State var isRedeeming = false
  @State var isManaging = false

  var body: some View {
    VStack(spacing: 8) {
      HStack(spacing: 18) {
        Button(model.words(.restore)) { Task { await model.restore() } }
          .disabled(model.state.isBusy)
        #if os(iOS) || os(macOS) || os(visionOS)
        Button(model.words(.redeem)) { isRedeeming = true }
          .offerCodeRedemption(isPresented: $isRedeeming)
        #endif
        #if os(iOS) || os(visionOS)
        Button(model.words(.manage)) { isManaging = true }
          .manageSubscriptionsSheet(isPresented: $isManaging)
        #elseif os(macOS)
        if let page = PaywallLinks.subscriptions {
          Link(model.words(.manage), destination: page)
        }
        #endif
      }
      HStack(spacing: 18) {
        if let terms = links.terms ?? PaywallLinks.standardTerms {
          Link(model.words(.terms), destination: terms)
        }
        Link(model.words(.privacy), destination: links.privacy)
      }
    }
    .font(.of(.links, in: .list))
    .buttonStyle(.plain)
    .padding(CGFloat(PaywallLayout.margin))
  }
}
#endif
