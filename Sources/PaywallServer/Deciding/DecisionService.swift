import PaywallCatalog
import PaywallDecisions

/// Makes every decision for a response or a signature, so that each is counted, and logged if there
/// is a decision log. A trace (`/v1/explain`) is not a decision. A class, so that routes carry one
/// reference.
final class DecisionService: Sendable {
  private let metrics: ServerMetrics
  private let log: DecisionLog?
  private let counts: DecisionCounts

  init(metrics: ServerMetrics, log: DecisionLog?, counts: DecisionCounts) {
    self.metrics = metrics
    self.log = log
    self.counts = counts
  }

  /// Decides, counts and logs, for every protocol and on every path.
  ///
  /// - Parameters:
  ///   - preview: is shown at its placement, and valid until its end at most.
  ///   - isApple: whether Apple asks. For apps, Apple's placement is unknown.
  func decide(
    _ placement: String, for visitor: Visitor, records: [RecordedAssignment],
    preview: Preview? = nil, isApple: Bool = false, in entry: RequestScope.Entry, at now: Timestamp
  ) -> Decision {
    let compiled = entry.release.compiled
    let forced = preview?.variant(at: placement)
    let moment = preview?.moment(at: placement)
    var decision =
      placement == RetentionMessage.placement && !isApple
      ? compiled.unknown(placement)
      : compiled.decide(
        placement, for: visitor, records: records, forced: forced, at: moment ?? now)
    if let preview, moment != nil {
      decision = decision.shown(until: preview.expires)
    } else if let preview, forced != nil {
      decision.validUntil = min(decision.validUntil ?? preview.expires, preview.expires)
    }
    metrics.decided(decision.reason)
    log?.add(
      decision, visitor: visitor, release: entry.release.release, requestId: entry.requestId,
      at: now)
    return decision
  }

  func decide(
    _ placement: String, for evaluation: EvaluationContext, preview: Preview? = nil,
    isApple: Bool = false, in entry: RequestScope.Entry, at now: Timestamp
  ) -> Decision {
    decide(
      placement, for: evaluation.visitor, records: evaluation.records, preview: preview,
      isApple: isApple, in: entry, at: now)
  }

  /// The same for a response that shows the decision: it is also counted for its day.
  func serve(
    _ placement: String, for evaluation: EvaluationContext, preview: Preview? = nil,
    isApple: Bool = false, in entry: RequestScope.Entry, at now: Timestamp
  ) -> Decision {
    let decision = decide(
      placement, for: evaluation, preview: preview, isApple: isApple, in: entry, at: now)
    let counted = entry.release.counted
    guard decision.experiment != nil else { return decision }
    counts.served(
      decision, at: counted.place(placement), of: counted,
      to: counted.device(of: evaluation.visitor), in: evaluation.environment, at: now)
    return decision
  }
}

extension Decision {
  /// The same as a preview: it enrolls no visitor, and no exposure counts.
  fileprivate func shown(until end: Timestamp) -> Decision {
    var shown = self
    shown.reason = .forced
    shown.exposes = false
    shown.notEnrolled = nil
    shown.heldOutOf = nil
    shown.validUntil = end
    return shown
  }
}
