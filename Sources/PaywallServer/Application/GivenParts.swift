package import AppStoreServerAPI
import HTTPService
package import HTTPTransport
package import Ledger
package import Logging
import NIOCore
import PaywallAPI
package import PaywallCatalog

/// The parts that a server is made of, each made from the settings or by a test.
package struct GivenParts: Sendable {
  package var current: CurrentRelease
  package var reloader: Reloader
  package var authenticator: Authenticator
  package var ledger: any Ledger
  /// `nil` answers `signingNotConfigured`.
  package var signer: OfferSigner?
  /// Asks Apple's server API; `nil` without a key.
  package var appStoreClient: AppStoreClient?
  /// The jobs that ask it; `nil` without a key.
  package var appStoreJobs: AppStoreJobs?
  package var previews: PreviewService
  var watchedKeys: [KeyReloader.Watched] = []
  package var metrics: ServerMetrics
  package var pseudonym: VisitorPseudonym
  package var limiter: RateLimiter
  package var proxies = TrustedProxies()
  package var userProofs = UserProofs()
  package var decisionLog: DecisionLog?
  package var bundles = BundleService(nil)
  package var logger: Logger
  package var now: @Sendable () -> Timestamp
  package var requestId: @Sendable () -> String = RequestIdentifier.fresh
  /// The ledger's file, for its size; `nil` if it has none.
  var ledgerPath: String?
  /// Checks beside the configuration, the ledger and the keys.
  var readinessChecks: [ReadinessCheck] = []
  package var chains = ChainChecker()
  /// Returns when a request for a retention message has to be answered. Apple waits for 700 ms, the
  /// way of the answer included.
  package var retentionDeadline = retentionDeadline(isForTests: false)
  /// Reads the bodies that take long.
  package var longBodies = YieldingQueue<BucketOwner>(threads: System.coreCount)
  /// Computes results; `nil` for the ledger's own.
  var resultsSource: ResultsSource?
  /// True if requests that need the ledger are refused; another server handles them.
  package var isReadOnly = false
  /// Reports this server to the ledger; `nil` for a ledger of one server.
  package var nodes: NodeReporter?
  package var sessions = ResultsSessions()

  /// - Parameter isForTests: a story does not depend on a busy machine.
  static func retentionDeadline(isForTests: Bool) -> @Sendable () async -> Void {
    // The sleep is the deadline itself: Apple waits no longer for the answer.
    { try? await Task.sleep(for: isForTests ? .seconds(600) : .milliseconds(100)) }
  }
}
