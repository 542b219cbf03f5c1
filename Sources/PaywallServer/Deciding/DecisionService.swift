import PaywallCatalog
import PaywallDecisions
import PaywallSubscribers

/// Makes every decision for a response or a signature, so that each is counted, and logged if there
/// is a decision log. A trace (`/v1/explain`) is not a decision. A class, so that the fast path
/// carries one reference.
final class DecisionService: Sendable {
  private let metrics: ServerMetrics
  private let log: DecisionLog?
  private let counts: DecisionCounts

  init(metrics: ServerMetrics, log: DecisionLog?, counts: DecisionCounts) {
    self.metrics = metrics
    self.log = log
    self.counts = counts
  }

  var isLogging: Bool { log != nil }

  /// Decides, counts and logs, for every protocol and on every path.
  ///
  /// - Parameter end: a forced decision is valid until then at most.
  func decide(
    _ placement: String, for visitor: Visitor, records: [RecordedAssignment],
    forced: ForcedVariant? = nil, until end: Timestamp? = nil, in entry: RequestScope.Entry,
    at now: Timestamp
  ) -> Decision {
    var decision = entry.release.compiled.decide(
      placement, for: visitor, records: records, forced: forced, at: now)
    if forced != nil, let end {
      decision.validUntil = min(decision.validUntil ?? end, end)
    }
    metrics.decided(decision.reason)
    log?.add(
      decision, visitor: visitor, release: entry.release.release, requestId: entry.requestId,
      at: now)
    return decision
  }

  func decide(
    _ placement: String, for evaluation: EvaluationContext, forced: ForcedVariant? = nil,
    until end: Timestamp? = nil, in entry: RequestScope.Entry, at now: Timestamp
  ) -> Decision {
    decide(
      placement, for: evaluation.visitor, records: evaluation.records, forced: forced, until: end,
      in: entry,
      at: now)
  }

  /// The same for a response that shows the decision: it is also counted for its day.
  func serve(
    _ placement: String, for evaluation: EvaluationContext, forced: ForcedVariant? = nil,
    until end: Timestamp? = nil, in entry: RequestScope.Entry, at now: Timestamp
  ) -> Decision {
    let decision = decide(
      placement, for: evaluation, forced: forced, until: end, in: entry, at: now)
    let counted = entry.release.counted
    served(
      decision, at: counted.place(placement), to: counted.device(of: evaluation.visitor),
      in: evaluation.environment, entry, at: now)
    return decision
  }

  /// Counts a decision that a response shows.
  func served(
    _ decision: Decision, at place: @autoclosure () -> CountedVariants.Place?,
    to device: @autoclosure () -> DeviceCode, in environment: AppStoreEnvironment,
    _ entry: RequestScope.Entry, at now: Timestamp
  ) {
    guard decision.experiment != nil else { return }
    counts.served(
      decision, at: place(), of: entry.release.counted, to: device(), in: environment, at: now)
  }
}
