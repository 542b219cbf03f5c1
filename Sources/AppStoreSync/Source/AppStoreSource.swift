package import AppStore
package import PaywallCatalog

/// The App Store as the jobs call it, with plain calls: to Apple's server, or to a test.
package struct AppStoreSource: Sendable {
  /// The reason of a call, which decides about its share of the budget.
  package enum Cause: String, CaseIterable, Sendable {
    /// A person waits, or a job that an engineer began.
    case usual
    /// At most a tenth of the budget.
    case background
  }

  /// The environments that can be asked, production first.
  package var environments: @Sendable () -> [AppStoreEnvironment]
  /// One page of the notifications that were sent in a time.
  package var notifications:
    @Sendable (NotificationRequest) async throws(SourceFailure) -> NotificationPage
  /// One page of a customer's transactions, in the order of their last change.
  package var history: @Sendable (HistoryRequest) async throws(SourceFailure) -> HistoryPage
  /// The subscriptions of a customer as they are now.
  package var statuses: @Sendable (HistoryRequest) async throws(SourceFailure) -> StatusPage
  /// Requests a test notification; returns the token by which its fate is requested.
  package var requestTest: @Sendable (AppStoreEnvironment) async throws(SourceFailure) -> String
  package var testFate:
    @Sendable (AppStoreEnvironment, String) async throws(SourceFailure) -> TestFate
}

package struct NotificationRequest: Hashable, Sendable {
  package var environment: AppStoreEnvironment
  package var from: Timestamp
  package var to: Timestamp
  /// The token of the page before; the times stay the same.
  package var token: String?
}

package struct NotificationPage: Sendable {
  package var notifications: [Verified<Notification>]
  /// The reasons why texts cannot be trusted, one for each text.
  package var refused: [Distrust] = []
  /// Notifications that name no app.
  package var unowned: [UnownedNotification] = []
  /// The token of the next page; `nil` on the last one.
  package var token: String?
}

package struct HistoryRequest: Hashable, Sendable {
  package var id: String
  /// `nil` asks production first, and then the sandbox.
  package var environment: AppStoreEnvironment?
  /// The cursor of the page before, also of an earlier day.
  package var revision: String?
  package var cause: AppStoreSource.Cause
}

package struct HistoryPage: Sendable {
  package var environment: AppStoreEnvironment
  package var transactions: [Verified<Transaction>]
  package var refused: [Distrust] = []
  package var revision: String?
  package var hasMore: Bool
}

package struct StatusPage: Sendable {
  package var environment: AppStoreEnvironment
  package var transactions: [Verified<Transaction>]
  package var renewals: [Verified<RenewalInfo>]
  package var refused: [Distrust] = []
}

/// Apple's report about a test notification that it sent.
package struct TestFate: Hashable, Sendable {
  /// The notification's id; `nil` if it cannot be trusted.
  package var uuid: String?
  /// Apple's word for each attempt to send it, the newest last.
  package var attempts: [String]
}

/// The reason why a call has no answer.
package struct SourceFailure: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// It may succeed later, from this moment on if it is known.
    case later(Timestamp?)
    /// The App Store does not know the id.
    case notFound
    /// The cursor is no longer valid: begin anew.
    case staleCursor
    /// App Store Connect has no URL for notifications.
    case noNotificationURL
    /// Asking again is pointless.
    case refused
  }

  package var kind: Kind
  /// With Apple's number of the request, if there was an answer.
  package var text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// True if the App Store is away, rather than refuses.
  package var isLater: Bool { if case .later = kind { true } else { false } }

  /// True if the moment that the App Store named is too far away to wait for: a client that gets no
  /// answer leaves the App Store alone for five minutes at the most.
  func isFar(at now: Timestamp) -> Bool {
    guard case .later(let moment?) = kind else { return false }
    return moment > now.adding(milliseconds: 301_000)
  }
}
