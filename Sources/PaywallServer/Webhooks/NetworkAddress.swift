/// An IP address of a name, and whether events may be sent to it. A webhook must not reach services
/// that only this machine or its network can reach: metadata of a cloud, databases.
package struct NetworkAddress: Hashable, Sendable {
  /// 4 or 16.
  let bytes: [UInt8]
  package let text: String

  /// From the numeric form that the system writes, with or without the name of an interface.
  package init?(_ text: String) {
    let plain = text.prefix { $0 != "%" }
    guard let bytes = Self.four(plain) ?? Self.sixteen(plain) else { return nil }
    self.bytes = bytes
    self.text = String(plain)
  }

  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  /// Whether everyone can reach it, by IANA's registries of special addresses (RFC 6890).
  package var isPublic: Bool {
    let special = bytes.count == 4 ? Self.special4 : Self.special6
    // All of IPv6 that is given out is 2000::/3.
    guard bytes.count == 4 || bytes[0] & 0xE0 == 0x20 else { return false }
    return !special.contains { $0.contains(bytes) }
  }

  /// Whether it belongs to a private network, and is not the metadata service of a cloud.
  package var isPrivate: Bool {
    func isIn(_ blocks: [Block]) -> Bool {
      blocks.contains { $0.start.count == bytes.count && $0.contains(bytes) }
    }
    return isIn(Self.privateNetworks) && !isIn(Self.metadata)
  }

  private struct Block {
    let start: [UInt8]
    let bits: Int

    /// `10.0.0.0/8`
    init?(_ text: String) {
      let parts = text.split(separator: "/")
      guard parts.count == 2, let start = NetworkAddress(String(parts[0])),
        let bits = Int(parts[1])
      else { return nil }
      self.start = start.bytes
      self.bits = bits
    }

    func contains(_ address: [UInt8]) -> Bool {
      (0..<bits).allSatisfy { bit in
        (start[bit / 8] ^ address[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
      }
    }
  }

  /// Also 100.64/10 of carriers, 169.254/16 with the metadata of clouds, benchmarks, multicast.
  private static let special4 = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
  ].compactMap(Block.init)

  /// Inside of 2000::/3: Teredo and other protocols, documentation, 6to4, which hides an IPv4 address.
  /// Mapped addresses and those of NAT64 are outside.
  private static let special6 = [
    "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
  ].compactMap(Block.init)

  private static let privateNetworks = [
    "10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7",
  ].compactMap(Block.init)

  /// The metadata services of Alibaba, AWS and Google inside of those; others are link-local.
  private static let metadata = [
    "100.100.100.200/32", "fd00:ec2::254/128", "fd20:ce::254/128",
  ].compactMap(Block.init)

  private static func four(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { UInt8($0) }
    return parts.count == 4 && bytes.count == 4 ? bytes : nil
  }

  private static func sixteen(_ text: Substring) -> [UInt8]? {
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = halves.first.flatMap(groups) else { return nil }
    guard halves.count == 2 else { return first.count == 16 ? first : nil }
    guard let last = groups(halves[1]), first.count + last.count <= 14 else { return nil }
    return first + [UInt8](repeating: 0, count: 16 - first.count - last.count) + last
  }

  /// Groups of 16 bits; the last one may be an IPv4 address.
  private static func groups(_ text: Substring) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    var bytes: [UInt8] = []
    for part in text.split(separator: ":", omittingEmptySubsequences: false) {
      if let four = four(part) {
        bytes += four
      } else if let group = UInt16(part, radix: 16) {
        bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
      } else {
        return nil
      }
    }
    return bytes.count <= 16 ? bytes : nil
  }
}
