package import HTTPTransport
package import Logging

/// What a process is told at its start.
package struct Settings: Sendable {
  package var host = "127.0.0.1"
  /// 0 lets the system choose.
  package var port = 8080
  /// The folder that holds `Paywalls` and `Experiments`.
  package var config = "."
  /// The two folders of `config` that hold the configuration.
  package static let watchedFolders = ["Paywalls", "Experiments"]
  /// In the order given: the first signs.
  package var offerKeys: [OfferKeyFile] = []
  package var offerKeyPassphrase: String?
  /// The private key of bundles and its certificate: both or neither.
  package var bundleKey: String?
  package var bundleCertificate: String?
  /// Files with the secrets by which the team's server proves its users' ids.
  package var userProofSecrets: [String] = []
  /// Bytes of a secret for proofs.
  package static let leastUserProofBytes = 32
  package var stateDirectory = "./.paywall"
  /// Where facts of the App Store are kept; `nil` is a file in the state directory.
  package var ledger: String?
  /// Files with root certificates (PEM or DER) to trust in place of Apple Root CA G3.
  package var appleRoots: [String] = []
  /// Serves the environment production under such roots: nothing of it is Apple's then.
  package var appleRootsInProduction = false
  /// A port of its own for metrics, which then need no key; on the main port they need an admin's.
  package var metricsPort: Int?
  /// Where that port is; loopback unless somebody says otherwise, whatever `host` is.
  package var metricsHost = "127.0.0.1"
  /// Between saying not to be ready any more and the end of listening, for load balancers.
  package var drainSeconds = 0
  /// Whose `X-Forwarded-For` counts.
  package var trustedProxies = TrustedProxies()
  package var rates = RateSettings()
  /// Which requests are answered at the socket.
  package var fastPath = FastPath.on
  package var decisionLog: String?
  /// Without it the server speaks HTTP/1.1 in the clear, for a proxy in front or for this machine.
  package var tls: TLSFiles?
  /// Connections at a time; `nil` is what the process may have files open, up to 20,000.
  package var maxConnections: Int?
  package var logFormat = LogFormat.text
  package var logLevel = Logger.Level.info

  package init() {}

  /// The file of the ledger, or `memory` for one that ends with the process.
  package var ledgerPath: String { ledger ?? "\(stateDirectory)/paywall.sqlite" }

  /// Whether only this machine can reach what the process listens on.
  package var isLoopback: Bool {
    Self.isLoopback(host) && (metricsPort == nil || Self.isLoopback(metricsHost))
  }

  /// `localhost`, `::1` and 127.0.0.0/8. Other names are not looked up: what they mean may change.
  package static func isLoopback(_ host: String) -> Bool {
    if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt8(part) != nil
      }
  }
}

/// A private key to sign offers with, and what App Store Connect calls it.
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
