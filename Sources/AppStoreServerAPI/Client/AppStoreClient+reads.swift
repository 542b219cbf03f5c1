package import AppStore
package import PaywallCatalog

extension AppStoreClient {
  /// - Parameter id: of any transaction, also of a finished consumable.
  package func transaction(
    _ id: String, in environment: AppStoreEnvironment? = nil, priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<Verified<Transaction>> {
    try await answer(to: .transaction(id), in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try reader.transaction(body.text("signedTransactionInfo"))
    }
  }

  /// - Parameter id: of any transaction of the customer, or their app transaction id.
  package func appTransaction(
    _ id: String, in environment: AppStoreEnvironment? = nil, priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<Verified<AppTransaction>> {
    try await answer(to: .appTransaction(id), in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try reader.appTransaction(body.text("signedAppTransactionInfo"))
    }
  }

  /// One page of twenty. A page that holds texts that cannot be trusted says so in `refused`, and
  /// its cursor leads on.
  ///
  /// - Parameters:
  ///   - id: of any transaction of the customer, or their app transaction id.
  ///   - revision: the cursor of the page before, also of an earlier day.
  package func history(
    of id: String, _ filter: HistoryFilter = HistoryFilter(), after revision: String? = nil,
    in environment: AppStoreEnvironment? = nil, priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<HistoryPage> {
    try await answer(to: .history(id, filter, after: revision), in: environment, priority) {
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
    try await answer(to: .statuses(id, wanted), in: environment, priority) {
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
    try await answer(to: .order(id), in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try reader.order(body)
    }
  }

  /// One page of a customer's refunds; as `history`.
  package func refunds(
    of id: String, after revision: String? = nil, in environment: AppStoreEnvironment? = nil,
    priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<HistoryPage> {
    try await answer(to: .refunds(id, after: revision), in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try reader.page(body, after: revision)
    }
  }

  /// One page of the notifications that Apple sent. Each has a verdict of its own, so that one that
  /// cannot be trusted does not stop the others.
  ///
  /// - Parameter token: of the page before, with the same query.
  package func notifications(
    _ query: NotificationQuery, after token: String? = nil, in environment: AppStoreEnvironment,
    priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<NotificationPage> {
    try await answer(to: .notifications(query, after: token), in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try reader.notifications(body, after: token)
    }
  }

  /// What came of a test notification. Right after the request Apple may not know it yet
  /// (`testNotificationNotFound`).
  package func testNotification(
    _ token: String, in environment: AppStoreEnvironment, priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<SentNotification> {
    try await answer(to: .testStatus(token), in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try reader.sent(body)
    }
  }

  package func massExtension(
    of product: String, requestIdentifier: String, in environment: AppStoreEnvironment,
    priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<MassExtensionStatus> {
    try await answer(
      to: .extensionStatus(product: product, request: requestIdentifier), in: environment, priority
    ) { body, reader throws(AnswerMistake) in
      try reader.extensionStatus(body)
    }
  }
}
