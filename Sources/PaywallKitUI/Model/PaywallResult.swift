public import Foundation
public import PaywallKit

/// How a paywall on screen ended.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
public enum PaywallResult: Hashable, Sendable {
  /// Something was bought.
  case bought(CompletedPurchase)
  /// The customer had bought before, and has the purchase again.
  case restored(PaywallCustomer)
  /// Something was unlocked in another way: a redeemed code, an approved request, Apple's view.
  case unlocked(PaywallCustomer)
  /// The customer has closed the paywall.
  case closed
  /// The decision is to show nothing here, so nothing was drawn.
  case nothing
  /// No source had an answer, or the App Store sells none of its products: show the app's own
  /// content.
  case unavailable
}

/// The pages that Apple requires beside products for sale.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
public struct PaywallLinks: Hashable, Sendable {
  /// The app's privacy policy.
  public var privacy: URL
  /// The app's terms of use; `nil` is Apple's standard licence.
  public var terms: URL?

  /// The pages that Apple requires beside products for sale.
  public init(privacy: URL, terms: URL? = nil) { (self.privacy, self.terms) = (privacy, terms) }

  /// Apple's standard licence (App Store Connect Help, "Provide a custom license agreement").
  static let standardTerms = URL(
    string: "https://www.apple.com/legal/internet-services/itunes/dev/stdeula/")
  /// The page on which a customer changes how they pay, and manages subscriptions (Apple, "Handling
  /// subscriptions billing").
  static let payment = URL(string: "https://apps.apple.com/account/billing")
  static let subscriptions = URL(string: "https://apps.apple.com/account/subscriptions")
}
