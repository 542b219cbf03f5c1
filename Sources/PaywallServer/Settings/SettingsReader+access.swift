import HTTPTransport

extension SettingsReader {
  /// Address ranges, in several options or separated by commas.
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

  /// Exact origins, in several options or separated by commas.
  mutating func allowedOrigins() -> [String] {
    let origins = list("allowOrigin").flatMap { $0.split(separator: ",") }
      .map { String($0.filter { $0 != " " }) }
    for origin in origins where !AllowedOrigins.isOrigin(origin) {
      wrong(
        "allowOrigin", origin,
        "give an exact origin in small letters such as https://app.example.com, without a path, a star or the scheme's own port"
      )
    }
    return origins
  }

  /// Has no effect without a port.
  mutating func metricsHost(of port: Int?) -> String? {
    guard let host = text("metricsHost") else { return nil }
    if host.isEmpty { wrong("metricsHost", host, "give a name or an address") }
    if port == nil, text("metricsPort") == nil {
      wrong("metricsHost", host, "give --metrics-port too")
    }
    return host
  }

  /// Had an effect until one reader read all requests; accepted until 1.0.
  var namesFastPath: Bool { text("fastPath") != nil }

  mutating func rates() -> RateSettings {
    var rates = RateSettings()
    rates.client = rate("clientRate") ?? rates.client
    rates.server = rate("serverRate") ?? rates.server
    return rates
  }

  private mutating func rate(_ name: String) -> Int? {
    let most = RateSettings.most
    return number(
      name, in: 0...most, help: "give tokens a second, from 1 to \(most), or 0 for no limit")
  }
}
