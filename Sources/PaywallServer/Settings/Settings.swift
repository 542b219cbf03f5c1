package import HTTPService
package import HTTPTransport
package import LedgerPostgres
package import Logging

/// The settings of a process.
package struct Settings: Sendable {
  package var host = "127.0.0.1"
  /// 0 lets the system choose.
  package var port = 8080
  /// The folder that holds `Paywalls` and `Experiments`.
  package var config = "."
  /// In the given order; the first signs.
  package var offerKeys: [OfferKeyFile] = []
  package var offerKeyPassphrase: String?
  /// The private key of bundles and its certificate: both or neither.
  package var bundleKey: String?
  package var bundleCertificate: String?
  /// Files with the secrets by which the team's server proves its users' ids.
  package var userProofSecrets: [String] = []
  /// The least bytes of a secret.
  package static let leastUserProofBytes = 32
  package var stateDirectory = "./.paywall"
  /// Where App Store facts are kept: a file, `memory` or the address of a PostgreSQL database; `nil`
  /// is a file in the state directory.
  package var ledger: String?
  /// Serves paywalls beside the server that writes: without a ledger or locks of its own, and
  /// without a write to the state directory.
  package var isReadOnly = false
  /// Files with root certificates (PEM or DER) to trust instead of Apple Root CA G3.
  package var appleRoots: [String] = []
  /// A local App Store, trusted instead of Apple's; its clock is this server's clock.
  package var appStore: LocalAppStoreSettings?
  /// Serves one story beside a local App Store: without the folder's API keys and webhooks, until standard
  /// input ends.
  package var isForTests = false
  /// Apple's server API is asked with this key; `nil` if it is not asked.
  package var appStoreKey: AppStoreAPIKeySettings?
  package var appStoreKeyPassphrase: String?
  /// Serves production under such roots: nothing in it is Apple's then.
  package var appleRootsInProduction = false
  /// A separate port for metrics, without a key; on the main port they need a viewer or admin key.
  package var metricsPort: Int?
  /// The address of that port; loopback unless set, whatever `host` is.
  package var metricsHost = "127.0.0.1"
  /// Seconds between reporting not ready and closing the listener, for load balancers.
  package var drainSeconds = 0
  /// Their `X-Forwarded-For` counts.
  package var trustedProxies = TrustedProxies()
  /// Web pages that may evaluate flags from a browser.
  package var allowedOrigins: [String] = []
  package var rates = RateSettings()
  /// `--fast-path` was given, which has no effect.
  package var namesFastPath = false
  package var decisionLog: String?
  /// If `nil`, the server speaks plain HTTP/1.1, for a proxy in front or for this machine.
  package var tls: TLSFiles?
  /// Concurrent connections; `nil` is the process's limit of open files, up to 20,000.
  package var maxConnections: Int?
  /// How long calls of the ledger may wait.
  package var ledgerLimits = LedgerGate.Limits()
  package var logFormat = LogFormat.text
  package var logLevel = Logger.Level.info
  /// The version of the program, as `paywall --version` says it.
  package var version = "development"

  package init() {}

  /// The ledger's file or address, or `memory` for one that ends with the process.
  package var ledgerPath: String {
    ledger ?? "\(stateDirectory)/\(appStore == nil ? "paywall" : "local-app-store").sqlite"
  }

  /// The database of the ledger; `nil` if it is no database.
  package var ledgerAddress: PostgresAddress? {
    // A mistake in an address was reported when the settings were read.
    ledger.flatMap { try? PostgresAddress($0) }
  }

  /// The ledger's file; `nil` if it is in memory or in a database.
  package var ledgerFile: String? {
    ledgerPath == "memory" || ledgerAddress != nil ? nil : ledgerPath
  }

  /// Whether only this machine can reach the process's ports.
  package var isLoopback: Bool {
    HostName.isLoopback(host) && (metricsPort == nil || HostName.isLoopback(metricsHost))
  }
}

/// A private key that signs offers, and its ids in App Store Connect.
package struct OfferKeyFile: Hashable, Sendable {
  package var path: String
  package var keyId: String
  package var issuerId: String?

  package init(path: String, keyId: String, issuerId: String? = nil) {
    self.path = path
    self.keyId = keyId
    self.issuerId = issuerId
  }
}
