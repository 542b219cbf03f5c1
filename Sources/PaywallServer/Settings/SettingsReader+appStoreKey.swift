import AppStoreServerAPI
import PaywallCatalog

extension SettingsReader {
  /// The key of Apple's server API, with its settings.
  mutating func appStoreKey(beside settings: Settings) -> AppStoreAPIKeySettings? {
    let (path, id) = (text("appStoreKey"), text("appStoreKeyId"))
    let issuer = text("appStoreIssuer") ?? list("issuerId").first
    let addresses = addresses()
    let budget = budget()
    guard let path else {
      if id != nil || !addresses.isEmpty || budget != nil || text("appStoreIssuer") != nil {
        mistakes.append(
          "--app-store-key-id, --app-store-issuer, --app-store-address and --app-store-budget need --app-store-key"
        )
      }
      return nil
    }
    if settings.appStore != nil {
      mistakes.append(
        "--app-store takes no --app-store-key: the local App Store is asked with a throw-away key")
    }
    if settings.isReadOnly {
      mistakes.append(
        "--read-only takes no --app-store-key: what Apple answers has to be kept")
    }
    guard let id, let issuer else {
      mistakes.append(
        "--app-store-key needs --app-store-key-id and --app-store-issuer, which App Store Connect shows beside the key"
      )
      return nil
    }
    return AppStoreAPIKeySettings(
      key: OfferKeyFile(path: path, keyId: id, issuerId: issuer), addresses: addresses,
      budget: budget ?? 1)
  }

  private mutating func addresses() -> [AppStoreEnvironment: AppStoreAddress] {
    var addresses: [AppStoreEnvironment: AppStoreAddress] = [:]
    for text in list("appStoreAddress") {
      guard let (environment, address) = AppStoreAddress.named(text) else {
        wrong(
          "appStoreAddress", text,
          "give production= or sandbox= and an address with https, or with http on this machine")
        continue
      }
      addresses[environment] = address
    }
    return addresses
  }

  private mutating func budget() -> Double? {
    guard let text = text("appStoreBudget") else { return nil }
    guard let share = Double(text), share > 0, share <= 1 else {
      wrong("appStoreBudget", text, "give a share of Apple's limits above 0, up to 1")
      return nil
    }
    return share
  }
}
