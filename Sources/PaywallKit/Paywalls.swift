import Foundation
import PaywallBundles
import PaywallCatalog
import PaywallTextCoding

/// The client of a paywall server: answers every request within its budget, from the best source
/// that is available, and never shows one visitor two variants in one session.
///
/// ```swift
/// let paywalls = Paywalls.configure(.init(server: url, clientKey: "…"))
/// let placement = await paywalls.placement("onboarding")
/// ```
///
/// Make one when the app starts and pass it on. Two clients must not share a storage directory.
public actor Paywalls {
  let configuration: Configuration
  let endpoint: Endpoint
  let storage: StorageQueue
  let clock: DeviceClock
  let verifier: BundleVerifier?

  /// Reads what an earlier run stored; starts with the client, and again after a failure.
  var loading: Task<StoredState?, Never>
  /// Verifies and compiles the bundles in the background; starts with the client.
  let bundling: Task<AvailableBundles, Never>

  /// The visitor; `nil` until it was read or made.
  var visitor: VisitorIds?
  /// True if the visitor was read from the storage, or may be written there.
  var isVisitorKept = false
  /// True if the storage has not answered yet: the visitor is a temporary one.
  var isTemporary = false
  /// True if the temporary visitor stays, because the user logged out before the storage answered.
  var isDecided = false
  /// True if the storage could not be read; the next call tries again.
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
  /// How often something was unlocked since the app started. Earlier decisions are not shown after
  /// it.
  var unlocks = 0
  /// Answers of the server to this visitor, by placement.
  var answers: [UTF8Key: KeptAnswer] = [:]
  var updates = PlacementUpdates()
  /// Requests in flight.
  var requests: [RequestKey: Task<Result<PlacementDecision, NetworkFailure>, Never>] = [:]
  /// The end of a pause that the server asked for, by the running clock.
  var pausedUntil: Duration?

  var bundles: AvailableBundles?
  /// When the client next looks for a newer bundle, by the running clock.
  var bundleDue: Duration?
  var bundleBackoff = Backoff()
  var fetchingBundle: Task<Void, Never>?

  var outbox: Outbox
  var backoff = Backoff()
  /// The end of a pause without messages that the server asked for, by the running clock.
  var quietUntil: Duration?
  /// When the client next tries by itself, by the running clock.
  var retryAt: Duration?
  /// True if the server refused an exposure in this session with what newer servers know.
  var isServerOlder = false
  var flushing: Task<Void, Never>?
  var nextFlush: Task<Void, Never>?
  /// When `nextFlush` begins, by the running clock.
  var nextFlushDue: Duration?

  var purchases: PurchaseState
  nonisolated let customerCache: CustomerCache

  /// Makes a client. Returns at once; stored state is read in the background.
  public static func configure(_ configuration: Configuration) -> Paywalls {
    let paywalls = Paywalls(configuration)
    paywalls.listenToStore()
    return paywalls
  }

  private init(_ configuration: Configuration) {
    self.configuration = configuration
    clock = configuration.clock
    endpoint = Endpoint(
      url: configuration.server, key: configuration.clientKey,
      transport: configuration.advanced.transport
        ?? SessionTransport.make(timeout: Endpoint.timeout),
      clock: configuration.clock)
    let storage = StorageQueue(
      configuration.storage ?? configuration.folder, configuration.clock,
      run: configuration.runStorage)
    self.storage = storage
    let roots = configuration.rootKeys.compactMap { BundlePublicKey(file: $0) }
    if roots.count < configuration.rootKeys.count {
      configuration.advanced.log(.bundleRejected("A root key cannot be read."))
    }
    let verifier =
      roots.isEmpty ? nil : BundleVerifier(roots: roots, bundleId: configuration.advanced.bundleId)
    self.verifier = verifier
    attributes = configuration.attributes
    lastAsked = configuration.clock.running()
    outbox = Outbox(most: max(1, configuration.advanced.mostExposures))
    purchases = PurchaseState(server: configuration.server)
    let cache = CustomerCache(configuration.clock)
    customerCache = cache
    let loading = storage.start { storage in
      let state = StoredState(storage)
      cache.load(configuration.customer(in: state), state?.time)
      return state
    }
    self.loading = loading
    bundling = Task.detached(priority: .utility) {
      await AvailableBundles.load(verifier, configuration, storage, loading)
    }
  }

  /// Replaces the attributes that are sent with every request, until ``reset()``.
  public func setAttributes(_ attributes: [String: AttributeValue]) {
    self.attributes = attributes
  }

  /// Shows the variant of a `paywall preview` token, until `nil` or the token's end; begins a session.
  /// For a tester's own phone: its answer is `forced`, is no exposure and is not kept. Without the
  /// server there is no preview, and a token that the server refuses is among the answer's
  /// ``PlacementDecision/diagnostics``.
  public func setPreview(_ token: String?) {
    preview = token
    startSession()
  }

  /// The time at the server, as far as it is known.
  var now: Timestamp { time.now(clock) }

  /// Writes a value to its file, after what was written before.
  @_semantics("optimize.sil.specialize.generic.size.never")
  func save(_ value: some Encodable & Sendable, at name: String) {
    storage.write(configuration.advanced.log) { try $0.keep(value, at: name) }
  }

  func keepVisitor() {
    guard let visitor, isVisitorKept else { return }
    save(visitor, at: StoredState.visitorFile)
  }

  /// Updates the server's time from the `Date` of an answer.
  func updateTime(from response: TransportResponse, toGet: Bool = false) {
    guard let date = response.date(toGet: toGet) else { return }
    let changed = time.update(date, clock)
    customerCache.update(time)
    guard let changed else { return }
    save(changed, at: StoredState.timeFile)
  }
}
