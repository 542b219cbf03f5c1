import Foundation
package import NIOCore

/// The address of a client, as 128 bits. An IPv4 address is stored as its IPv4-mapped IPv6 address
/// (RFC 4291, 2.5.5.2), so that both notations are equal.
package struct ClientAddress: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(v4: UInt32) { self.init(high: 0, low: Self.mappedPrefix | UInt64(v4)) }

  /// The address of a connection without one: a Unix socket, or a test's channel.
  package static let none = ClientAddress(high: 0, low: 0)

  package var isV4: Bool { high == 0 && low >> 32 == 0xFFFF }

  /// The addresses that count as one client: an IPv4 address, or the IPv6 /64 of a household or a
  /// phone.
  package var network: ClientAddress { isV4 ? self : ClientAddress(high: high, low: 0) }

  private static let mappedPrefix: UInt64 = 0xFFFF_0000_0000
}

extension ClientAddress {
  /// The client's end of a connection, or of the connection of an HTTP/2 stream.
  package init(_ channel: any Channel) {
    switch channel.remoteAddress ?? channel.parent?.remoteAddress {
    case .v4(let address):
      self.init(v4: UInt32(bigEndian: address.address.sin_addr.s_addr))
    case .v6(let address): self.init(address.address.sin6_addr)
    case .unixDomainSocket, nil: self = .none
    }
  }

  init(_ address: in6_addr) {
    self = unsafe withUnsafeBytes(of: address) { bytes in
      unsafe Self(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }
}
