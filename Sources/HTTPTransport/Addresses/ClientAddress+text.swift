import Foundation

extension ClientAddress {
  /// Parses `192.0.2.7` or an IPv6 address (RFC 4291, 2.2), without brackets, port or zone. Leading
  /// zeros in an IPv4 address are refused, as some parsers read them as octal.
  package init?(_ text: some StringProtocol) {
    let text = String(text)
    var (v4, v6) = (in_addr(), in6_addr())
    // C would end the text at a zero byte.
    guard !text.utf8.contains(0) else { return nil }
    if unsafe inet_pton(AF_INET, text, &v4) == 1 {
      self.init(v4: UInt32(bigEndian: v4.s_addr))
    } else if unsafe inet_pton(AF_INET6, text, &v6) == 1 {
      self.init(v6)
    } else {
      return nil
    }
  }
}
