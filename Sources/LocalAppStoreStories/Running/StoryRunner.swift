package import AsyncHTTPClient
package import LocalAppStore
import LocalAppStoreServer
package import PaywallCatalog
import Synchronization

/// Runs stories one after the other, each in a world of its own.
package struct StoryRunner: Sendable {
  /// The server that is tested.
  package enum Target: Sendable {
    /// - Parameters:
    ///   - notify: the address that notifications are posted to.
    ///   - url: the back end, for the requests of stories.
    ///   - headers: the headers of these requests.
    case backEnd(notify: String, url: String, headers: [(name: String, value: String)])
    case ownServer(OwnServer)
  }

  package var target: Target
  /// The catalog of the configuration, for stories that have none of their own.
  package var catalog: StoreCatalog?
  package var chain: SigningChain
  package var client: HTTPClient
  package var seed: UInt64
  /// Replaces the start of every story.
  package var start: Timestamp?
  /// How long a check of the back end may stay wrong.
  package var patience = Duration.seconds(5)

  package init(
    _ target: Target, catalog: StoreCatalog?, chain: SigningChain, client: HTTPClient,
    seed: UInt64
  ) {
    self.target = target
    self.catalog = catalog
    self.chain = chain
    self.client = client
    self.seed = seed
  }

  /// The longest wait for one answer of a server of ours: no story fails because the machine is
  /// busy.
  package static let patienceWithOwnServer = Duration.seconds(600)

  /// 2026-01-05 10:00 UTC, for stories that name no time.
  package static let usualStart = Timestamp(milliseconds: 1_767_607_200_000)

  /// Runs one story.
  ///
  /// - Parameter now: the time of this machine.
  /// - Throws: the error that keeps a server of ours from starting.
  package func run(_ story: Story, now: Timestamp) async throws -> StoryResult {
    let began = ContinuousClock.now
    let seed = story.given.seed ?? Self.seed(of: story.name, in: self.seed)
    let beginning = self.start ?? start(of: story, now: now)
    guard let catalog = story.given.catalog ?? catalog else {
      let result = StoryResult(story: story, seed: seed, start: beginning.rfc3339)
      return result.failed(
        "nothing is sold here",
        help: "run it in a folder with a configuration, or write 'app' and 'products' below 'given'"
      )
    }
    if case .ownServer = target, story.given.environment == .production {
      let result = StoryResult(story: story, seed: seed, start: beginning.rfc3339)
      return result.failed(
        "a server of ours takes a local App Store for the sandbox only",
        help: "leave 'environment' out, or name a back end with --notify")
    }
    let world = World(
      catalog,
      settings: WorldSettings(
        environment: story.given.environment,
        gracePeriod: story.given.grace.map { WorldSettings.GracePeriod(days: $0) }),
      seed: seed, at: beginning)
    let deliveries = DeliveryLog()
    let store = StoreService(
      world, id: String(seed, radix: 16), chain: chain,
      post: { [client] in await deliveries.post($0, client) },
      askRetention: { [client] in await deliveries.askRetention($0, $1, client) })
    var result: StoryResult
    switch target {
    case .backEnd(let notify, let url, let headers):
      deliveries.notify(
        notify, patience: NotificationSender.usualPatience,
        retentionPatience: NotificationSender.retentionPatience)
      result = await run(
        story, seed, beginning, store, deliveries,
        BackEndClient(client, url: url, headers: headers), isOurs: false)
    case .ownServer(let server):
      result = try await server.serve(store) { url in
        deliveries.notify(
          "\(url)/v1/appstore/notifications", patience: Self.patienceWithOwnServer,
          retentionPatience: Self.patienceWithOwnServer)
        return await run(
          story, seed, beginning, store, deliveries, BackEndClient(client, url: url),
          isOurs: true)
      }
    }
    result.seconds = began.duration(to: .now) / .seconds(1)
    return result
  }

  private func run(
    _ story: Story, _ seed: UInt64, _ start: Timestamp, _ store: StoreService,
    _ deliveries: DeliveryLog, _ backEnd: BackEndClient, isOurs: Bool
  ) async -> StoryResult {
    var run = StoryRun(
      story: story, seed: seed, store: store, backEnd: backEnd, deliveries: deliveries,
      isOurs: isOurs, patience: patience)
    await run.play()
    var result = StoryResult(story: story, seed: seed, start: start.rfc3339)
    result.notifications = await store.notifications(of: nil).notifications
    result.differences = run.differences
    return result
  }

  /// A back end of others compares with the clock of its machine, so that a story ends now.
  private func start(of story: Story, now: Timestamp) -> Timestamp {
    switch story.given.start {
    case .at(let moment)?: return moment
    case .endingAt(let end)?: return story.start(endingAt: end)
    case .endingNow?: return story.start(endingAt: now)
    case nil:
      if case .ownServer = target { return Self.usualStart }
      return story.start(endingAt: now)
    }
  }

  /// Returns another seed for every story of a run, and the same one for the same story and seed.
  static func seed(of name: String, in seed: UInt64) -> UInt64 {
    // FNV-1a.
    name.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension Story {
  /// The start from which all steps of the clock lead to a moment, within some days: months differ in
  /// their length. The clock never shows a later one.
  func start(endingAt end: Timestamp) -> Timestamp {
    let lengths = steps.compactMap { step -> Period? in
      guard case .move(.by(let length)) = step.action else { return nil }
      return length
    }
    return lengths.reversed().reduce(end) { $0.subtracting($1) }
  }
}

extension StoryResult {
  fileprivate func failed(_ message: String, help: String) -> StoryResult {
    var result = self
    guard let first = story.steps.first else { return result }
    result.differences.append(StoryDifference(at: first.range, message, help: help))
    return result
  }
}
