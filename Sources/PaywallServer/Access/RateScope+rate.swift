import HTTPTransport

extension RateScope {
  /// The burst is ten seconds of the rate, and at least the costliest request.
  func rate(_ settings: RateSettings) -> TokenRate? {
    switch self {
    case .client: TokenRate(perSecond: settings.client, burst: max(settings.client * 10, 200))
    case .server: TokenRate(perSecond: settings.server, burst: max(settings.server * 10, 200))
    case .records:
      TokenRate(
        perSecond: settings.client == 0 ? 0 : max(settings.client / 10, 1),
        burst: max(settings.client * 10, 200))
    case .unknownKey:
      TokenRate(
        perSecond: settings.client == 0 ? 0 : max(settings.client / 100, 1),
        burst: max(settings.client / 10, 20))
    case .notification: TokenRate(perSecond: 20, burst: 200)
    case .keptAside: TokenRate(perSecond: 1, burst: 50)
    case .chains: TokenRate(perSecond: 1, burst: 20)
    }
  }

  /// Owners that the table remembers.
  var capacity: Int { self == .client ? 65_536 : self == .server ? 512 : 16_384 }
}
