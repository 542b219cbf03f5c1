package import PaywallCatalog
import PaywallTextCoding
import Serving

extension WebhookEvent {
  /// The first exposure of a unit. The unit is the id that the app sent, which is not proved.
  init(_ exposure: Exposure, in environment: AppStoreEnvironment, at now: Timestamp) {
    let assignment = exposure.assignment
    var data: [Content.Member] = .texts(
      ("environment", environment.rawValue), ("experiment", assignment.experiment),
      ("variant", assignment.variant), ("unit", assignment.unit),
      ("unitKind", assignment.unitKind.rawValue), ("placement", exposure.placement),
      ("paywall", exposure.details.served.paywall), ("release", exposure.details.served.release))
    data.append(.init("phase", .integer(Int64(assignment.phase))))
    self.init(
      .experimentEnrolled, RecordKey(assignment).identity, in: environment,
      at: min(exposure.renderedAt, now), data)
  }

  static func id(ofEnrolment key: RecordKey, in environment: AppStoreEnvironment) -> String {
    id(of: key.identity, WebhookEventType.experimentEnrolled.rawValue, in: environment)
  }

  /// A phase that a release starts or stops; `nil` if it does neither.
  init?(
    from before: PhaseState?, to after: PhaseState, release: String, at moment: Timestamp
  ) {
    let isRunning = after.status == .running
    guard isRunning != (before?.status == .running) else { return nil }
    let status = after.parts[.status] ?? ""
    var data: [Content.Member] = .texts(
      ("experiment", after.experiment), ("status", status), ("from", after.start?.rfc3339),
      ("until", after.end?.rfc3339), ("release", release))
    data.append(.init("phase", .integer(Int64(after.phase))))
    self.init(
      isRunning ? .experimentStarted : .experimentStopped,
      .own([
        after.experiment, "\(after.phase)", status, release, "\(moment.milliseconds)",
      ]), in: nil, at: moment, data)
  }

  /// A phase of which no result can be trusted, or whose guardrail is worse. Each cause is one event.
  ///
  /// - Parameters:
  ///   - cause: a stable name.
  ///   - finding: the same in a sentence, with its numbers.
  package static func broken(
    _ experiment: String, phase: Int, because cause: String, _ finding: String, release: String?,
    at now: Timestamp
  ) -> Self {
    var data: [Content.Member] = .texts(
      ("experiment", experiment), ("cause", cause), ("finding", finding), ("release", release))
    data.append(.init("phase", .integer(Int64(phase))))
    return Self(
      .experimentBroken, .own([experiment, "\(phase)", cause]), in: nil, at: now, data)
  }

  /// A usual type of notification that has not come since a moment.
  ///
  /// - Parameter usualGap: in milliseconds.
  package static func silent(
    _ type: String, since moment: Timestamp, usualGap: Int64, at now: Timestamp
  ) -> Self {
    let environment = AppStoreEnvironment.production
    var data: [Content.Member] = .texts(
      ("environment", environment.rawValue), ("appleType", type), ("since", moment.rfc3339))
    data.append(.init("usualGapSeconds", .integer(usualGap / 1000)))
    return Self(
      .ledgerSilent, .own([type, "\(moment.milliseconds)"]), in: environment, at: now, data)
  }
}

extension RecordKey {
  fileprivate var identity: WebhookEvent.Identity {
    .own([experiment.text, "\(phase)", unitKind.rawValue, unit.text])
  }
}

extension LedgerTables {
  /// Writes an event about no customer.
  mutating func noteWebhook(_ event: WebhookEvent?, at now: Timestamp) throws {
    guard let event, try wants([event.type]) else { return }
    try add(
      event, of: nil, by: nil, oldest: WebhookEvent.oldest(at: now, isHistory: false), at: now)
  }
}

extension Ledger {
  /// Writes an event that no stored fact causes, unless it is there.
  package func noteWebhook(
    _ event: WebhookEvent, at now: Timestamp
  ) async throws(LedgerFailure) {
    let isNew = try await read(.request) {
      try $0.wants([event.type]) && $0.webhookDeliveries(ofEvent: event.id).isEmpty
    }
    if isNew { try await write(.nothing) { try $0.noteWebhook(event, at: now) } }
  }
}
