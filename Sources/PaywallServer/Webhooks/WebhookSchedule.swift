package import Ledger
package import PaywallCatalog

/// The pauses of events that fail and of receivers that fail.
package enum WebhookSchedule {
  /// Pauses of an event that fails while others pass, in milliseconds.
  private static let ofEvent: [Int64] =
    [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map { $0 * 1_000 }
  /// Pauses of a receiver that takes nothing, in milliseconds: at most five minutes.
  private static let ofReceiver: [Int64] = [5, 30, 120, 300].map { $0 * 1_000 }
  /// An event is given up after so long, in milliseconds, and so many attempts.
  static let patience: Int64 = 3 * Timestamp.day
  static let fewestAttempts = 5

  /// The state of the receiver after a round of attempts.
  package static func health(
    _ before: WebhookReceiver.Health, after answers: [WebhookAnswer], at now: Timestamp
  ) -> WebhookReceiver.Health {
    var health = before
    let failures = answers.filter { !$0.isSuccess }
    if failures.count < answers.count {
      health = WebhookReceiver.Health(deliveredAt: now)
    } else if !answers.isEmpty {
      health.failures += 1
      health.nextAt = now.adding(
        milliseconds: ofReceiver[min(health.failures, ofReceiver.count) - 1])
    }
    health.lastFailure = failures.last?.words
    if failures.contains(where: \.isGone) { health.goneAt = now }
    if let asked = failures.compactMap({ $0.retryAt(now) }).max() {
      health.nextAt = max(health.nextAt ?? asked, asked)
    }
    return health
  }

  /// The outcome for one event.
  ///
  /// - Parameter isAlone: others of the round were taken, so it is this event that fails.
  static func outcome(
    of delivery: WebhookDelivery, _ answer: WebhookAnswer, isAlone: Bool, at now: Timestamp
  ) -> WebhookOutcome {
    guard !answer.isSuccess else { return WebhookOutcome(delivery.number, .delivered) }
    let since = delivery.failedSince ?? now
    let isOver =
      now.milliseconds - since.milliseconds >= patience
      && delivery.attempts + 1 >= fewestAttempts
    guard !isOver else { return WebhookOutcome(delivery.number, .givenUp(answer.words)) }
    let pause = ofEvent[min(delivery.attempts, ofEvent.count - 1)]
    return WebhookOutcome(
      delivery.number,
      .failed(answer.words, nextAt: isAlone ? now.adding(milliseconds: pause) : now))
  }
}
