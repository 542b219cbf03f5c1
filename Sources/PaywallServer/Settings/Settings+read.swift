package import Configuration
import HTTPService
import HTTPTransport
import LedgerPostgres
import Logging
internal import Serving

extension Settings {
  /// Reads flags over environment over defaults; reports all bad settings at once.
  ///
  /// - Parameters:
  ///   - flags: text values by flag name in camel case; repeated ones as lists.
  ///   - environment: the variables of the process; ours begin with `PAYWALL_`.
  package static func read(
    flags: [AbsoluteConfigKey: ConfigValue], environment: [String: String]
  ) throws(SettingsError) -> Settings {
    let variables = EnvironmentVariablesProvider(
      environmentVariables: environment,
      secretsSpecifier: .specific([
        "PAYWALL_OFFER_KEY_PASSPHRASE", "PAYWALL_APP_STORE_TOKEN",
        "PAYWALL_APP_STORE_KEY_PASSPHRASE",
      ]))
    let config = ConfigReader(providers: [
      InMemoryProvider(name: "flags", values: flags), variables.prefixKeys(with: "paywall"),
    ])
    var reader = SettingsReader(config: config)
    var settings = Settings()
    settings.host = reader.text("host") ?? settings.host
    if settings.host.isEmpty { reader.wrong("host", "", "give a name or an address") }
    settings.port = reader.port("port") ?? settings.port
    settings.config = reader.text("config") ?? settings.config
    settings.stateDirectory = reader.text("stateDir") ?? "\(settings.config)/.paywall"
    if ConfigurationPath.roots.contains(where: {
      isInside(settings.stateDirectory, "\(settings.config)/\($0)")
    }) {
      reader.wrong(
        "stateDir", settings.stateDirectory, "keep it outside of the folders that are watched")
    }
    settings.ledger = reader.ledger()
    settings.isReadOnly = reader.flag("readOnly")
    settings.appleRoots = reader.list("appleRoot")
    settings.appleRootsInProduction = reader.flag("appleRootInProduction")
    settings.metricsPort = reader.port("metricsPort")
    if let port = settings.metricsPort, port != 0, port == settings.port {
      reader.wrong("metricsPort", String(port), "the server itself listens there")
    }
    settings.metricsHost = reader.metricsHost(of: settings.metricsPort) ?? settings.metricsHost
    // At most five minutes, so that a service stops when asked to.
    settings.drainSeconds = reader.number("drainSeconds", in: 0...300) ?? settings.drainSeconds
    settings.trustedProxies = reader.trustedProxies()
    settings.allowedOrigins = reader.allowedOrigins()
    settings.rates = reader.rates()
    settings.namesFastPath = reader.namesFastPath
    settings.decisionLog = reader.text("decisionLog")
    settings.logFormat = reader.word("logFormat") { LogFormat(rawValue: $0) } ?? settings.logFormat
    settings.logLevel = reader.word("logLevel") { Logger.Level(rawValue: $0) } ?? settings.logLevel
    settings.tls = reader.tls()
    settings.maxConnections = reader.number("maxConnections", in: 1...1_000_000)
    // Less than a response may take.
    settings.ledgerLimits.lookUp =
      reader.number("ledgerTimeout", in: 10...4000, help: "give milliseconds, from 10 to 4000")
      .map { .milliseconds($0) } ?? settings.ledgerLimits.lookUp
    settings.offerKeys = reader.offerKeys()
    settings.offerKeyPassphrase = environment["PAYWALL_OFFER_KEY_PASSPHRASE"]
    settings.userProofSecrets = reader.list("userProofSecret")
    settings.appStore = reader.appStore(beside: settings)
    settings.isForTests = reader.isForTests(beside: settings)
    settings.appStoreKey = reader.appStoreKey(beside: settings)
    settings.appStoreKeyPassphrase = environment["PAYWALL_APP_STORE_KEY_PASSPHRASE"]
    (settings.bundleKey, settings.bundleCertificate) = reader.bundleFiles()
    guard reader.mistakes.isEmpty else { throw SettingsError(mistakes: reader.mistakes) }
    return settings
  }

