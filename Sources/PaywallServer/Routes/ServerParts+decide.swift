import Catalog
import Decisions

extension ServerParts {
  /// Decides, counts and logs; whoever asks, by whatever protocol.
  ///
  /// - Parameter end: what is forced is good until then at the latest.
  func decide(
    _ placement: String, for asked: Asked, forced: ForcedVariant? = nil,
    until end: Timestamp? = nil,
    in entry: RequestScope.Entry, at now: Timestamp
  ) -> Decision {
    var decision = entry.release.compiled.decide(
      placement, for: asked.visitor, records: asked.records, forced: forced, at: now)
    if forced != nil, let end {
      decision.validUntil = min(decision.validUntil ?? end, end)
    }
    metrics.decided(decision.reason)
    decisionLog?.add(
      decision, visitor: asked.visitor, release: entry.release.release,
      requestId: entry.requestId, at: now)
    return decision
  }
}
