package import HTTPTypes

extension HTTPFields {
  /// Takes out what speaks of a connection of HTTP/1.1: HTTP/2 must not say it (RFC 9113, 8.2.2).
  package mutating func removeConnectionFields() {
    for name in Self.ofConnections where contains(name) { self[name] = nil }
  }

  private static let ofConnections: [HTTPField.Name] =
    [.connection, .transferEncoding, .upgrade]
    + ["keep-alive", "proxy-connection"].compactMap { HTTPField.Name($0) }
}
