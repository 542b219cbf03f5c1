package import Ledger
package import PaywallAPI
package import PaywallCatalog
import Subscribers

/// The requests for refunds, as readiness and metrics report them. Counting reads every request.
package final class RefundReadiness: Sendable {
  private let counts: KeptReading<RefundCounts>

  package init(_ ledger: any Ledger) {
    counts = KeptReading { now async throws(LedgerFailure) in
      try await ledger.refundCounts(at: now)
    }
  }

  /// - Parameter isConfigured: the server has a key for the App Store Server API.
  package func reasons(
    _ snapshot: Snapshot, isConfigured: Bool, at now: Timestamp
  ) async -> [ReadinessReason] {
    guard let counts = await counts.value(at: now) else { return [] }
    var reasons: [ReadinessReason] = []
    if snapshot.refunds != nil, !isConfigured {
      reasons.append(
        ReadinessReason(
          "refundAnswersNotConfigured",
          "store/refunds.yaml has rules, and without a key for the App Store Server API nothing is answered",
          counts.failing > 0 ? .degrading : .note))
    } else if counts.failing > 0 {
      let requests = counts.failing == 1 ? "1 request" : "\(counts.failing) requests"
      reasons.append(
        ReadinessReason(
          "refundRequestsFail",
          "\(requests) for refunds could not be answered yet; 'paywall refund explain' says why. The next deadline is \(counts.nextDeadline?.rfc3339 ?? "not known")",
          .degrading))
    }
    if counts.recentlyLate > 0 {
      let requests = counts.recentlyLate == 1 ? "1 request" : "\(counts.recentlyLate) requests"
      reasons.append(
        ReadinessReason(
          "refundRequestsLate",
          "\(requests) for information about a refund came after Apple's 12 hours in the last day, so Apple decided without an answer; look at the URL in App Store Connect, and at what answers there",
          .note))
    }
    return reasons
  }

  package func metrics(at now: Timestamp) async -> [MetricFamily] {
    guard let counts = await counts.value(at: now) else { return [] }
    func sample(_ count: Int, _ state: String, _ reason: String = "") -> MetricSample {
      MetricSample(
        Double(count), [MetricLabel("state", state), MetricLabel("reason", reason)])
    }
    var families = [
      MetricFamily(
        .gauge, "paywall_refund_requests",
        "Requests for refunds in the ledger, by outcome, at most 10 seconds ago.",
        [
          sample(counts.open - counts.failing, "open"), sample(counts.failing, "failing"),
          sample(counts.answered, "answered"),
        ]
          + RefundRefusal.allCases.map {
            sample(counts.refused[$0] ?? 0, "refused", $0.rawValue)
          })
    ]
    if let deadline = counts.nextDeadline {
      families.append(
        .gauge(
          "paywall_refund_next_deadline_timestamp_seconds",
          "When Apple stops waiting for the oldest open request, in seconds since 1970.",
          deadline.secondsSince1970))
    }
    return families
  }
}
