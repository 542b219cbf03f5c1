import Foundation
import PaywallCatalog

extension Paywalls {
  /// Sends after a delay, and not within a pause that the server asked for; the earlier of two
  /// dates counts.
  func flush(in delay: Duration) {
    let delay = max(delay, remainingPause)
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

  /// The rest of the pause that the server asked for.
  private var remainingPause: Duration { max(.zero, (quietUntil ?? .zero) - clock.running()) }

  private func sendDue() async {
    nextFlush = nil
    await sendAll()
  }

  /// Sends waiting messages before a request, so that the server knows the log-in; not if that takes
  /// too long, or if the last attempt has just failed.
  func sendWaiting(within time: Duration) async {
    if let retryAt, clock.running() < retryAt { return }
    _ = await Task { await sendAll() }.value(within: time, clock)
  }

  /// Sends one batch at a time; a call while one is in flight waits for it.
  func sendAll() async {
    if let flushing { return await flushing.value }
    guard remainingPause == .zero else { return }
    let task = Task { await send() }
    flushing = task
    await task.value
  }

  /// Sends until the outbox is empty; a call after the last check starts again.
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
        guard error.isTransient else {
          refused(batch, error)
          continue
        }
        let delay = backoff.fail(random: configuration.random(), asked: error.pause)
        quietUntil = error.pause.map { clock.running() + $0 }
        retryAt = clock.running() + delay
        nextFlush?.cancel()
        nextFlush = nil
        flush(in: delay)
        return
      }
    }
  }

  private func send(_ batch: [OutboxEntry]) async throws(NetworkFailure) {
    if case .alias(let alias)? = batch.first?.message {
      return updateTime(from: try await endpoint.post("v1/aliases", alias.json))
    }
    let exposures = batch.compactMap(\.exposure)
    guard !exposures.isEmpty else { return }
    try await learnTime()
    for refusal in try await send(exposures) {
      configuration.advanced.log(
        .exposureRefused(id: refusal.id, outcome: refusal.reason ?? refusal.outcome))
    }
  }

  /// Asks the server for its time, unless it has told it since the app started: the device's clock
  /// may have been set since the difference to the server's was kept.
  private func learnTime() async throws(NetworkFailure) {
    guard !time.isSynchronized else { return }
    do throws(NetworkFailure) {
      updateTime(from: try await endpoint.get("health/live"), toGet: true)
    } catch {
      if !time.isKnown { throw error }
    }
  }

  /// Sends exposures with everything that results need. A server that refuses this request gets the
  /// same exposures without the members that are newer than it, so that none is lost.
  ///
  /// - Returns: the exposures that the server did not record.
  private func send(
    _ exposures: [OutboxEntry.Exposure]
  ) async throws(NetworkFailure) -> [ExposureOutcome] {
    if !isServerOlder {
      do throws(NetworkFailure) {
        let refusals = try await post(exposures, hasDetails: true)
        if !refusals.contains(where: \.isOfOlderServer) { return refusals }
        isServerOlder = true
      } catch {
        guard case .refused(let problem) = error, !error.isTransient else { throw error }
        isServerOlder = problem.code.utf8.elementsEqual("unknownMember".utf8)
        configuration.advanced.log(.networkFailed(placements: [], error))
      }
    }
    return try await post(exposures, hasDetails: false)
  }

  private func post(
    _ exposures: [OutboxEntry.Exposure], hasDetails: Bool
  ) async throws(NetworkFailure) -> [ExposureOutcome] {
    let now = now
    let correction = Timestamp.difference(now, clock.wall())
    let response = try await endpoint.post(
      "v1/exposures", exposures.json(correction: correction, sentAt: hasDetails ? now : nil))
    updateTime(from: response)
    let told = JSONValue(response.body)?["exposures"]?.array
    let outcomes = told?.compactMap(ExposureOutcome.init)
    guard let outcomes, outcomes.count == told?.count else {
      throw .notUnderstood("The answer to exposures cannot be read.")
    }
    return outcomes.filter { !$0.isTaken }
  }

  /// Handles a refusal: the server will never accept the messages.
  private func refused(_ batch: [OutboxEntry], _ failure: NetworkFailure) {
    guard case .refused(let problem) = failure else { return }
    if case .alias(let alias)? = batch.first?.message {
      forget(batch)
      if problem.isAliasTaken { replaceAnonymousId(alias) }
      configuration.advanced.log(.aliasRefused(problem))
    } else {
      drop(batch, because: "\(problem.code): \(problem.detail)")
    }
  }
}

/// The server's outcome for an exposure.
private struct ExposureOutcome {
  let id: String
  let outcome: String
  let reason: String?

  init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, let outcome = json["outcome"]?.string else { return nil }
    (self.id, self.outcome, reason) = (id, outcome, json["reason"]?.string)
  }

  /// True if it is recorded, now or before.
  var isTaken: Bool { Self.taken.contains(outcome) }

  private static let taken = ["recorded", "repeated", "already", "conflict", "heldOut"]

  /// True if the server does not know a member of this exposure.
  var isOfOlderServer: Bool { reason == "unknownMember" }
}
