package import PaywallCatalog

/// A customer's request for a refund, as the ledger holds it: from Apple's `CONSUMPTION_REQUEST` to
/// what Apple decided.
package struct RefundCase: Hashable, Sendable {
  /// In the order in which they came.
  package var number: Int64
  /// The `notificationUUID`.
  package var notification: String
  package var environment: AppStoreEnvironment
  /// `nil` if it names no purchase.
  package var transactionId: String?
  package var originalTransactionId: String?
  package var reason: RefundRequestReason
  /// When Apple signed it: its 12 hours begin.
  package var requestedAt: Timestamp
  package var receivedAt: Timestamp
  package var state: State
  /// The moment at which an open case is looked at next.
  package var dueAt: Timestamp
  /// Calls of Apple's server API that failed.
  package var attempts: Int
  /// The message of the last failed attempt.
  package var lastFailure: String?
  /// The facts that were known when it was settled.
  package var basis: RefundBasis?
  /// Apple's decisions on the purchase since the request and before the next one, the oldest first.
  package var decisions: [RefundDecision]

  package enum State: Hashable, Sendable {
    case open
    case answered(RefundAnswer, rule: String, at: Timestamp)
    case refused(RefundRefusal, at: Timestamp)
  }

  package init(
    number: Int64 = 0, notification: String, environment: AppStoreEnvironment,
    transactionId: String?, originalTransactionId: String?,
    reason: RefundRequestReason = .unknown, requestedAt: Timestamp, receivedAt: Timestamp,
    state: State = .open, dueAt: Timestamp? = nil, attempts: Int = 0, lastFailure: String? = nil,
    basis: RefundBasis? = nil, decisions: [RefundDecision] = []
  ) {
    self.number = number
    self.notification = notification
    self.environment = environment
    self.transactionId = transactionId
    self.originalTransactionId = originalTransactionId
    self.reason = reason
    self.requestedAt = requestedAt
    self.receivedAt = receivedAt
    self.state = state
    self.dueAt = dueAt ?? receivedAt
    self.attempts = attempts
    self.lastFailure = lastFailure
    self.basis = basis
    self.decisions = decisions
  }

  package var isOpen: Bool { state == .open }

  /// Apple's last decision; `nil` if it has not decided yet.
  package var decision: RefundDecision? { decisions.last }
}

/// The basis of a settled case, by which it can be explained and judged again by other rules.
package struct RefundBasis: Hashable, Sendable {
  package var facts: RefundFacts?
  /// The report of the team's server.
  package var report: ConsumptionReport?
  /// The release whose rules were used.
  package var release: String

  package init(facts: RefundFacts?, report: ConsumptionReport?, release: String) {
    self.facts = facts
    self.report = report
    self.release = release
  }
}

/// A decision of Apple on a refund.
package struct RefundDecision: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case granted, declined, reversed

    /// By the type of the notification, in Apple's spelling.
    package init?(notificationType: String) {
      switch notificationType {
      case "REFUND": self = .granted
      case "REFUND_DECLINED": self = .declined
      case "REFUND_REVERSED": self = .reversed
      default: return nil
      }
    }
  }

  package var kind: Kind
  /// When Apple signed it.
  package var at: Timestamp
  /// The refunded share, in thousandths of a percent of the price; only a granted one has it.
  package var share: Int?

  package init(_ kind: Kind, at: Timestamp, share: Int? = nil) {
    self.kind = kind
    self.at = at
    self.share = share
  }
}
