package import AppStore
import HTTPTransport
package import Ledger
package import Logging
package import PaywallCatalog
import Subscribers
import Synchronization

/// Keeps evidence and sightings in the background. The queue is bounded: items that do not fit are
/// dropped, counted and logged, and the app sends them again with its next request.
package final class EvidenceQueue: Sendable {
  /// How much may wait.
  package struct Capacity: Hashable, Sendable {
    /// Pieces of evidence and sightings.
    package var count = 4096
    /// The number of waiting items up to which a sighting without evidence still gets a place:
    /// evidence decides limits, a sighting only results.
    package var countForSightings = 1024
    /// Characters of their texts: 8 MiB. With the decoded values, memory holds about twice that.
    package var size = 8 << 20
  }

  /// One request. Its evidence is written first: a sighting is of a known customer.
  private struct Item {
    var evidence: Evidence?
    var sighting: SightingClaim?

    var size: Int { (evidence?.size ?? 0) + (sighting?.size ?? 0) }
  }

  private struct State {
    var waiting: [Item] = []
    /// Waiting evidence and that being written.
    var size = 0
    var isWorking = false
    var isEnding = false
    var ended: [CheckedContinuation<Void, Never>] = []
  }

  /// Written concurrently, so that they share syncs of the ledger.
  private static let mostTogether = 32

  private let ledger: any Ledger
  private let metrics: ServerMetrics
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let capacity: Capacity
  private let isKeeping: Bool
  /// Waits between attempts, by default a second of sleep: the ledger does not report its recovery.
  /// Tests pass their own.
  private let pause: @Sendable () async -> Void
  private let dropping = LogThrottle(.seconds(60))
  private let state = Mutex(State())
  private let recent = Mutex(RecentSightings())

  /// - Parameter isKeeping: `false` for a server that keeps nothing; then all is let go.
  package init(
    _ ledger: any Ledger, metrics: ServerMetrics, logger: Logger,
    now: @escaping @Sendable () -> Timestamp, capacity: Capacity = Capacity(),
    isKeeping: Bool = true,
    // The pause between two attempts while the ledger is away; nothing announces its return.
    pause: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(1)) }
  ) {
    self.ledger = ledger
    self.metrics = metrics
    self.logger = logger
    self.now = now
    self.capacity = capacity
    self.isKeeping = isKeeping
    self.pause = pause
  }

  /// Returns at once.
  package func keep(_ evidence: Evidence?, seen sighting: SightingClaim? = nil) {
    guard isKeeping else { return }
    if evidence == nil, let sighting,
      let outcomes = recent.withLock({ $0.outcomes(of: sighting, at: now()) })
    {
      return metrics.sighted(outcomes)
    }
    let item = Item(evidence: evidence, sighting: sighting)
    let (isTaken, begins) = state.withLock { state -> (Bool, Bool) in
      let size = item.size
      let most = evidence == nil ? capacity.countForSightings : capacity.count
      guard !state.isEnding, state.waiting.count < most, state.size + size <= capacity.size
      else { return (false, false) }
      state.waiting.append(item)
      state.size += size
      let begins = !state.isWorking
      state.isWorking = true
      return (true, begins)
    }
    if !isTaken { drop([item]) }
    if begins { Task.detached { await self.work() } }
  }

  /// Waits until the queue is written, and accepts nothing more. Evidence that the ledger cannot
  /// write is now dropped without another attempt.
  package func drain() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        state.isEnding = true
        if state.isWorking { state.ended.append(continuation) }
        return !state.isWorking
      }
      if isIdle { continuation.resume() }
    }
  }

  private func work() async {
    while let batch = next() {
      let left = await write(batch)
      guard !left.isEmpty else {
        finish(batch)
        continue
      }
      if giveBack(left, of: batch) { await pause() } else { drop(left) }
    }
  }

  private func next() -> [Item]? {
    let (batch, ended) = state.withLock { state in
      guard state.waiting.isEmpty else {
        let batch = Array(state.waiting.prefix(Self.mostTogether))
        state.waiting.removeFirst(batch.count)
        return (batch as [Item]?, [CheckedContinuation<Void, Never>]())
      }
      state.isWorking = false
      defer { state.ended = [] }
      return (nil, state.ended)
    }
    for continuation in ended { continuation.resume() }
    return batch
  }

  /// - Returns: the items to try again.
  private func write(_ batch: [Item]) async -> [Item] {
    await withTaskGroup(of: Item?.self) { group in
      for item in batch { group.addTask { await self.write(item) } }
      return await group.reduce(into: []) { left, item in
        if let item { left.append(item) }
      }
    }
  }

  /// - Returns: the part of it to try again.
  private func write(_ item: Item) async -> Item? {
    var item = item
    do throws(LedgerFailure) {
      if let evidence = item.evidence {
        _ = try await ledger.append(evidence, user: nil, at: now())
        metrics.keeping(.kept)
        item.evidence = nil
      }
      if let sighting = item.sighting {
        let outcomes = try await ledger.record(sighting, at: now())
        metrics.sighted(outcomes)
        recent.withLock { $0.note(sighting, outcomes, at: now()) }
      }
      return nil
    } catch {
      switch error {
      case .closed:
        drop([item])
        return nil
      case .unavailable: return item
      case .renewalInfoWithoutTransaction, .severalCustomers:
        if item.evidence != nil { metrics.keeping(.refused) }
        if item.sighting != nil { metrics.droppedSighting() }
        return nil
      }
    }
  }

  private func finish(_ batch: [Item]) {
    state.withLock { state in state.size -= batch.reduce(0) { $0 + $1.size } }
  }

  /// `false` if the server stops: it does not wait for the ledger.
  private func giveBack(_ left: [Item], of batch: [Item]) -> Bool {
    state.withLock { state in
      state.size -= batch.reduce(0) { $0 + $1.size }
      guard !state.isEnding else { return false }
      state.waiting.insert(contentsOf: left, at: 0)
      state.size += left.reduce(0) { $0 + $1.size }
      return true
    }
  }

  private func drop(_ items: [Item]) {
    for item in items where item.sighting != nil { metrics.droppedSighting() }
    let pieces = items.count { $0.evidence != nil }
    for _ in 0..<pieces { metrics.keeping(.dropped) }
    guard pieces > 0, dropping.isDue() else { return }
    logger.error(
      "evidence in requests could not be kept; limits may miss it until the apps send it again. Check the ledger",
      metadata: ["pieces": "\(pieces)"])
  }
}

extension Evidence {
  /// Characters of its texts.
  fileprivate var size: Int {
    transactions.reduce(0) { $0 + $1.text.size } + renewals.reduce(0) { $0 + $1.text.size }
      + (appTransaction?.text.size ?? 0)
  }
}

extension SightingClaim {
  /// Characters of its ids.
  fileprivate var size: Int {
    visitor.ids.reduce(0) { $0 + $1.utf8.count } + (customer.appTransactionId?.utf8.count ?? 0)
      + customer.originalTransactionIds.reduce(0) { $0 + $1.utf8.count }
  }
}

extension SignedText {
  fileprivate var size: Int { header.utf8.count + payload.utf8.count + signature.utf8.count }
}
