import Bundles
import Catalog
import Foundation
import TextCoding

/// The client of a paywall server: answers every question within its time, from the best source
/// that there is, and never shows one visitor two variants in one session.
///
/// ```swift
/// let paywalls = Paywalls.configure(.init(server: url, clientKey: "…"))
/// let placement = await paywalls.placement("onboarding")
/// ```
///
/// Make one when the app starts and hand it on. Two of them must not share a storage directory.
public actor Paywalls {
  let configuration: Configuration
  let endpoint: Endpoint
  let disk: Disk
  let clock: DeviceClock
  let verifier: BundleVerifier?

  /// What an earlier run left; begun when the client is made, and again after it failed.
  var loading: Task<Loaded?, Never>
  /// Verified and compiled behind; begun when the client is made.
  let bundling: Task<Bundles, Never>

  /// Who asks; `nil` until it was read or made.
  var visitor: VisitorIds?
  /// The visitor was read from the storage, or may be written there.
  var isVisitorKept = false
  /// The storage has not answered yet: the visitor stands in for the one that it may hold.
  var isTemporary = false
  /// The temporary visitor stays, because somebody logged out meanwhile.
  var isDecided = false
  /// The storage answered that it cannot be read, and is to be asked again.
  var hasFailedToLoad = false
  /// Anonymous ids that this visitor had before in this session.
  var earlierIds: Set<UTF8Key> = []
  var attributes: [String: AttributeValue]
  /// A token of `paywall preview`, sent with every placement.
  var preview: String?
  var time = ServerTime()
  var session = Session()
  var lastAsked: Duration
  var assignments = Assignments()
  /// Answers of the server to this visitor, by placement.
  var answers: [UTF8Key: KeptAnswer] = [:]
  /// Questions that are under way.
  var asking: [Asking: Task<Result<Placement, NetworkFailure>, Never>] = [:]
  /// The server asked for a pause until then, by the running clock.
  var pausedUntil: Duration?

  var bundles: Bundles?
  /// Not before this is a newer one looked for, by the running clock.
  var bundleDue: Duration?
  var bundleBackoff = Backoff()
  var fetchingBundle: Task<Void, Never>?

  var outbox: Outbox
  var backoff = Backoff()
  /// The server asked to be told nothing until then, by the running clock.
  var quietUntil: Duration?
  /// Not before this is a new attempt made by itself, by the running clock.
  var retryAt: Duration?
  var flushing: Task<Void, Never>?
  var nextFlush: Task<Void, Never>?
  /// When that begins, by the running clock.
  var nextFlushDue: Duration?

  /// Makes a client. Returns at once; what is stored is read behind.
  public static func configure(_ configuration: Configuration) -> Paywalls {
    Paywalls(configuration)
  }

  private init(_ configuration: Configuration) {
    self.configuration = configuration
    clock = configuration.clock
    endpoint = Endpoint(
      url: configuration.server, key: configuration.clientKey,
      transport: configuration.transport ?? SessionTransport.make(patience: Endpoint.patience),
      clock: configuration.clock)
    let disk = Disk(
      configuration.storage ?? FolderStorage(configuration.storageDirectory), configuration.clock)
    self.disk = disk
    let roots = configuration.rootKeys.compactMap { BundlePublicKey(file: $0) }
    if roots.count < configuration.rootKeys.count {
      configuration.log(.bundleRejected("A root key cannot be read."))
    }
    let verifier =
      roots.isEmpty ? nil : BundleVerifier(roots: roots, bundleId: configuration.bundleId)
    self.verifier = verifier
    attributes = configuration.attributes
    lastAsked = configuration.clock.running()
    outbox = Outbox(most: max(1, configuration.mostExposures))
    let loading = disk.start { Loaded($0) }
    self.loading = loading
    bundling = Task.detached(priority: .utility) {
      await Bundles.load(verifier, configuration, disk, loading)
    }
  }

  /// What is sent with every question from now on, in place of what was before, until ``reset()``.
  public func setAttributes(_ attributes: [String: AttributeValue]) {
    self.attributes = attributes
  }

  /// Shows what a token of `paywall preview` opens, until `nil` or the token's end; begins a session.
  /// For a tester's own phone: an answer of it is `forced`, counts for nothing and is kept nowhere.
  /// Without the server nothing is previewed, and a token that is no good is among the answer's
  /// ``Placement/setbacks``.
  public func setPreview(_ token: String?) {
    preview = token
    startSession()
  }

  /// The time at the server, as far as it is known.
  var now: Timestamp { time.now(clock) }

  func keepVisitor() {
    guard let visitor, isVisitorKept else { return }
    disk.write(configuration.log) { try $0.keep(visitor, at: Loaded.visitorFile) }
  }

  /// What the server's answers say of the time.
  func hear(_ response: TransportResponse, toGet: Bool = false) {
    guard let date = response.date(toGet: toGet), let changed = time.hear(date, clock)
    else { return }
    disk.write(configuration.log) { try $0.keep(changed, at: Loaded.timeFile) }
  }
}
