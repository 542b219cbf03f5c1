package import PaywallCatalog
package import Subscribers

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension AppStoreClient {
  /// Asks Apple to post a test notification.
  ///
  /// - Returns: the token to ask for the result with.
  package func requestTestNotification(
    in environment: AppStoreEnvironment, priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<String> {
    try await answer(to: .requestTest, in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try body.text("testNotificationToken")
    }
  }

  /// Sends Apple the use of a purchase whose refund a customer asks for, within 12 hours of the
  /// `CONSUMPTION_REQUEST`.
  package func send(
    _ answer: RefundAnswer, about transactionId: String,
    in environment: AppStoreEnvironment, priority: CallPriority = .urgent
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<Void> {
    try await done(.consumption(transactionId, answer), in: environment, priority)
  }

  /// Moves the renewal date of one subscription.
  ///
  /// - Parameter id: an original transaction id.
  package func extend(
    _ id: String, by request: RenewalExtension, in environment: AppStoreEnvironment? = nil,
    priority: CallPriority = .urgent
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<ExtendedRenewal> {
    if let mistake = request.mistake { throw .invalid(mistake, .extend) }
    return try await answer(to: .extend(id, request), in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try reader.extended(body)
    }
  }

  /// Moves the renewal date of every active subscription to a product; takes hours to days.
  ///
  /// - Returns: the request's identifier.
  package func extendAll(
    _ request: MassRenewalExtension, in environment: AppStoreEnvironment,
    priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<String> {
    if let mistake = request.each.mistake { throw .invalid(mistake, .extendAll) }
    return try await answer(to: .extendAll(request), in: environment, priority) {
      body, reader throws(AnswerMistake) in
      try body.text("requestIdentifier")
    }
  }

  /// Sets the account of a purchase: of the current and later ones of a subscription.
  ///
  /// - Parameter id: an original transaction id (4000187).
  package func setAccountToken(
    _ token: UUID, of id: String, in environment: AppStoreEnvironment? = nil,
    priority: CallPriority = .urgent
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<Void> {
    try await done(.setAccountToken(token, of: id), in: environment, priority)
  }

  /// Finishes a transaction that the app does not finish itself.
  package func finish(
    _ transactionId: String, in environment: AppStoreEnvironment? = nil,
    priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> AppStoreAnswer<Void> {
    try await done(.finish(transactionId), in: environment, priority)
  }
}
