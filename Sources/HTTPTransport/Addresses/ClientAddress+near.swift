extension ClientAddress: CustomStringConvertible {
  /// Dotted decimal for IPv4, eight groups without abbreviation for IPv6.
  package var description: String {
    let digits: (UInt64, Int) -> String = { word, shift in
      String(word >> UInt64(shift) & 0xFFFF, radix: 16)
    }
    guard !isV4 else {
      return [24, 16, 8, 0].map { String(low >> UInt64($0) & 0xFF) }.joined(separator: ".")
    }
    return [high, low].flatMap { word in [48, 32, 16, 0].map { digits(word, $0) } }
      .joined(separator: ":")
  }
}

extension ClientAddress {
  /// 127.0.0.0/8 or ::1.
  package var isLoopback: Bool { Self.loopback.contains { $0.contains(self) } }

  private static let loopback = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }

  /// Whether the address is not on the public internet, as those of a team's own proxies: loopback,
  /// private (RFC 1918, RFC 4193), shared (RFC 6598) and link-local addresses.
  package var isNear: Bool { Self.near.contains { $0.contains(self) } }

  private static let near = [
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16",
    "100.64.0.0/10", "::1", "fc00::/7", "fe80::/10",
  ].compactMap { AddressRange($0) }
}
