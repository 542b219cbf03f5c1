import Foundation
import PaywallKit
import PaywallKitUI
import SwiftUI

// Other ways to show a paywall, and what the customer has: from `PaywallKitUI.md`.

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
struct Settings: View {
  let paywalls: Paywalls
  let links: PaywallLinks
  @State private var isAsking = false
  @Environment(\.customer) private var customer
  @Environment(\.paywalls) private var client

  var body: some View {
    VStack {
      Text(customer?.billingProblem?.product ?? "All is paid.")
      Button("Upgrade") { isAsking = true }
    }
    .paywall("settings", using: paywalls, links: links, isPresented: $isAsking) { result in
      if case .unavailable = result { isAsking = false }
    }
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
func subscriptions(_ paywalls: Paywalls, _ links: PaywallLinks) -> some View {
  StorePaywallView("settings", using: paywalls, links: links)
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
func onboarding<Content: View>(
  _ content: Content, _ paywalls: any PaywallProvider, _ links: PaywallLinks
) -> some View {
  content.paywall("onboarding", using: paywalls, links: links)
}
