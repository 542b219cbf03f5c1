import HTTPTransport
import HTTPTypes
import NIOCore
import NIOEmbedded
import Testing

@Suite("Addresses")
struct ClientAddressTests {
  @Test(
    "the address of a connection is the one that its text names",
    arguments: ["192.0.2.7", "::ffff:192.0.2.7", "2001:db8::7", "::1"])
  func connection(_ text: String) throws {
    let channel = EmbeddedChannel()
    channel.remoteAddress = try SocketAddress(ipAddress: text, port: 443)
    #expect(ClientAddress(channel) == ClientAddress(text))
  }

  @Test("a connection over a Unix socket has no address")
  func unixSocket() throws {
    let channel = EmbeddedChannel()
    channel.remoteAddress = try SocketAddress(unixDomainSocketPath: "/run/paywall")
    #expect(ClientAddress(channel) == .none)
  }

  @Test(
    "an address is 128 bits, however it is written",
    arguments: [
      ("192.0.2.7", 0, 0xFFFF_C000_0207), ("0.0.0.0", 0, 0xFFFF_0000_0000),
      ("255.255.255.255", 0, 0xFFFF_FFFF_FFFF), ("::ffff:192.0.2.7", 0, 0xFFFF_C000_0207),
      ("::FFFF:c000:207", 0, 0xFFFF_C000_0207), ("::", 0, 0), ("::1", 0, 1),
      ("1::", 0x0001_0000_0000_0000, 0), ("2001:db8::1", 0x2001_0DB8_0000_0000, 1),
      ("2001:db8:0:1:2:3:4:5", 0x2001_0DB8_0000_0001, 0x0002_0003_0004_0005),
      ("2001:db8:0:1:2:3:4::", 0x2001_0DB8_0000_0001, 0x0002_0003_0004_0000),
      ("::2:3:4:5:6:7:8", 0x0000_0002_0003_0004, 0x0005_0006_0007_0008),
      ("64:ff9b::192.0.2.33", 0x0064_FF9B_0000_0000, 0xC000_0221),
    ] as [(String, UInt64, UInt64)])
  func reads(_ text: String, _ high: UInt64, _ low: UInt64) {
    #expect(ClientAddress(text) == ClientAddress(high: high, low: low))
  }

