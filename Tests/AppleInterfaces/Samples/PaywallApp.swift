import Foundation
import PaywallKit
import PaywallKitUI
import SwiftUI

// An app that shows, buys, restores and unlocks: from `PaywallKitUI.md`. `@main` stands before it where the
// app begins with these systems. On visionOS `StoreKitStore` takes a closure that buys.

#if !os(visionOS)
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct LumenApp: App {
  // swift-format-ignore: NeverForceUnwrap
  let paywalls = Paywalls.configure(
    Paywalls.Configuration(
      server: URL(string: "https://paywall.example.com")!, clientKey: "…", store: StoreKitStore()))
  // swift-format-ignore: NeverForceUnwrap
  let links = PaywallLinks(privacy: URL(string: "https://lumen.example.com/privacy")!)

  var body: some Scene {
    WindowGroup {
      VStack {
        BillingProblemBanner()
        ProgressView().entitled("pro") {
          Text("All filters")
        } else: {
          PaywallView("onboarding", links: links)
        }
      }
      .appStoreRequests(using: paywalls, on: "onboarding")
      .paywalls(paywalls)
    }
  }
}
#endif
