package import AppStore
package import Catalog
import HTTPTransport
package import Ledger
package import Logging
import Synchronization

/// Keeps evidence in the background. The queue is bounded: what does not fit is dropped, counted
/// and logged, and the app sends it again with its next request.
package final class EvidenceQueue: Sendable {
  /// How much may wait.
  package struct Room: Hashable, Sendable {
    /// Pieces of evidence.
    package var count = 4096
    /// Characters of their texts: 8 MiB. With the decoded values, memory holds about twice that.
    package var size = 8 << 20

    package init() {}
  }

  private struct State {
    var waiting: [Evidence] = []
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
  private let room: Room
  /// Waits between attempts: the ledger does not report its recovery. Tests pass their own.
  private let pause: @Sendable () async -> Void
  private let dropping = LogThrottle(.seconds(60))
  private let state = Mutex(State())

  package init(
    _ ledger: any Ledger, metrics: ServerMetrics, logger: Logger,
    now: @escaping @Sendable () -> Timestamp, room: Room = Room(),
    pause: @escaping @Sendable () async -> Void = { try? await Task.sleep(for: .seconds(1)) }
  ) {
    self.ledger = ledger
    self.metrics = metrics
    self.logger = logger
    self.now = now
    self.room = room
    self.pause = pause
  }

  /// Returns at once.
  package func keep(_ evidence: Evidence) {
    let (isTaken, begins) = state.withLock { state -> (Bool, Bool) in
      let size = evidence.size
      guard !state.isEnding, state.waiting.count < room.count, state.size + size <= room.size
      else { return (false, false) }
      state.waiting.append(evidence)
      state.size += size
      let begins = !state.isWorking
      state.isWorking = true
      return (true, begins)
    }
    if !isTaken { drop(1) }
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
      if giveBack(left, of: batch) { await pause() } else { drop(left.count) }
    }
  }

  private func next() -> [Evidence]? {
    let (batch, ended) = state.withLock { state in
      guard state.waiting.isEmpty else {
        let batch = Array(state.waiting.prefix(Self.mostTogether))
        state.waiting.removeFirst(batch.count)
        return (batch as [Evidence]?, [CheckedContinuation<Void, Never>]())
      }
      state.isWorking = false
      defer { state.ended = [] }
      return (nil, state.ended)
    }
    for continuation in ended { continuation.resume() }
    return batch
  }

  /// - Returns: evidence to try again.
  private func write(_ batch: [Evidence]) async -> [Evidence] {
    await withTaskGroup(of: Evidence?.self) { group in
      for evidence in batch {
        group.addTask { await self.isDone(evidence) ? nil : evidence }
      }
      return await group.reduce(into: []) { left, evidence in
        if let evidence { left.append(evidence) }
      }
    }
  }

  private func isDone(_ evidence: Evidence) async -> Bool {
    do throws(LedgerFailure) {
      _ = try await ledger.append(evidence, user: nil, at: now())
      metrics.keeping(.kept)
      return true
    } catch {
      switch error {
      case .closed:
        drop(1)
        return true
      case .unavailable: return false
      case .renewalInfoWithoutTransaction, .severalCustomers:
        metrics.keeping(.refused)
        return true
      }
    }
  }

  private func finish(_ batch: [Evidence]) {
    state.withLock { state in state.size -= batch.reduce(0) { $0 + $1.size } }
  }

  /// `false` if the server stops: it does not wait for the ledger.
  private func giveBack(_ left: [Evidence], of batch: [Evidence]) -> Bool {
    state.withLock { state in
      state.size -= batch.reduce(0) { $0 + $1.size }
      guard !state.isEnding else { return false }
      state.waiting.insert(contentsOf: left, at: 0)
      state.size += left.reduce(0) { $0 + $1.size }
      return true
    }
  }

  private func drop(_ count: Int) {
    for _ in 0..<count { metrics.keeping(.dropped) }
    guard dropping.isDue() else { return }
    logger.error(
      "evidence that came with questions could not be kept; limits may miss what it shows until the apps send it again. Look at the ledger",
      metadata: ["pieces": "\(count)"])
  }
}

extension Evidence {
  /// Characters of its texts.
  fileprivate var size: Int {
    transactions.reduce(0) { $0 + $1.text.size } + renewals.reduce(0) { $0 + $1.text.size }
      + (appTransaction?.text.size ?? 0)
  }
}

extension SignedText {
  fileprivate var size: Int { header.utf8.count + payload.utf8.count + signature.utf8.count }
}
