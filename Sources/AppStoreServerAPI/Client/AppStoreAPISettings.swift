package import OfferSigning
package import PaywallCatalog

/// The addresses that a client asks, and its key.
package struct AppStoreAPISettings: Sendable {
  /// An In-App Purchase key of App Store Connect, with its issuer id.
  package var key: SigningKey
  package var addresses: [AppStoreEnvironment: AppStoreAddress]
  package var budgets: CallBudgets

  /// Apple's addresses.
  package static let apple: [AppStoreEnvironment: AppStoreAddress] = [
    .production: .production, .sandbox: .sandbox,
  ]

  package init(
    key: SigningKey, addresses: [AppStoreEnvironment: AppStoreAddress] = apple,
    budgets: CallBudgets = CallBudgets()
  ) {
    self.key = key
    self.addresses = addresses
    self.budgets = budgets
  }
}
