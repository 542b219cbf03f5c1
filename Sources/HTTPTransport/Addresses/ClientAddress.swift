package import NIOCore

/// The address that a request comes from, as 128 bits; IPv4 as the IPv6 address that is mapped to
/// it (RFC 4291 2.5.5.2), so that both ways to write one are one.
package struct ClientAddress: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(v4: UInt32) { self.init(high: 0, low: Self.mappedPrefix | UInt64(v4)) }

  /// Of a connection that has none: a Unix socket, or a channel of a test.
  package static let none = ClientAddress(high: 0, low: 0)

  package var isV4: Bool { high == 0 && low >> 32 == 0xFFFF }

  /// What counts as one client: an IPv4 address, or the /64 of IPv6 that a household or a phone
  /// has for itself.
  package var network: ClientAddress { isV4 ? self : ClientAddress(high: high, low: 0) }

  private static let mappedPrefix: UInt64 = 0xFFFF_0000_0000
}

extension ClientAddress {
  /// The other end of a connection; for a stream of HTTP/2 that of the connection it is part of.
  package init(_ channel: any Channel) {
    let address = channel.remoteAddress ?? channel.parent?.remoteAddress
    self = address?.ipAddress.flatMap { Self($0) } ?? .none
  }
}
