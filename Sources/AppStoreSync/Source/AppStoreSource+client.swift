import AppStore
package import AppStoreServerAPI
import Subscribers

extension AppStoreSource {
  /// Apple's server, or one like it.
  package init(_ client: AppStoreClient) {
    self.init(
      environments: { client.environments },
      notifications: { request throws(SourceFailure) in
        try await calling { () async throws(AppStoreAPIError) in
          let page = try await client.notifications(
            NotificationQuery(from: request.from, to: request.to), after: request.token,
            in: request.environment
          ).value
          let distrusts = page.notifications.compactMap(\.verdict.distrust)
          return NotificationPage(
            notifications: page.notifications.compactMap(\.verdict.verified),
            refused: distrusts.filter { $0.unowned == nil },
            unowned: distrusts.compactMap(\.unowned), token: page.hasMore ? page.token : nil)
        }
      },
      history: { request throws(SourceFailure) in
        try await calling { () async throws(AppStoreAPIError) in
          let answer = try await client.history(
            of: request.id, after: request.revision, in: request.environment,
            priority: request.cause.priority)
          let page = answer.value
          return HistoryPage(
            environment: answer.environment, transactions: page.transactions,
            refused: page.refused.map(\.distrust),
            revision: page.revision.isEmpty ? nil : page.revision, hasMore: page.hasMore)
        }
      },
      statuses: { request throws(SourceFailure) in
        try await calling { () async throws(AppStoreAPIError) in
          let answer = try await client.statuses(
            of: request.id, in: request.environment, priority: request.cause.priority)
          return StatusPage(
            environment: answer.environment,
            transactions: answer.value.items.map(\.transaction),
            renewals: answer.value.items.compactMap(\.renewal),
            refused: answer.value.refused.map(\.distrust))
        }
      },
      requestTest: { environment throws(SourceFailure) in
        try await calling { () async throws(AppStoreAPIError) in
          try await client.requestTestNotification(in: environment).value
        }
      },
      testFate: { environment, token throws(SourceFailure) in
        try await calling { () async throws(AppStoreAPIError) in
          let sent = try await client.testNotification(token, in: environment).value
          return TestFate(
            uuid: sent.verdict.verified?.payload.uuid, attempts: sent.attempts.map(\.result.raw))
        }
      })
  }
}

extension AppStoreSource.Cause {
  fileprivate var priority: CallPriority {
    switch self {
    case .usual: .usual
    case .background: .background
    }
  }
}

/// A call of the client, with its error as the jobs read it.
private func calling<Output>(
  _ call: () async throws(AppStoreAPIError) -> Output
) async throws(SourceFailure) -> Output {
  do throws(AppStoreAPIError) {
    return try await call()
  } catch {
    throw SourceFailure(error)
  }
}

extension SourceFailure {
  init(_ error: AppStoreAPIError) {
    let request = error.requestId.map { " (request \($0))" } ?? ""
    let text = "\(error.detail)\(request)"
    if error.isNotFound {
      self.init(.notFound, text)
      return
    }
    // A key that Apple does not take says nothing about what was asked for.
    if error.reason == .unauthorized {
      self.init(.later(error.retryAt), text)
      return
    }
    switch error.code?.known {
    case .invalidPaginationToken, .paginationTokenExpired, .invalidRevision,
      .startDateTooFarInPast:
      self.init(.staleCursor, text)
    case .noNotificationURL: self.init(.noNotificationURL, text)
    case .accountNotFound: self.init(.notFound, text)
    // Right after a test notification was asked for.
    case .testNotificationNotFound: self.init(.later(nil), text)
    default: self.init(error.isRetryable ? .later(error.retryAt) : .refused, text)
    }
  }
}
