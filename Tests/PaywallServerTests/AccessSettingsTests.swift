import Configuration
import HTTPTransport
import PaywallServer
import Testing

@Suite("Settings of access")
struct AccessSettingsTests {
  @Test("ranges come in several options, separated by commas, or from the environment")
  func ranges() throws {
    let expected = TrustedProxies(
      ["10.0.0.0/8", "fd00::/8", "192.0.2.1"].compactMap { AddressRange($0) })
    let flags = try Settings.read(
      flags: [
        "trustedProxies": .init(
          .stringArray(["10.0.0.0/8, fd00::/8", "192.0.2.1"]), isSecret: false)
      ],
      environment: [:])
    #expect(flags.trustedProxies == expected)
    let variables = try Settings.read(
      flags: [:], environment: ["PAYWALL_TRUSTED_PROXIES": "10.0.0.0/8,fd00::/8,192.0.2.1"])
    #expect(variables.trustedProxies == expected)
    #expect(try Settings.read(flags: [:], environment: [:]).trustedProxies.ranges.isEmpty)
  }

  @Test("rates are whole numbers, and 0 is none")
  func rates() throws {
    let none = try Settings.read(flags: [:], environment: [:]).rates
    #expect(none.client == 2_000 && none.server == 5_000)
    let given = try Settings.read(
      flags: ["clientRate": "0"], environment: ["PAYWALL_SERVER_RATE": "7"]
    ).rates
    #expect(given.client == 0 && given.server == 7)
  }

  @Test(
    "what cannot be used is told with what to do",
    arguments: [
      ("PAYWALL_TRUSTED_PROXIES", "10.0.0.1/8", "--trusted-proxies"),
      ("PAYWALL_TRUSTED_PROXIES", "proxy", "10.0.0.0/8"),
      ("PAYWALL_CLIENT_RATE", "-1", "--client-rate"),
      ("PAYWALL_SERVER_RATE", "1000001", "0 for no limit"),
    ])
  func wrong(_ variable: String, _ value: String, _ word: String) throws {
    let error = #expect(throws: SettingsError.self) {
      _ = try Settings.read(flags: [:], environment: [variable: value])
    }
    #expect(error?.description.contains(word) == true)
  }
}
