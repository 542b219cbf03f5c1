import HTTPTransport

/// An IP address of a name, and whether events may be sent to it. A webhook must not reach services
/// that only this machine or its network can reach: metadata of a cloud, databases.
package struct NetworkAddress: Hashable, Sendable {
  private let address: ClientAddress
  /// Written with dots. A mapped address is one of IPv6, and none of the internet.
  private let isV4: Bool
  package let text: String

  /// From the numeric form that the system writes, with or without the name of an interface.
  package init?(_ text: String) {
    let plain = text.prefix { $0 != "%" }
    guard let address = ClientAddress(plain) else { return nil }
    self.address = address
    self.text = String(plain)
    isV4 = !plain.contains(":")
  }

  package var isLoopback: Bool { isV4 == address.isV4 && address.isLoopback }

  /// Whether everyone can reach it, by IANA's registries of special addresses (RFC 6890).
  package var isPublic: Bool {
    isV4 ? !isIn(Self.special4) : isIn(Self.given6) && !isIn(Self.special6)
  }

  /// Whether it belongs to a private network, and is not the metadata service of a cloud.
  package var isPrivate: Bool {
    isV4 == address.isV4 && isIn(Self.privateNetworks) && !isIn(Self.metadata)
  }

  private func isIn(_ ranges: [AddressRange]) -> Bool {
    ranges.contains { $0.contains(address) }
  }

  /// Also 100.64/10 of carriers, 169.254/16 with the metadata of clouds, benchmarks, multicast.
  private static let special4 = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
  ].compactMap { AddressRange($0) }

  /// All of IPv6 that is given out.
  private static let given6 = ["2000::/3"].compactMap { AddressRange($0) }
  /// Inside of it: Teredo and other protocols, documentation, 6to4, which hides an IPv4 address.
  /// Mapped addresses and those of NAT64 are outside.
  private static let special6 = [
    "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
  ].compactMap { AddressRange($0) }

  private static let privateNetworks = [
    "10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7",
  ].compactMap { AddressRange($0) }

  /// The metadata services of Alibaba, AWS and Google inside of those; others are link-local.
  private static let metadata = [
    "100.100.100.200/32", "fd00:ec2::254/128", "fd20:ce::254/128",
  ].compactMap { AddressRange($0) }
}
