import HTTPTransport

/// A setting that makes a process more than a developer's own. With any of these, every request
/// needs a key, and a process whose release has no keys does not start.
package enum ReasonForKeys: Hashable, Sendable {
  /// An address that others can reach.
  case host(String)
  case metricsHost(String)
  /// A key that the App Store accepts.
  case offerKey
  /// A key that Apple's server API accepts.
  case appStoreKey
  /// Requests come from elsewhere, whatever the connection's peer is.
  case trustedProxies
  case tls

  /// The setting, as given.
  package var setting: String {
    switch self {
    case .host(let host): "--host \(host)"
    case .metricsHost(let host): "--metrics-host \(host)"
    case .offerKey: "--offer-key"
    case .appStoreKey: "--app-store-key"
    case .trustedProxies: "--trusted-proxies"
    case .tls: "--tls-certificate"
    }
  }
}

extension Settings {
  /// Empty if the process may run without keys.
  package var reasonsForKeys: [ReasonForKeys] {
    var reasons: [ReasonForKeys] = []
    if !HostName.isLoopback(host) { reasons.append(.host(host)) }
    if metricsPort != nil, !HostName.isLoopback(metricsHost) {
      reasons.append(.metricsHost(metricsHost))
    }
    if !offerKeys.isEmpty { reasons.append(.offerKey) }
    if appStoreKey != nil { reasons.append(.appStoreKey) }
    if !trustedProxies.ranges.isEmpty { reasons.append(.trustedProxies) }
    if tls != nil { reasons.append(.tls) }
    return reasons
  }
}
