import Configuration
import HTTPService
import HTTPTransport
import Logging
@testable import PaywallServer
import Testing

@Suite("Settings")
struct SettingsTests {
  private func read(
    _ flags: [AbsoluteConfigKey: ConfigValue] = [:], _ environment: [String: String] = [:]
  ) throws(SettingsError) -> Settings {
    try Settings.read(flags: flags, environment: environment)
  }

  @Test("without anything there are defaults")
  func defaults() throws {
    let settings = try read()
    #expect(settings.host == "127.0.0.1")
    #expect(settings.port == 8080)
    #expect(settings.config == ".")
    #expect(settings.stateDirectory == "./.paywall")
    #expect(settings.metricsPort == nil)
    #expect(settings.offerKeys.isEmpty)
  }

  @Test("flags go over the environment, the environment over the defaults")
  func precedence() throws {
    let settings = try read(
      ["port": "9000", "config": "/srv/app"],
      [
        "PAYWALL_PORT": "9001", "PAYWALL_HOST": "0.0.0.0", "PAYWALL_LOG_FORMAT": "json",
        "PAYWALL_LOG_LEVEL": "debug", "PORT": "1", "PAYWALL_METRICS_PORT": "9102",
        "PAYWALL_DECISION_LOG": "/var/log/decisions.ndjson",
      ])
    #expect(settings.port == 9000)
    #expect(settings.host == "0.0.0.0")
    #expect(settings.stateDirectory == "/srv/app/.paywall")
    #expect(settings.logFormat == .json)
    #expect(settings.logLevel == .debug)
    #expect(settings.metricsPort == 9102)
    #expect(settings.decisionLog == "/var/log/decisions.ndjson")
  }

  @Test("keys are repeatable; one issuer is for all of them; the passphrase is no flag")
  func keys() throws {
    let settings = try read(
      [
        "offerKey": ConfigValue(.stringArray(["a.p8", "b.p8"]), isSecret: false),
        "offerKeyId": ConfigValue(.stringArray(["A", "B"]), isSecret: false),
        "issuerId": "issuer",
      ], ["PAYWALL_OFFER_KEY_PASSPHRASE": "secret"])
    #expect(
      settings.offerKeys == [
        OfferKeyFile(path: "a.p8", keyId: "A", issuerId: "issuer"),
        OfferKeyFile(path: "b.p8", keyId: "B", issuerId: "issuer"),
      ])
    #expect(settings.offerKeyPassphrase == "secret")
    let one = try read(
      ["offerKeyPassphrase": "from a flag"],
      [
        "PAYWALL_OFFER_KEY": "a.p8", "PAYWALL_OFFER_KEY_ID": "A",
      ])
    #expect(one.offerKeys == [OfferKeyFile(path: "a.p8", keyId: "A")])
    #expect(one.offerKeyPassphrase == nil)
  }

  @Test("every bad setting is told at once, by both of its names")
  func mistakes() {
    let error = #expect(throws: SettingsError.self) {
      try read(
        ["port": "eighty", "logFormat": "xml", "offerKey": "a.p8", "stateDir": "Paywalls/state"],
        [
          "PAYWALL_METRICS_PORT": "65536", "PAYWALL_DRAIN_SECONDS": "301",
          "PAYWALL_LOG_LEVEL": "loud",
        ])
    }
    let mistakes = error?.mistakes ?? []
    #expect(
      mistakes == [
        "--port (or PAYWALL_PORT) is 'eighty': give a number from 0 to 65535",
        "--state-dir (or PAYWALL_STATE_DIR) is 'Paywalls/state': keep it outside of the folders that are watched",
        "--metrics-port (or PAYWALL_METRICS_PORT) is '65536': give a number from 0 to 65535",
        "--drain-seconds (or PAYWALL_DRAIN_SECONDS) is '301': give a number from 0 to 300",
        "--log-format (or PAYWALL_LOG_FORMAT) is 'xml': use one of text, json",
        "--log-level (or PAYWALL_LOG_LEVEL) is 'loud': use one of trace, debug, info, notice, warning, error, critical",
        "--offer-key is given 1 times and --offer-key-id 0 times; every key needs its id from App Store Connect",
      ])
  }

  @Test("metrics are on loopback unless somebody says otherwise, and an address needs a port")
  func metricsHost() throws {
    let open: [AbsoluteConfigKey: ConfigValue] = ["host": "0.0.0.0", "metricsPort": "9102"]
    #expect(try read(open).metricsHost == "127.0.0.1")
    #expect(try read(open, ["PAYWALL_METRICS_HOST": "10.0.0.7"]).metricsHost == "10.0.0.7")
    for (flags, mistake) in [
      (["metricsHost": "10.0.0.7"], "'10.0.0.7': give --metrics-port too"),
      (["metricsHost": "", "metricsPort": "9102"], "'': give a name or an address"),
    ] as [([AbsoluteConfigKey: ConfigValue], String)] {
      #expect(
        throws: SettingsError(mistakes: [
          "--metrics-host (or PAYWALL_METRICS_HOST) is \(mistake)"
        ])
      ) { try read(flags) }
    }
  }

  @Test("metrics do not share the server's port")
  func samePort() {
    #expect(throws: SettingsError.self) { try read(["port": "9000", "metricsPort": "9000"]) }
  }

  @Test(
    "loopback is this machine and nothing else",
    arguments: [
      ("127.0.0.1", true), ("127.9.9.9", true), ("localhost", true), ("LOCALHOST", true),
      ("::1", true), ("[::1]", true), ("0.0.0.0", false), ("::", false), ("10.0.0.1", false),
      ("127.0.0.1.example.com", false), ("127.0.0", false), ("127.0.0.256", false),
      ("localhost.example.com", false), ("", false),
    ])
  func loopback(_ host: String, _ isLoopback: Bool) {
    #expect(HostName.isLoopback(host) == isLoopback)
  }
}
