import Catalog
import Foundation

extension Paywalls {
  /// The app has rendered this paywall. Kept until the server has it, also over a restart; an
  /// answer that does not `exposes` is passed over. It is told of the visitor whom the placement was
  /// made for, whoever uses the app by now. Returns without waiting for anything slow.
  public func exposed(_ placement: Placement) async {
    guard placement.exposes, let experiment = placement.experiment, let who = placement.who,
      await ready(within: Disk.patience) != nil
    else { return }
    if isStillHere(who.visitor) { note(placement, of: who) }
    tell(
      .exposure(
        Queued.Exposure(
          id: configuration.makeId(), experiment: experiment.id, variant: experiment.variant,
          phase: experiment.phase, placement: placement.id, at: now.milliseconds,
          isServerTime: time.isKnown, who: who)))
    flush(in: configuration.gathering)
  }

  /// Tells the server what waits, if there is something. Called by itself; an app may call it
  /// before it is suspended.
  public func flush() async {
    guard await ready(within: Disk.patience) != nil else { return }
    await sendAll()
  }

  /// Exposures and log-ins that the server has not been told.
  public var waiting: Int {
    get async {
      _ = await ready(within: Disk.patience)
      return outbox.queue.count
    }
  }

  func tell(_ message: Queued.Message) {
    let (added, dropped) = outbox.add(message, isKept: isVisitorKept)
    drop(dropped, because: "Too many were waiting.")
    keep(added)
  }

  private func keep(_ queued: Queued) {
    guard let name = queued.file else { return }
    disk.write(configuration.log) { try $0.keep(queued.message, at: name) }
  }

  /// Takes up what an earlier run left behind, and writes what came before the storage answered.
  func recall(_ stored: [Queued]) {
    let (added, dropped) = outbox.recall(stored)
    for queued in added { keep(queued) }
    drop(dropped, because: "Too many were waiting.")
  }

  func drop(_ queued: [Queued], because reason: String) {
    guard !queued.isEmpty else { return }
    forget(queued)
    configuration.log(.exposuresDropped(count: queued.count, because: reason))
  }

  private func forget(_ queued: [Queued]) {
    let names = outbox.remove(queued)
    guard !names.isEmpty else { return }
    disk.write(configuration.log) { storage in
      for name in names { try storage.remove(name) }
    }
  }
}

// Sending.
extension Paywalls {
  /// Sends after a while, and not before the server wants to be told; the earlier of two dates
  /// counts.
  func flush(in delay: Duration) {
    let delay = max(delay, quiet)
    let due = clock.running() + delay
    if nextFlush != nil, let nextFlushDue, nextFlushDue <= due, delay > .zero { return }
    nextFlush?.cancel()
    nextFlushDue = due
    nextFlush = Task { [weak self, clock] in
      if delay > .zero { try? await clock.sleep(delay) }
      guard !Task.isCancelled else { return }
      await self?.sendDue()
    }
  }

  /// What is left of the pause that the server asked for.
  private var quiet: Duration { max(.zero, (quietUntil ?? .zero) - clock.running()) }

  private func sendDue() async {
    nextFlush = nil
    await sendAll()
  }

  /// A log-in is told before anything is asked about the user, if that is not too slow, and the
  /// last attempt did not just fail.
  func tellFirst(within time: Duration) async {
    if let retryAt, clock.running() < retryAt { return }
    _ = await Task { await sendAll() }.value(within: time, clock)
  }

  /// One at a time; who comes while one is under way waits for it.
  private func sendAll() async {
    if let flushing { return await flushing.value }
    guard quiet == .zero else { return }
    let task = Task { await send() }
    flushing = task
    await task.value
  }

  /// Sends until nothing waits; who comes after the last look begins anew.
  private func send() async {
    defer { flushing = nil }
    while !outbox.next.isEmpty {
      let batch = outbox.next
      do throws(NetworkFailure) {
        try await send(batch)
        forget(batch)
        backoff.succeed()
        retryAt = nil
      } catch {
        guard error.isPassing else {
          refused(batch, error)
          continue
        }
        var asked: Duration?
        if case .tooManyRequests(let pause) = error { asked = pause }
        let delay = backoff.fail(random: configuration.random(), asked: asked)
        quietUntil = asked.map { clock.running() + $0 }
        retryAt = clock.running() + delay
        nextFlush?.cancel()
        nextFlush = nil
        flush(in: delay)
        return
      }
    }
  }

  private func send(_ batch: [Queued]) async throws(NetworkFailure) {
    if case .alias(let alias)? = batch.first?.message {
      return hear(try await endpoint.post("v1/aliases", alias.json))
    }
    let exposures = batch.compactMap(\.exposure)
    guard let who = exposures.first?.who else { return }
    if !time.isKnown { hear(try await endpoint.get("health/live"), toGet: true) }
    let correction = Timestamp.difference(now, clock.wall())
    let response = try await endpoint.post(
      "v1/exposures", exposures.json(of: who, correction: correction))
    hear(response)
    guard let answer = try? JSONDecoder().decode(ExposureOutcomes.self, from: response.body) else {
      throw .notUnderstood("The answer to exposures cannot be read.")
    }
    let refusals = answer.exposures.filter { !$0.isTaken }
    for refusal in refusals {
      configuration.log(
        .exposureRefused(id: refusal.id, outcome: refusal.reason ?? refusal.outcome))
    }
  }

  /// The server will never take it.
  private func refused(_ batch: [Queued], _ failure: NetworkFailure) {
    guard case .refused(let problem) = failure else { return }
    if case .alias(let alias)? = batch.first?.message {
      forget(batch)
      if problem.isAliasTaken { replaceAnonymousId(alias) }
      configuration.log(.aliasRefused(problem))
    } else {
      drop(batch, because: "\(problem.code): \(problem.detail)")
    }
  }
}

/// What became of each exposure.
private struct ExposureOutcomes: Decodable {
  var exposures: [Outcome]

  struct Outcome: Decodable {
    var id: String
    var outcome: String
    var reason: String?

    /// It is recorded, now or before.
    var isTaken: Bool { ["recorded", "repeated", "already", "conflict"].contains(outcome) }
  }
}
