import PaywallCatalog
import PaywallServer
import Testing

/// Where events may be sent.
@Suite("Addresses of webhooks") struct WebhookAddressTests {
  @Test(
    "an address that only this network can reach is refused",
    arguments: [
      "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "169.254.169.254",
      "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1",
      "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "255.255.255.255", "::", "::1",
      "::ffff:10.0.0.1", "::ffff:93.184.216.34", "64:ff9b::a00:1", "64:ff9b::8.8.8.8",
      "64:ff9b:1::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1",
      "2001:db8::1", "2001::1", "2002:a00:1::1", "3fff::1", "100::1",
    ])
  func special(address: String) throws {
    #expect(try #require(NetworkAddress(address)).isPublic == false)
  }

  @Test(
    "an address of the internet is taken",
    arguments: [
      "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "192.169.0.1",
      "198.17.0.1", "198.20.0.1", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001::200e",
      "2001:4860:4860::8888",
    ])
  func open(address: String) throws {
    #expect(try #require(NetworkAddress(address)).isPublic)
  }

  @Test(
    "what is no address is none",
    arguments: [
      "", "localhost", "1.2.3", "1.2.3.256", ":::", "1::2::3", "12345::", "1:2:3:4:5:6:7",
    ]
  )
  func none(text: String) { #expect(NetworkAddress(text) == nil) }

  @Test("one private address among those of a name refuses the name")
  func mixed() throws {
    let url = "https://example.com/hooks"
    #expect(try Self.checked(["8.8.8.8", "1.1.1.1"], url) == "8.8.8.8")
    for addresses in [["8.8.8.8", "10.0.0.1"], ["127.0.0.1"], ["unreadable"], [], nil] {
      #expect(throws: WebhookAddress.Refusal.self) { try Self.checked(addresses, url) }
    }
  }

  @Test("loopback is for a URL of this machine itself, which reaches nothing else")
  func loopback() throws {
    for url in ["http://localhost:4000/", "http://127.0.0.1/", "https://[::1]:1/x"] {
      #expect(try Self.checked(["127.0.0.1"], url) == "127.0.0.1")
      #expect(throws: WebhookAddress.Refusal.self) { try Self.checked(["8.8.8.8"], url) }
    }
  }

  @Test("a private network is reached by a host that may have its addresses, metadata never")
  func privateNetwork() throws {
    let url = "https://hooks.example.com/"
    for address in ["10.0.0.1", "172.31.0.1", "192.168.1.1", "100.64.0.1", "fd12::1", "8.8.8.8"] {
      #expect(try Self.checked([address], url, isPrivate: true) == address)
    }
    for address in [
      "127.0.0.1", "::1", "169.254.169.254", "fe80::1", "fd00:ec2::254", "fd20:ce::254",
      "100.100.100.200", "::ffff:10.0.0.1", "64:ff9b::a00:1", "0.0.0.0",
    ] {
      #expect(throws: WebhookAddress.Refusal.self) {
        try Self.checked([address], url, isPrivate: true)
      }
    }
  }

  private static func checked(
    _ addresses: [String]?, _ url: String, isPrivate: Bool = false
  ) throws -> String {
    let endpoint = WebhookEndpoint(
      name: "backend", url: try WebhookURL(url), secrets: [], mayBePrivate: isPrivate)
    return try WebhookAddress.checked(addresses, of: endpoint).get()
  }

  @Test(
    "a URL that could be read two ways, or is not encrypted, is refused",
    arguments: [
      "http://example.com/", "ftp://example.com", "https://", "https:///x",
      "https://u:p@example.com",
      "https://example.com:0/", "https://example.com:99999", "https://example.com/#a",
      "https://exa mple.com", "https://[::1", "https://::1/", "http://127.0.0.1.example.com/",
      "https://example.com\\@10.0.0.1/", "https://exämple.com/",
    ])
  func refused(text: String) {
    #expect(throws: WebhookURL.Mistake.self) { try WebhookURL(text) }
  }

  @Test("the host of a URL is in lower case, and nothing else changes")
  func host() throws {
    let url = try WebhookURL("https://Hooks.Example.com:8443/A?b=C")
    #expect(url.text == "https://hooks.example.com:8443/A?b=C")
    #expect(url.host == "hooks.example.com" && url.port == 8443 && !url.isLoopback)
  }
}
