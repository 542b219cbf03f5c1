import Bundles
import Catalog
import Foundation

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

  /// What an earlier run left; begun when the client is made.
  let loading: Task<Loaded?, Never>
  /// Verified and compiled behind; begun when the client is made.
  let bundling: Task<Bundles, Never>

  /// Who asks; `nil` until it was read or made.
  var visitor: VisitorIds?
  /// The visitor was read from the storage, or may be written there.
  var isVisitorKept = false
  var attributes: [String: AttributeValue]
  var time = ServerTime()
  var session = Session()
  var lastAsked: Duration
  var assignments = Assignments()
  /// Answers of the server to this visitor, by placement.
  var answers: [ExactKey: KeptAnswer] = [:]
  /// Questions that are under way.
  var asking: [Asking: Task<Result<Placement, NetworkFailure>, Never>] = [:]
  /// The server asked for a pause until then, by the running clock.
  var pausedUntil: Duration?

  var bundles: Bundles?
  var bundleChecked: Duration?
  var fetchingBundle: Task<Void, Never>?

  var outbox: Outbox
  var backoff = Backoff()
  /// The server asked to be told nothing until then, by the running clock.
  var quietUntil: Duration?
  var flushing: Task<Void, Never>?
  var nextFlush: Task<Void, Never>?

  /// Makes a client. Returns at once; what is stored is read behind.
  public static func configure(_ configuration: Configuration) -> Paywalls {
    Paywalls(configuration)
  }

  private init(_ configuration: Configuration) {
    self.configuration = configuration
    clock = configuration.clock
    endpoint = Endpoint(
      url: configuration.server, key: configuration.clientKey,
      transport: configuration.transport ?? SessionTransport.make(patience: .seconds(30)))
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

  /// What is sent with every question from now on, in place of what was before.
  public func setAttributes(_ attributes: [String: AttributeValue]) {
    self.attributes = attributes
  }

  /// The time at the server, as far as it is known.
  var now: Timestamp { time.now(clock) }

  /// Takes up what an earlier run left. The storage gets a part of the time; if it does not answer,
  /// the visitor is a new one until the app is started again.
  ///
  /// - Returns: `nil` if the caller was cancelled before anything was known.
  func ready(within time: Duration) async -> VisitorIds? {
    if let visitor { return visitor }
    let loaded = await loading.value(within: min(time, Disk.patience), clock)
    if let visitor { return visitor }
    guard loaded != nil || !Task.isCancelled else { return nil }
    return adopt(loaded ?? nil)
  }

  private func adopt(_ loaded: Loaded?) -> VisitorIds {
    if let stored = loaded?.time { time.recall(stored) }
    let visitor =
      loaded?.visitor
      ?? VisitorIds(anonymousId: configuration.makeId(), firstSeen: now.milliseconds)
    self.visitor = visitor
    isVisitorKept = loaded != nil
    if loaded?.visitor == nil { keepVisitor() }
    if let stored = loaded?.assignments { assignments.recall(stored) }
    if let queue = loaded?.queue {
      drop(outbox.recall(queue), because: "Too many were waiting.")
      if !queue.isEmpty { flush(in: configuration.gathering) }
    }
    let prefix = StoredAnswer.prefix(visitor)
    if loaded != nil { disk.write(configuration.log) { try $0.sweepAnswers(keeping: prefix) } }
    return visitor
  }

  func keepVisitor() {
    guard let visitor, isVisitorKept else { return }
    disk.write(configuration.log) { try $0.keep(visitor, at: Loaded.visitorFile) }
  }

  /// What the server's answers say of the time.
  func hear(_ response: TransportResponse) {
    guard let date = response.date, let changed = time.hear(date, clock) else { return }
    disk.write(configuration.log) { try $0.keep(changed, at: Loaded.timeFile) }
  }
}

extension Storage {
  /// Answers to others are removed, and of this visitor's what would be too many.
  fileprivate func sweepAnswers(keeping prefix: String) throws {
    let names = try names(from: "answer-")
    let own = names.filter { $0.hasPrefix(prefix) }
    for name in names.filter({ !$0.hasPrefix(prefix) }) + own.dropFirst(100) { try remove(name) }
  }
}
