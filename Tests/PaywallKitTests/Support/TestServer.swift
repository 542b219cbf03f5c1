import AppStore
import BundleWriting
import Crypto
import Foundation
import HTTPTransport
import Ledger
import LedgerSQLite
import Logging
import NIOCore
import PaywallBundles
import PaywallCatalog
import ServiceLifecycle
@testable import PaywallServer
import Serving

/// The real server on a port of its own, with a bundle key of the test.
struct TestServer: Sendable {
  var snapshot = Snapshot.open
  var now = moment("2026-12-05T12:00:00Z")
  let ledger: any Ledger = SQLiteLedger.inMemory()
  let keys = BundleKeys()
  var signer: OfferSigner?
  /// The roots that the server takes for Apple's.
  var roots = TrustedRoots.apple
  var userProofs = UserProofs()
  var isReadOnly = false

  /// A server whose users count with a proof.
  static var provingUsers: TestServer {
    var server = TestServer()
    server.snapshot.app.identity = .signed
    server.userProofs = UserProofs(secrets: [String(repeating: "s", count: 32)])
    return server
  }

  func proof(of user: String) -> String? { userProofs.proof(of: user) }

  /// Runs the server for as long as `use` runs.
  func run(_ use: @escaping @Sendable (URL) async throws -> Void) async throws {
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    var settings = Settings()
    settings.port = 0
    // These limits are such that no busy machine exceeds them.
    var limits = ConnectionLimits()
    limits.requestTimeout = .minutes(10)
    limits.responseTimeout = .minutes(10)
    let application = Application.build(
      try dependencies(), settings: settings, limits: limits,
      listening: { port in
        continuation.yield(port)
        continuation.finish()
      })
    var configuration = ServiceGroupConfiguration(
      services: [application], logger: Logger(label: "kit") { _ in SwiftLogNoOpLogHandler() })
    // On Linux, a URLSession that is given up may keep a connection open on which it sent a head and
    // never sends the body. The server would wait for that body.
    configuration.maximumGracefulShutdownDuration = .seconds(1)
    let group = ServiceGroup(configuration: configuration)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        // A server that does not start has no port, and its error is thrown below.
        defer { continuation.finish() }
        try await group.run()
      }
      guard let port = await ports.first(where: { _ in true }),
        let url = URL(string: "http://127.0.0.1:\(port)")
      else { return try await tasks.waitForAll() }
      do {
        try await use(url)
        await group.triggerGracefulShutdown()
      } catch {
        await group.triggerGracefulShutdown()
        throw error
      }
      try await tasks.waitForAll()
    }
  }

  private func dependencies() throws -> Dependencies {
    let now = now
    let logger = Logger(label: "kit") { _ in SwiftLogNoOpLogHandler() }
    let metrics = ServerMetrics()
    let roots = roots
    let current = CurrentRelease(PreparedRelease(snapshot, roots: roots))
    let nowhere = FileManager.default.temporaryDirectory.path + "/paywallkit-nowhere"
    let state = StateDirectory(nowhere + "/state")
    let ledger = ledger
    let reloader = Reloader(
      folder: nowhere, stamp: FolderStamp(of: nowhere), load: { _ in LoadedFolder(snapshot: nil) },
      prepare: { PreparedRelease($0, roots: roots) }, current: current, state: state,
      phases: { () async throws(LedgerFailure) in try await KeptPhases(of: ledger) },
      isCompared: true, now: { now }, metrics: metrics, logger: logger)
    let bundles = BundleService(keys.signer.map { BundleSigning(signer: $0) })
    bundles.keep(current.value)
    return Dependencies(
      GivenParts(
        current: current, reloader: reloader, authenticator: Authenticator(isDevelopment: true),
        ledger: ledger, signer: signer,
        previews: try PreviewService(
          state, random: { SymmetricKey(data: [UInt8](repeating: 9, count: 32)) }),
        metrics: metrics,
        pseudonym: VisitorPseudonym(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32))),
        limiter: RateLimiter(RateSettings(), seed: 1, metrics: metrics),
        userProofs: userProofs, bundles: bundles,
        logger: logger, now: { now }, isReadOnly: isReadOnly))
  }
}

/// Keys that are made for one test.
struct BundleKeys: Sendable {
  let root = BundlePrivateKey.generated()
  let signer: BundleSigner?

  init() {
    let key = BundlePrivateKey.generated()
    let certificate = key.publicKey.flatMap { [root] in
      BundleCertificate.issue(
        for: $0, by: root, bundleId: nil, issued: moment("2026-01-01T00:00:00Z"),
        expires: moment("2028-01-01T00:00:00Z"))
    }
    signer = certificate.flatMap { BundleSigner(key: key, certificate: $0) }
  }

  var pinned: String { root.publicKey?.pinned ?? "" }

  /// A file as an app carries it.
  func file(
    of snapshot: Snapshot, issued: String = "2026-12-05T00:00:00Z",
    expires: String = "2027-01-05T00:00:00Z"
  ) -> [UInt8] {
    let payload = PublishedSnapshot(snapshot).bundleJSON
    guard let signer,
      let signature = signer.sign(
        payload, release: snapshot.release, bundleId: snapshot.app.bundleId,
        issued: moment(issued), expires: moment(expires))
    else { return [] }
    return SignedBundle(
      payload: payload, signature: signature.text, certificate: signer.certificate.text
    ).file
  }
}

/// A moment written as in the files.
func moment(_ text: String) -> Timestamp {
  Timestamp(rfc3339: text) ?? Timestamp(milliseconds: 0)
}
