package import AppStoreServerAPI
package import OfferSigning
package import PaywallCatalog

/// How Apple's App Store Server API is asked. Without a key it is not asked.
package struct AppStoreAPIKeySettings: Hashable, Sendable {
  /// An In-App Purchase key; it may be the one that signs offers.
  package var key: OfferKeyFile
  /// The addresses to ask instead of Apple's.
  package var addresses: [AppStoreEnvironment: AppStoreAddress]
  /// The share of Apple's hourly limits to use; the rest is for other programs with the same app.
  package var budget: Double

  package init(
    key: OfferKeyFile, addresses: [AppStoreEnvironment: AppStoreAddress] = [:], budget: Double = 1
  ) {
    self.key = key
    self.addresses = addresses
    self.budget = budget
  }

  /// Reads the key.
  package func settings(passphrase: String?) throws(SigningKeyError) -> AppStoreAPISettings {
    AppStoreAPISettings(
      key: try SigningKey(
        id: key.keyId, issuerId: key.issuerId, file: key.path, passphrase: passphrase),
      addresses: AppStoreAPISettings.apple.merging(addresses) { $1 },
      budgets: CallBudgets(scale: budget))
  }
}
