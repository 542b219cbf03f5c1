package import AppStore
package import PaywallCatalog

extension AppStoreClient {
  /// - Parameter id: the id of any transaction, also of a finished consumable.
  package func transaction(
    _ id: String, in environment: AppStoreEnvironment? = nil, priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<Verified<Transaction>> {
    try await answer(to: .get(.transaction, "v1/transactions", id), in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try reader.transaction(body.text("signedTransactionInfo"))
    }
  }

  /// One page of twenty. A page that holds texts that cannot be trusted says so in `refused`, and
  /// its cursor leads on.
  ///
  /// - Parameters:
  ///   - id: the id of any transaction of the customer, or their app transaction id.
  ///   - revision: the cursor of the page before, also of an earlier day.
  package func history(
    of id: String, _ filter: HistoryFilter = HistoryFilter(), after revision: String? = nil,
    in environment: AppStoreEnvironment? = nil, priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<HistoryPage> {
    let query: [AppStoreCall.QueryItem] = .cursor("revision", revision) + filter.items
    return try await answer(
      to: .get(.history, "v2/history", id, query: query), in: environment, priority
    ) {
      body, reader throws(AnswerMistake) in
      try reader.checkApp(body)
      return try reader.page(body, after: revision)
    }
  }

  /// - Parameter wanted: only subscriptions of these statuses; all if it is empty.
  package func statuses(
    of id: String, only wanted: [SubscriptionStatus] = [],
    in environment: AppStoreEnvironment? = nil, priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<SubscriptionStatuses> {
    let query = wanted.map { AppStoreCall.QueryItem(name: "status", value: String($0.rawValue)) }
    return try await answer(
      to: .get(.statuses, "v1/subscriptions", id, query: query), in: environment, priority
    ) {
      body, reader throws(AnswerMistake) in
      try reader.checkApp(body)
      return try reader.statuses(body)
    }
  }

  /// The transactions of an order id, as a customer's receipt by mail shows it. Only production has
  /// orders of customers.
  package func order(
    _ id: String, in environment: AppStoreEnvironment? = nil, priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<OrderLookup> {
    try await answer(to: .get(.order, "v1/lookup", id), in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try reader.order(body)
    }
  }

  /// One page of a customer's refunds; as `history`.
  package func refunds(
    of id: String, after revision: String? = nil, in environment: AppStoreEnvironment? = nil,
    priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<HistoryPage> {
    let query: [AppStoreCall.QueryItem] = .cursor("revision", revision)
    return try await answer(
      to: .get(.refunds, "v2/refund/lookup", id, query: query), in: environment, priority
    ) {
      body, reader throws(AnswerMistake) in
      try reader.page(body, after: revision)
    }
  }

  /// One page of the notifications that Apple sent. Each has a verdict of its own, so that one that
  /// cannot be trusted does not stop the others.
  ///
  /// - Parameter token: the token of the page before, with the same query.
  package func notifications(
    _ query: NotificationQuery, after token: String? = nil, in environment: AppStoreEnvironment,
    priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<NotificationPage> {
    let call = AppStoreCall(
      .notifications, .post, ["inApps", "v1", "notifications", "history"],
      .cursor("paginationToken", token), body: query.json)
    return try await answer(to: call, in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try reader.notifications(body, after: token)
    }
  }

  /// Returns the delivery of a test notification. Right after the request Apple may not know it yet
  /// (`testNotificationNotFound`).
  package func testNotification(
    _ token: String, in environment: AppStoreEnvironment, priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<SentNotification> {
    let call = AppStoreCall.get(.testStatus, "v1/notifications/test", token)
    return try await answer(to: call, in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try reader.sent(body)
    }
  }

  package func massExtension(
    of product: String, requestIdentifier: String, in environment: AppStoreEnvironment,
    priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<MassExtensionStatus> {
    let call = AppStoreCall.get(
      .extensionStatus, "v1/subscriptions/extend/mass", product, requestIdentifier)
    return try await answer(to: call, in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try reader.extensionStatus(body)
    }
  }
}
