package import HTTPTypes

extension HTTPFields {
  /// Removes the headers about a connection of HTTP/1.1, which HTTP/2 forbids (RFC 9113, 8.2.2).
  package mutating func removeConnectionFields() {
    for name in Self.connectionFields where contains(name) { self[name] = nil }
  }

  private static let connectionFields: [HTTPField.Name] =
    [.connection, .transferEncoding, .upgrade]
    + ["keep-alive", "proxy-connection"].compactMap { HTTPField.Name($0) }
}
