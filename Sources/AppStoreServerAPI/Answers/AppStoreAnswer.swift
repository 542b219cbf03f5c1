package import AppStore
package import PaywallCatalog
package import Subscribers

/// Apple's answer to one call.
package struct AppStoreAnswer<Value: Sendable>: Sendable {
  package let value: Value
  /// The environment where the value was found.
  package let environment: AppStoreEnvironment
  package let requestId: String?
  /// Apple's clock, in whole seconds.
  package let date: Timestamp?
  /// The members of the answer that this client does not know.
  package let unknown: [UnknownMember]

  func map<Other: Sendable>(_ value: Other) -> AppStoreAnswer<Other> {
    AppStoreAnswer<Other>(
      value: value, environment: environment, requestId: requestId, date: date, unknown: unknown)
  }
}

package struct UnknownMember: Hashable, Sendable {
  package let name: String
  /// JSON.
  package let value: String
}

/// A signed text of a list that cannot be trusted. The others of the list can.
package struct RefusedText: Hashable, Sendable {
  /// Its place in the list, counted from 0.
  package let index: Int
  package let distrust: Distrust
}

/// One page of a customer's transactions or refunds.
package struct HistoryPage: Sendable {
  package let transactions: [Verified<Transaction>]
  package let refused: [RefusedText]
  /// The cursor: with it the next call begins behind this page, also at a later time.
  package let revision: String
  package let hasMore: Bool
}

/// Apple's statuses of every subscription of a customer.
package struct SubscriptionStatuses: Sendable {
  package let items: [Item]
  package let refused: [RefusedText]

  package struct Item: Sendable {
    package let groupId: String?
    package let originalTransactionId: String?
    package let status: OpenEnum<SubscriptionStatus>
    package let transaction: Verified<Transaction>
    /// `nil` if it is missing or cannot be trusted, which `refused` says.
    package let renewal: Verified<RenewalInfo>?
  }
}

/// The transactions of an order id, as a receipt by mail shows it.
package struct OrderLookup: Sendable {
  package let status: OpenEnum<Status>
  package let transactions: [Verified<Transaction>]
  package let refused: [RefusedText]

  package enum Status: Int, CaseIterable, Sendable {
    case valid, invalid
  }
}

/// One page of the notifications that Apple sent.
package struct NotificationPage: Sendable {
  package let notifications: [SentNotification]
  /// The token of the next page; `nil` on the last one.
  package let token: String?
  package let hasMore: Bool
}

/// A notification as Apple sent it, and how it arrived.
package struct SentNotification: Sendable {
  /// The text as it was posted.
  package let signedPayload: String
  package let verdict: Verdict<Notification>
  package let attempts: [Attempt]

  package struct Attempt: Hashable, Sendable {
    package let date: Timestamp?
    package let result: OpenEnum<Result>
  }

  package enum Result: String, CaseIterable, Sendable {
    case success = "SUCCESS"
    case timedOut = "TIMED_OUT"
    case tlsIssue = "TLS_ISSUE"
    case circularRedirect = "CIRCULAR_REDIRECT"
    case noResponse = "NO_RESPONSE"
    case socketIssue = "SOCKET_ISSUE"
    case unsupportedCharset = "UNSUPPORTED_CHARSET"
    case invalidResponse = "INVALID_RESPONSE"
    case prematureClose = "PREMATURE_CLOSE"
    case unsuccessfulResponse = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
    case other = "OTHER"
  }
}

/// A renewal date that was moved.
package struct ExtendedRenewal: Hashable, Sendable {
  package let originalTransactionId: String?
  package let webOrderLineItemId: String?
  package let isDone: Bool
  /// The new renewal date.
  package let effectiveDate: Timestamp?
}

/// How many seats a purchase has, and which of them are claimed.
package struct SeatCounts: Hashable, Sendable {
  package let total: Int
  package let available: Int
  /// More than there are seats after a renewal with fewer.
  package let claimIds: [String]

  package init(total: Int, available: Int, claimIds: [String]) {
    (self.total, self.available, self.claimIds) = (total, available, claimIds)
  }
}

/// How far an extension of all has come.
package struct MassExtensionStatus: Hashable, Sendable {
  package let requestIdentifier: String?
  package let isComplete: Bool
  package let completeDate: Timestamp?
  package let succeeded: Int?
  package let failed: Int?
}
