package import HTTPTypes

extension TrustedProxies {
  /// The client that `client(forwardedFor:peer:)` names.
  package func client(of head: HTTPRequest, peer: ClientAddress) -> ClientAddress {
    guard !ranges.isEmpty, contains(peer), let list = head.forwardedFor else { return peer }
    return client(forwardedFor: list, peer: peer)
  }
}
