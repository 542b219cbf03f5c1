package import PaywallCatalog
import PaywallSubscribers

extension AppStoreClient {
  /// What came of a test notification, which Apple knows some seconds after its request.
  ///
  /// - Returns: `nil` if Apple knows no attempt within that time.
  package func result(
    ofTest token: String, in environment: AppStoreEnvironment, within patience: Duration,
    priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> SentNotification? {
    let end = state.now().adding(
      milliseconds: patience.components.seconds * 1_000)
    while true {
      do throws(AppStoreAPIError) {
        let sent = try await testNotification(token, in: environment, priority: priority).value
        if !sent.attempts.isEmpty { return sent }
      } catch {
        guard error.code == .init(.testNotificationNotFound) else { throw error }
      }
      guard state.now() < end else { return nil }
      do {
        try await state.sleep(.seconds(2))
      } catch {
        throw AppStoreAPIError(.cancelled, .testStatus, in: environment)
      }
    }
  }
}
