import Catalog
import Decisions
import Subscribers

/// The one door of decisions: whatever leads to an answer or to a signature is decided here, so that
/// it is counted, and in the log of those who keep one. Only a trace (`/v1/explain`) is none.
extension ServerParts {
  /// Decides, counts and logs; whoever asks, by whatever protocol and whichever way.
  ///
  /// - Parameter end: what is forced is good until then at the latest.
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
    decisionLog?.add(
      decision, visitor: visitor, release: entry.release.release, requestId: entry.requestId,
      at: now)
    return decision
  }

  func decide(
    _ placement: String, for asked: Asked, forced: ForcedVariant? = nil,
    until end: Timestamp? = nil, in entry: RequestScope.Entry, at now: Timestamp
  ) -> Decision {
    decide(
      placement, for: asked.visitor, records: asked.records, forced: forced, until: end, in: entry,
      at: now)
  }
}
