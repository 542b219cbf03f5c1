/// Addresses with a common prefix, written as CIDR (RFC 4632): `10.0.0.0/8`, `2001:db8::/32`, or one
/// address.
package struct AddressRange: Hashable, Sendable {
  package let base: ClientAddress
  /// Bits of the prefix, of 128; 96 more than written for an IPv4 range.
  package let length: Int

  /// `nil` for text that is no range, and for one with bits after its prefix: `10.1.0.0/8` may mean
  /// `10.0.0.0/8` or `10.1.0.0/16`.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let base = ClientAddress(parts[0]) else { return nil }
    let isShort = !parts[0].utf8.contains(UInt8(ascii: ":"))
    var length = 128
    if parts.count == 2 {
      let digits = parts[1].utf8
      guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
        let written = Int(parts[1]), written <= (isShort ? 32 : 128)
      else { return nil }
      length = written + (isShort ? 96 : 0)
    }
    self.base = base
    self.length = length
    guard base.cut(to: length) == base else { return nil }
  }

  package func contains(_ address: ClientAddress) -> Bool { address.cut(to: length) == base }
}

extension ClientAddress {
  /// The address with zeros after its first bits.
  fileprivate func cut(to length: Int) -> ClientAddress {
    ClientAddress(
      high: high & Self.mask(min(length, 64)), low: low & Self.mask(max(length - 64, 0)))
  }

  private static func mask(_ length: Int) -> UInt64 {
    length == 0 ? 0 : UInt64.max << UInt64(64 - length)
  }
}
