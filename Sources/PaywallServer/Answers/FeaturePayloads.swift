package import Catalog
import GrowthBook
import Synchronization

/// The payloads of one release for GrowthBook's SDKs: the last one, until a schedule changes it.
package final class FeaturePayloads: Sendable {
  /// Milliseconds by which a clock may be set back without a new payload.
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
    /// The next one is being made.
    var making: Task<Payload, Never>?
  }

  private let published: PublishedSnapshot
  private let state = Mutex(State())

  init(_ published: PublishedSnapshot) { self.published = published }

  /// Makes the payload of a moment beforehand, so that no request waits for it. Not on an event
  /// loop: a large one takes milliseconds to write.
  package func prepare(at now: Timestamp) {
    let payload = made(at: now)
    state.withLock { $0.last = payload }
  }

  /// The payload of a moment. After a change of a schedule the first who asks has it made, beside
  /// the event loops; whoever asks meanwhile waits for the same one, without holding a loop.
  func payload(at now: Timestamp) async -> Payload {
    while true {
      let payload = await next(at: now)
      if payload.isGood(at: now) { return payload }
    }
  }

  /// The last one if it is good, else the one that is being made, which may be for another moment.
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