  private static func isInside(_ path: String, _ folder: String) -> Bool {
    let parts = { (path: String) in path.split(separator: "/").filter { $0 != "." } }
    return parts(path).starts(with: parts(folder))
      && path.hasPrefix("/") == folder.hasPrefix("/")
  }
}

/// Unusable settings, each with the next step.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
  package var mistakes: [String]

  package var description: String {
    mistakes.map { "error: \($0)" }.joined(separator: "\n")
  }
}

/// Reads settings from the configuration and collects their mistakes.
struct SettingsReader {
  let config: ConfigReader
  var mistakes: [String] = []

  func text(_ name: String) -> String? { config.string(forKey: ConfigKey(name)) }

  /// A whole number of a range.
  ///
  /// - Parameter help: the advice, if a number of the range says too little.
  mutating func number(
    _ name: String, in range: ClosedRange<Int>, help: String? = nil
  ) -> Int? {
    guard let text = text(name) else { return nil }
    if let number = Int(text), range.contains(number) { return number }
    wrong(name, text, help ?? "give a number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  mutating func port(_ name: String) -> Int? { number(name, in: 0...65_535) }

  mutating func word<Value: RawRepresentable & CaseIterable>(
    _ name: String, _ make: (String) -> Value?
  ) -> Value? where Value.RawValue == String {
    guard let text = text(name) else { return nil }
    if let value = make(text) { return value }
    wrong(name, text, "use one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
    return nil
  }

  func list(_ name: String) -> [String] {
    config.stringArray(forKey: ConfigKey(name)) ?? text(name).map { [$0] } ?? []
  }

  mutating func ledger() -> String? {
    guard let text = text("ledger") else { return nil }
    if PostgresAddress.isAddress(text) {
      do throws(PostgresAddressError) {
        _ = try PostgresAddress(text)
      } catch {
        // Without the text, which may hold a password.
        wrong("ledger", "postgres://…", error.description)
      }
    } else if text.contains("://") {
      wrong("ledger", text, "name a file for SQLite, postgres://… for PostgreSQL, or 'memory'")
    }
    return text
  }

  mutating func tls() -> TLSFiles? {
    switch (text("tlsCertificate"), text("tlsKey")) {
    case (nil, nil): return nil
    case (let certificate?, let key?): return TLSFiles(certificate: certificate, key: key)
    case (let certificate?, nil):
      wrong("tlsCertificate", certificate, "give its private key too, with --tls-key")
    case (nil, let key?): wrong("tlsKey", key, "give its certificate too, with --tls-certificate")
    }
    return nil
  }

  mutating func offerKeys() -> [OfferKeyFile] {
    let paths = list("offerKey")
    let ids = list("offerKeyId")
    let issuers = list("issuerId")
    if paths.count != ids.count {
      mistakes.append(
        "--offer-key is given \(paths.count) times and --offer-key-id \(ids.count) times; every key needs its id from App Store Connect"
      )
    }
    if issuers.count > 1, issuers.count != paths.count {
      mistakes.append(
        "--issuer-id is given \(issuers.count) times for \(paths.count) keys; give it once for all, or once for each"
      )
    }
    guard mistakes.isEmpty else { return [] }
    return zip(paths, ids).enumerated().map { index, key in
      let issuer = issuers.count > 1 ? issuers[index] : issuers.first
      return OfferKeyFile(path: key.0, keyId: key.1, issuerId: issuer)
    }
  }

  mutating func bundleFiles() -> (key: String?, certificate: String?) {
    let files = (text("bundleKey"), text("bundleCertificate"))
    if (files.0 == nil) != (files.1 == nil) {
      mistakes.append(
        "--bundle-key and --bundle-certificate belong together; give both, or neither")
    }
    return files
  }

  mutating func wrong(_ name: String, _ value: String, _ help: String) {
    let flag = name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    let variable = "PAYWALL_" + flag.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    mistakes.append("--\(flag) (or \(variable)) is '\(value)': \(help)")
  }
}

extension SettingsReader {
  /// A switch, off unless given: `true` or `false` in the environment.
  mutating func flag(_ name: String) -> Bool {
    switch text(name)?.lowercased() {
    case nil, "false", "no", "0": return false
    case "true", "yes", "1": return true
    case let other?:
      wrong(name, other, "give true or false")
      return false
    }
  }
}
