import Foundation
import PaywallKit
import PaywallKitUI
import StoreKit
import SwiftUI

// Each line with an error, on the systems that are named, and no other.

func onOlderSystems(_ privacy: URL) {
  _ = PaywallLinks(privacy: privacy)  // error: ios tvos watchos
}

@MainActor
func gateOnOlderSystems<Content: View>(_ content: Content, _ paywalls: Paywalls) {
  _ = content.paywalls(paywalls)  // error: ios tvos watchos
  _ = CustomerModel(paywalls)  // error: ios tvos watchos
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
func offTheMainActor(_ paywalls: Paywalls) {
  _ = CustomerModel(paywalls)  // error: ios macos tvos watchos visionos
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor
func withoutPrivacy() {
  _ = PaywallView("onboarding")  // error: ios macos tvos watchos visionos
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor
func appleViewWithoutAClient(_ double: any PaywallProvider, _ links: PaywallLinks) {
  _ = StorePaywallView("x", using: double, links: links)  // error: ios macos tvos watchos visionos
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor
func customerOfMyOwn(_ model: CustomerModel) {
  model.customer = nil  // error: ios macos tvos watchos visionos
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
@MainActor
func onOtherSystems<Content: View>(_ content: Content, _ isShown: Binding<Bool>) async {
  _ = content.manageSubscriptionsSheet(isPresented: isShown)  // error: macos tvos watchos
  _ = content.offerCodeRedemption(isPresented: isShown)  // error: tvos watchos
  _ = PurchaseIntent.intents  // error: tvos watchos visionos
  _ = StoreKit.Message.messages  // error: macos tvos watchos
}

@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
@MainActor
func signedOffersBefore26<Content: View>(_ content: Content) {
  _ = content.subscriptionPromotionalOffer { _, _ in  // error: ios macos tvos watchos visionos
    nil
  } compactJWS: { _, _, _ in
    ""
  }
}
