package import Ledger
package import Logging
package import PaywallCatalog
package import PaywallDecisions

/// Sends the events of the ledger. All state is there: a process that is killed between an answer and
/// its record sends the event again, with the same id.
package struct WebhookSending: Sendable {
  private let ledger: any Ledger
  private let transport: WebhookTransport
  private let release: @Sendable () -> CompiledSnapshot
  private let signer: @Sendable (WebhookEndpoint) -> Result<WebhookSigner, WebhookSecret.Problem>
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let holder: String

  /// Milliseconds. A round renews the claim, is sent in its first 30 seconds, and takes 15.
  static let lease: Int64 = 60_000
  private static let latestStart: Int64 = 30_000
  /// The second message of an event begins no later.
  private static let latestMessage: Int64 = 40_000
  /// Events of a round; one to a receiver that fails, to see whether it is back.
  static let mostAtOnce = 32
  /// Events among which those with the fewest attempts go first.
  private static let page = 100
  /// The time for which events are kept, in milliseconds.
  static let memory: Int64 = 30 * Timestamp.day

  /// - Parameter release: the one that is served, which bodies in RevenueCat's format and audiences need.
  package init(
    ledger: any Ledger, release: @escaping @Sendable () -> CompiledSnapshot,
    transport: @escaping WebhookTransport,
    signer: @escaping @Sendable (WebhookEndpoint) -> Result<WebhookSigner, WebhookSecret.Problem> =
      { endpoint in Result { () throws(WebhookSecret.Problem) in try WebhookSigner(endpoint) } },
    logger: Logger, now: @escaping @Sendable () -> Timestamp,
    holder: String = ProcessName.ofThisProcess()
  ) {
    self.ledger = ledger
    self.release = release
    self.transport = transport
    self.signer = signer
    self.logger = logger
    self.now = now
    self.holder = holder
  }

  /// The job of an endpoint; one process does it at a time.
  static func job(of endpoint: String) -> String { "webhook/\(endpoint)" }

  /// Sends the events that are due at an endpoint, unless another process does. Ends when nothing
  /// is due, or the receiver has to rest.
  package func sendDue(to endpoint: WebhookEndpoint) async throws(LedgerFailure) {
    guard
      try await ledger.hasDueWebhooks(of: endpoint.name, url: endpoint.url.text, at: now())
    else { return }
    try await ledger.doing(Self.job(of: endpoint.name), as: holder) {
      () async throws(LedgerFailure) in
      while try await round(of: endpoint) {}
    }
  }

  /// - Returns: whether there may be more to send at once.
  private func round(of endpoint: WebhookEndpoint) async throws(LedgerFailure) -> Bool {
    guard !Task.isCancelled else { return false }
    let began = now()
    let claim = JobClaim(
      job: Self.job(of: endpoint.name), holder: holder,
      until: began.adding(milliseconds: Self.lease))
    guard
      let round = try await ledger.startWebhookRound(
        to: endpoint.name, url: endpoint.url.text, by: claim, limit: Self.page, at: began)
    else { return false }
    let first = round.due.sorted { ($0.attempts, $0.number) < ($1.attempts, $1.number) }
      .prefix(round.health.failures > 0 ? 1 : Self.mostAtOnce)
    // An event that was sent once is sent until it is taken, wherever its customer is by then.
    let new = first.filter { $0.attempts == 0 }
    let inside = try await WebhookAudience(ledger: ledger, release: release())
      .chosen(new, for: endpoint)
    let left = Set(new.map(\.number)).subtracting(inside.map(\.number))
    let settled = left.sorted().map { WebhookOutcome($0, .delivered) }
    let chosen = first.filter { !left.contains($0.number) }
    guard !chosen.isEmpty else {
      return try await ledger.settleWebhooks(
        settled, round.health, of: endpoint.name, round: round.number, at: now())
    }
    // The database may have answered late; a process that has lost the claim sends nothing more.
    guard now() < began.adding(milliseconds: Self.latestStart) else { return false }
    let answers = await send(chosen, to: endpoint, began)
    let ended = now()
    let isAlone = answers.contains(where: \.isSuccess)
    let health = WebhookSchedule.health(round.health, after: answers, at: ended)
    let outcomes =
      settled
      + zip(chosen, answers).map {
        WebhookSchedule.outcome(of: $0, $1, isAlone: isAlone, at: ended)
      }
    // A stop cuts attempts off, which says nothing of the receiver.
    guard !Task.isCancelled else {
      _ = try await ledger.settleWebhooks(
        outcomes.filter { $0.result == .delivered }, round.health, of: endpoint.name,
        round: round.number, at: ended)
      return false
    }
    log(endpoint, outcomes, health, before: round.health)
    guard
      try await ledger.settleWebhooks(
        outcomes, health, of: endpoint.name, round: round.number, at: ended)
    else { return false }
    return health.goneAt == nil && health.nextAt.map { $0 <= ended } ?? true
  }

  /// Sends the first message of each delivery, then the second of those whose first was taken, and so
  /// on. A delivery without a message counts as taken.
  ///
  /// - Returns: the last answer of each, in the order of the deliveries.
  private func send(
    _ deliveries: [WebhookDelivery], to endpoint: WebhookEndpoint, _ began: Timestamp
  ) async -> [WebhookAnswer] {
    let signer: WebhookSigner
    switch self.signer(endpoint) {
    case .success(let known): signer = known
    case .failure(let problem): return deliveries.map { _ in .failed(problem.words) }
    }
    let snapshot = release().snapshot
    let messages = deliveries.map { ToldEvent($0).messages(endpoint.format, in: snapshot) }
    var answers = messages.map { messages in
      messages.allSatisfy { $0.body.count <= WebhookRequest.mostBytes }
        ? WebhookAnswer.status(200, retryAfter: nil)
        : .failed("its body is longer than \(WebhookRequest.mostBytes) bytes")
    }
    for place in 0..<(messages.map(\.count).max() ?? 0) {
      let open = messages.indices.filter { messages[$0].count > place && answers[$0].isSuccess }
      let moment = now()
      guard place == 0 || moment < began.adding(milliseconds: Self.latestMessage) else {
        for index in open { answers[index] = .failed("it takes messages too slowly") }
        return answers
      }
      let requests = open.map { signer.request(messages[$0][place], at: moment) }
      for (index, answer) in zip(open, await transport(requests, endpoint)) {
        answers[index] = endpoint.format.judged(answer)
      }
    }
    return answers
  }

  /// Removes events that came too long ago.
  package func prune() async throws(LedgerFailure) {
    let now = now()
    let moment = now.adding(milliseconds: -Self.memory)
    while try await ledger.pruneWebhooks(before: moment, at: now), !Task.isCancelled {}
  }

  private func log(
    _ endpoint: WebhookEndpoint, _ outcomes: [WebhookOutcome], _ health: WebhookReceiver.Health,
    before: WebhookReceiver.Health
  ) {
    let metadata: Logger.Metadata = [
      "endpoint": "\(endpoint.name)", "reason": "\(health.lastFailure ?? "-")",
    ]
    if health.goneAt != nil {
      logger.error("a webhook's receiver is gone (410), nothing more is sent", metadata: metadata)
    } else if health.failures == 1, before.failures == 0 {
      logger.warning("a webhook's receiver accepts no events", metadata: metadata)
    } else if before.failures > 0, health.failures == 0 {
      logger.notice("a webhook's receiver accepts events again", metadata: metadata)
    }
    for case .givenUp in outcomes.map(\.result) {
      logger.error("a webhook's event was given up after three days", metadata: metadata)
    }
  }
}
