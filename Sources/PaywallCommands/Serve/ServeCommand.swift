import ArgumentParser
import CommandSupport
import Configuration
import Foundation
import HTTPService
import Logging

import PaywallServer

/// `paywall serve`.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "serve", "Serve paywalls, decisions and signed offers over HTTP.",
    """
    Without options it serves the folder it is started in, on this machine only, with a \
    throw-away offer key. Changed files are taken up by themselves, and on SIGHUP; a mistake in \
    them keeps the last good configuration in service. Every option can be given as an \
    environment variable instead: --offer-key as PAYWALL_OFFER_KEY. The passphrase of an \
    encrypted key is read from PAYWALL_OFFER_KEY_PASSPHRASE only.
    """,
    examples: "paywall serve",
    "paywall serve --config ../app --port 9000 --log-format json \\",
    "  --offer-key AuthKey.p8 --offer-key-id 2X9R4HXF34 \\",
    "  --issuer-id 57246542-96fe-1a63-e053-0824d011072a")

  @Option("address", "The address to listen on. (default: 127.0.0.1)") var host: String?
  @Option(help: "The port to listen on. (default: 8080)") var port: String?
  @Option(.folder, "The folder that holds Paywalls and Experiments. (default: .)")
  var config: String?
  @Option(.file, "The In-App Purchase key; may be repeated: the first signs, all verify.")
  var offerKey: [String] = []
  @Option("id", "The key id of each --offer-key, in order.") var offerKeyId: [String] = []
  @Option("uuid", "The issuer id, once or for each key.") var issuerId: [String] = []
  @Option(.file, "The private key that signs bundles; see paywall bundle key.")
  var bundleKey: String?
  @Option(.file, "Its certificate by the team's root key.") var bundleCertificate: String?
  @Option(
    .file, "Secrets that your users are proved by, one a line; may be repeated: any of them counts."
  )
  var userProofSecret: [String] = []
  @Option(.folder, "Where copies of good configurations are kept. (default: CONFIG/.paywall)")
  var stateDir: String?
  @Option(
    .ledger,
    "The ledger: a file, postgres://… for several servers, or memory. (default: STATE-DIR/paywall.sqlite)"
  )
  var ledger: String?
  @Flag(
    help:
      "Serve paywalls beside the server that writes: no ledger, no lock, nothing written; what must be kept or signed is refused."
  )
  var readOnly = false
  @Option(.file, "Trust this root certificate instead of Apple's; may be repeated.")
  var appleRoot: [String] = []
  @Option(
    "url",
    "Trust this local App Store instead of Apple's, and take its clock; see local-app-store.")
  var appStore: String?
  @Option("token", "The token of that store.") var appStoreToken: String?
  @Flag(
    help:
      "Serve a story beside --app-store on this machine: without the folder's API keys and webhooks, until standard input ends."
  )
  var forTests = false
  @Option(
    .file, "The In-App Purchase key to ask Apple's server API with; it may be that of --offer-key.")
  var appStoreKey: String?
  @Option("id", "The key id of --app-store-key.") var appStoreKeyId: String?
  @Option("uuid", "The issuer id of --app-store-key. (default: the first --issuer-id)")
  var appStoreIssuer: String?
  @Option(
    "environment=url",
    "Ask production or the sandbox at another address: sandbox=https://…; may be repeated.")
  var appStoreAddress: [String] = []
  @Option(
    "share",
    "The share of Apple's hourly limits that this server and commands with its state folder may use. (default: 1)"
  )
  var appStoreBudget: String?
  @Flag(help: "Serve the environment production under --apple-root, for tests of production.")
  var appleRootInProduction = false
  @Option(
    .file, "Speak TLS 1.3 and HTTP/2 with this certificate chain (PEM); read again on SIGHUP.")
  var tlsCertificate: String?
  @Option(.file, "The private key of --tls-certificate (PEM).") var tlsKey: String?
  @Option(
    "number",
    "Connections at a time. (default: what the limit of open files has room for, up to 20000)")
  var maxConnections: String?
  @Option(
    "milliseconds",
    "How long a visitor waits for the ledger before paywalls are served without it. (default: 250)")
  var ledgerTimeout: String?
  @Option(help: "A port of its own for /metrics, which then needs no key.") var metricsPort: String?
  @Option("address", "The address of --metrics-port. (default: 127.0.0.1, whatever --host is)")
  var metricsHost: String?
  @Option("seconds", "On SIGTERM, answer not to be ready for so long before the end. (default: 0)")
  var drainSeconds: String?
  @Option(
    "ranges", "Believe X-Forwarded-For from these addresses: 10.0.0.0/8,fd00::/8; may be repeated.")
  var trustedProxies: [String] = []
  @Option(
    "origin", "Let pages of this origin evaluate OpenFeature flags in a browser; may be repeated.")
  var allowOrigin: [String] = []
  @Option(
    "tokens",
    "Requests a second for each client key at each address, 0 for no limit. (default: 2000)")
  var clientRate: String?
  @Option(
    "tokens",
    "Requests a second for each server, viewer or admin key, 0 for no limit. (default: 5000)")
  var serverRate: String?
  @Option(
    help: ArgumentHelp(
      "Has no effect; accepted until 1.0.", valueName: "on|off", visibility: .hidden))
  var fastPath: String?
  @Option(.file, "Append every decision to this file; ids are hashed.") var decisionLog: String?
  @Option(help: "How to log: text or json. (default: text)") var logFormat: String?
  @Option(help: "The least level to log: trace, debug, info, … (default: info)")
  var logLevel: String?

  func run() async throws {
    let console = Console.ofProcess()
    var logger: Logger?
    do {
      var settings = try Settings.read(
        flags: flags, environment: ProcessInfo.processInfo.environment)
      settings.version = BuildInfo.version
      // In a JSON log, the last line is JSON, too.
      if settings.logFormat == .json { logger = PaywallService.logger(settings) }
      guard settings.appStore == nil else { return try await serve(trusting: settings) }
      let server = try await PaywallService(
        settings, load: LoadedFolder.catalogFiles, logger: PaywallService.logger(settings))
      try await server.run()
    } catch let error as SettingsError {
      console.complain(error.description)
      throw ExitCode(ExitStatus.wrongUsage.rawValue)
    } catch let error as StartError {
      if let logger {
        error.log(to: logger)
      } else {
        console.complain(error.description)
      }
      throw ExitCode(error.exitStatus.rawValue)
    }
  }

  /// The given options, by the names of the settings.
  var flags: [AbsoluteConfigKey: ConfigValue] {
    var flags: [AbsoluteConfigKey: ConfigValue] = [:]
    for (label, option) in Mirror(reflecting: self).children {
      let content: ConfigContent? =
        switch option {
        case let text as Option<String?>: text.wrappedValue.map { .string($0) }
        case let flag as Flag<Bool>: flag.wrappedValue ? .string("true") : nil
        case let texts as Option<[String]>:
          texts.wrappedValue.isEmpty ? nil : .stringArray(texts.wrappedValue)
        default: nil
        }
      guard let label, let content else { continue }
      let name = String(label.drop { $0 == "_" })
      flags[AbsoluteConfigKey([name])] = ConfigValue(content, isSecret: false)
    }
    return flags
  }
}

extension StartError {
  /// The status `no` for mistakes in the folder; other errors come from outside.
  var exitStatus: ExitStatus {
    switch self {
    case .configuration: .no
    case .listen(let error) where error.isWrongHost: .wrongUsage
    default: .failedOutside
    }
  }
}
