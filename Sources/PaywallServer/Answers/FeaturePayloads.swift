import GrowthBook
package import PaywallCatalog
import Synchronization

/// The GrowthBook SDK payloads of one release. Caches the last one until a schedule changes it.
package final class FeaturePayloads: Sendable {
  /// Milliseconds that the clock may go back without a new payload.
  private static let backwards: Int64 = 5000

  struct Payload: Sendable {
    let since: Timestamp
    let body: EncodedBody
    /// The next moment at which a schedule changes it.
    let validUntil: Timestamp?

    fileprivate func isGood(at now: Timestamp) -> Bool {
      since <= now.adding(milliseconds: FeaturePayloads.backwards)
        && validUntil.map { now < $0 } ?? true
    }
  }

  private struct State: Sendable {
    var last: Payload?
    /// Renders the next payload.
    var making: Task<Payload, Never>?
  }

  private let published: PublishedSnapshot
  private let state = Mutex(State())

  init(_ published: PublishedSnapshot) { self.published = published }

  /// Renders a payload ahead, so that no request waits for it. Must not run on an event loop: a
  /// large payload takes milliseconds.
  package func prepare(at now: Timestamp) {
    let payload = made(at: now)
    state.withLock { $0.last = payload }
  }

  /// The payload at a moment. After a schedule changes it, the first request renders it off the
  /// event loops. Later requests await the same task.
  func payload(at now: Timestamp) async -> Payload {
    while true {
      let payload = await next(at: now)
      if payload.isGood(at: now) { return payload }
    }
  }

  /// The last payload if it is good, else the pending one, which may be for another moment.
  private func next(at now: Timestamp) async -> Payload {
    let making: Task<Payload, Never>
    switch state.withLock({ step(at: now, &$0) }) {
    case .made(let payload): return payload
    case .making(let task): making = task
    }
    return await making.value
  }

  private enum Step: Sendable {
    case made(Payload)
    case making(Task<Payload, Never>)
  }

  private func step(at now: Timestamp, _ state: inout State) -> Step {
    if let last = state.last, last.isGood(at: now) { return .made(last) }
    if let making = state.making { return .making(making) }
    let task = Task.detached { [self] in
      let payload = made(at: now)
      self.state.withLock { $0 = State(last: payload) }
      return payload
    }
    state.making = task
    return .making(task)
  }

  private func made(at now: Timestamp) -> Payload {
    let payload = GrowthBookPayload(published, at: now)
    return Payload(since: now, body: EncodedBody(payload.json), validUntil: payload.validUntil)
  }
}
