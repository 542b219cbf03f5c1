import HTTPTransport
import HTTPTypes

/// Scheme, host and port under which clients see the server, from what they send. A client may send
/// any `Host`, so only the form of a host and port passes: letters, digits, dots, hyphens, or an
/// address in brackets.
struct ClientFacingAddress: Sendable {
  /// Whether the connections have TLS.
  let isSecure: Bool
  let proxies: TrustedProxies

  /// `https://paywall.example.com`, in lower case; `nil` if the request does not tell.
  func url(of head: HTTPRequest, from peer: ClientAddress) -> String? {
    guard let host = head.authority?.lowercased(), let end = Self.endOfName(in: Array(host.utf8))
    else { return nil }
    let scheme = scheme(of: head, from: peer)
    let isDefault = host.utf8.dropFirst(end).elementsEqual(
      scheme == "https" ? ":443".utf8 : ":80".utf8)
    return
      "\(scheme)://\(isDefault ? String(decoding: host.utf8.prefix(end), as: UTF8.self) : host)"
  }

  /// Only a trusted proxy may say which scheme its client used.
  private func scheme(of head: HTTPRequest, from peer: ClientAddress) -> String {
    let own = isSecure ? "https" : "http"
    guard proxies.contains(peer), let name = HTTPField.Name("x-forwarded-proto"),
      let said = head.headerFields[name]?.lowercased(), ["http", "https"].contains(said)
    else { return own }
    return said
  }

  /// The length of the name in `name` or `name:port`; `nil` if it is neither.
  private static func endOfName(in host: [UInt8]) -> Int? {
    let isBracketed = host.first == UInt8(ascii: "[")
    let end =
      isBracketed
      ? host.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 }
      : host.firstIndex(of: UInt8(ascii: ":")) ?? host.count
    guard let end, (1...253).contains(end), isPort(host[end...]) else { return nil }
    let name = isBracketed ? host[1..<(end - 1)] : host[..<end]
    let isAllowed = isBracketed ? isOfAddress : isOfName
    return !name.isEmpty && name.allSatisfy(isAllowed) && name.first != UInt8(ascii: "-")
      ? end : nil
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || "-.".utf8.contains(byte)
  }

  private static func isOfAddress(_ byte: UInt8) -> Bool {
    (0x61...0x66).contains(byte) || (0x30...0x39).contains(byte) || ":.".utf8.contains(byte)
  }

  /// Nothing, or a colon and 1 to 5 digits.
  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    guard !text.isEmpty else { return true }
    return text.first == UInt8(ascii: ":") && (2...6).contains(text.count)
      && text.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }
}