  @Test(
    "what is no address is none",
    arguments: [
      "", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.04", "1.2..4", "1.2.3.4 ",
      "+1.2.3.4", "1.2.3.4:80", "[::1]", ":", ":::", "1::2::3", "::1::", "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "12345::", "g::", "fe80::1%eth0", "1.2.3.4::",
      "::1.2.3.4:5", "::1.2.3", ":1:2:3:4:5:6:7", "1:2:3:4:5:6:7:", "unknown", "_hidden", "١.2.3.4",
      "0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000",
    ])
  func refuses(_ text: String) { #expect(ClientAddress(text) == nil) }

  @Test("one client is an IPv4 address, or a /64")
  func networks() throws {
    let v4 = try #require(ClientAddress("192.0.2.7"))
    #expect(v4.network == v4)
    #expect(ClientAddress("2001:db8:1:2:3:4:5:6")?.network == ClientAddress("2001:db8:1:2::"))
    #expect(ClientAddress("2001:db8:1:3::1")?.network != ClientAddress("2001:db8:1:2::"))
  }

  @Test(
    "a range holds the addresses with its first bits",
    arguments: [
      ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
      ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("::ffff:10.0.0.0/104", "10.1.2.3", true),
      ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.6", false),
      ("192.0.2.6/31", "192.0.2.7", true), ("0.0.0.0/0", "203.0.113.9", true),
      ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "203.0.113.9", true),
      ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false),
      ("2001:db8::/65", "2001:db8::7fff:0:0:0", true),
      ("2001:db8::/65", "2001:db8:0:0:8000::", false), ("::1/128", "::1", true),
    ])
  func ranges(_ range: String, _ address: String, _ isInside: Bool) throws {
    let range = try #require(AddressRange(range))
    #expect(range.contains(try #require(ClientAddress(address))) == isInside)
  }

  @Test(
    "what is no range is none",
    arguments: [
      "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "10.1.0.0/8", "::1/64",
      "::/129", "10.0.0.0/+8", "10.0.0.0/0x8", "proxy.example.com",
    ])
  func badRanges(_ text: String) { #expect(AddressRange(text) == nil) }

  @Test(
    "the client is the last address that no trusted proxy has",
    arguments: [
      // The header counts only if its peer is a trusted proxy.
      ("203.0.113.9", "198.51.100.1", "203.0.113.9"), ("10.0.0.1", nil, "10.0.0.1"),
      ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
      ("::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"),
      // The addresses that a client names itself are left of its own.
      ("10.0.0.1", "192.0.2.66, 198.51.100.1", "198.51.100.1"),
      ("10.0.0.1", "192.0.2.66,198.51.100.1 , 10.9.9.9,\tfd00::1", "198.51.100.1"),
      ("10.0.0.1", "10.1.1.1, 10.2.2.2", "10.1.1.1"),
      // Brackets and ports.
      ("10.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
      ("10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
      ("fd00::1", "[2001:db8::1]", "2001:db8::1"),
      ("10.0.0.1", "2001:db8::1", "2001:db8::1"),
      // An address that cannot be read ends the walk where it is.
      ("10.0.0.1", "", "10.0.0.1"), ("10.0.0.1", "unknown", "10.0.0.1"),
      ("10.0.0.1", "198.51.100.1, unknown", "10.0.0.1"),
      ("10.0.0.1", "198.51.100.1, , 10.0.0.2", "10.0.0.2"),
      ("10.0.0.1", "198.51.100.1, 10.0.0.2,", "10.0.0.1"),
      ("10.0.0.1", "198.51.100.1:", "10.0.0.1"), ("10.0.0.1", "198.51.100.1:x", "10.0.0.1"),
      ("10.0.0.1", "[198.51.100.1]", "10.0.0.1"), ("10.0.0.1", "[2001:db8::1", "10.0.0.1"),
      ("10.0.0.1", "[2001:db8::1]x", "10.0.0.1"), ("10.0.0.1", "[]", "10.0.0.1"),
      ("10.0.0.1", ":", "10.0.0.1"), ("10.0.0.1", "198.51.100.1;10.0.0.2", "10.0.0.1"),
    ])
  func forwarded(_ peer: String, _ list: String?, _ expected: String) throws {
    let proxies = TrustedProxies(["10.0.0.0/8", "fd00::/8"].compactMap { AddressRange($0) })
    var head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
    if let list { head.headerFields[.xForwardedFor] = list }
    let client = proxies.client(of: head, peer: try #require(ClientAddress(peer)))
    #expect(client == ClientAddress(expected))
  }

  @Test("several headers are one list, in order")
  func severalHeaders() throws {
    let proxies = TrustedProxies(["10.0.0.0/8"].compactMap { AddressRange($0) })
    var head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
    head.headerFields.append(HTTPField(name: .xForwardedFor, value: "192.0.2.66"))
    head.headerFields.append(HTTPField(name: .xForwardedFor, value: "198.51.100.1, 10.0.0.3"))
    #expect(
      proxies.client(of: head, peer: ClientAddress(v4: 0x0A00_0001))
        == ClientAddress(v4: 0xC633_6401))
  }

  @Test("random text is an address only if it reads back as the same bits")
  func fuzz() {
    var state: UInt64 = 0x5EED
    let alphabet = Array("0123456789abcdef::::....%[]x ")
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int(next(&state) % 24) {
        text.append(alphabet[Int(next(&state) % UInt64(alphabet.count))])
      }
      guard let address = ClientAddress(text) else { continue }
      let groups = [address.high, address.low].flatMap { word in
        stride(from: 48, through: 0, by: -16).map { String(word >> UInt64($0) & 0xFFFF, radix: 16) }
      }
      #expect(ClientAddress(groups.joined(separator: ":")) == address)
    }
  }
}

/// The next number of a fixed sequence (xorshift).
private func next(_ state: inout UInt64) -> UInt64 {
  state ^= state << 13
  state ^= state >> 7
  state ^= state << 17
  return state
}
