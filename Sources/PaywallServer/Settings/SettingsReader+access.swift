extension SettingsReader {
  /// Ranges of addresses, in several options or separated by commas.
  mutating func trustedProxies() -> TrustedProxies {
    var proxies = TrustedProxies()
    for list in list("trustedProxies") {
      for part in list.split(separator: ",") {
        let text = part.filter { $0 != " " }
        if let range = AddressRange(text) {
          proxies.ranges.append(range)
        } else {
          wrong(
            "trustedProxies", text,
            "give addresses or ranges such as 10.0.0.0/8 or fd00::/8, without bits behind the length"
          )
        }
      }
    }
    return proxies
  }

  mutating func rates() -> RateSettings {
    var rates = RateSettings()
    rates.client = rate("clientRate") ?? rates.client
    rates.server = rate("serverRate") ?? rates.server
    return rates
  }

  private mutating func rate(_ name: String) -> Int? {
    guard let text = text(name) else { return nil }
    guard let rate = Int(text), (0...RateSettings.most).contains(rate) else {
      wrong(
        name, text, "give tokens a second, from 1 to \(RateSettings.most), or 0 for no limit")
      return nil
    }
    return rate
  }
}
