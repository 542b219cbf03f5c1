package import PaywallCatalog
import Subscribers

extension AppStoreClient {
  /// Returns the result of a test notification, which Apple knows some seconds after its request.
  ///
  /// - Returns: `nil` if Apple knows no attempt within that time.
  package func result(
    ofTest token: String, in environment: AppStoreEnvironment, within patience: Duration,
    priority: CallPriority = .usual
  ) async throws(AppStoreAPIError) -> SentNotification? {
    let end = state.now().adding(
      milliseconds: patience.components.seconds * 1_000)
    while true {
      if let sent = try await attempts(ofTest: token, in: environment, priority) { return sent }
      guard state.now() < end else { return nil }
      do {
        try await state.sleep(.seconds(2))
      } catch {
        throw AppStoreAPIError(.cancelled, .testStatus, in: environment)
      }
    }
  }

  /// Returns the result of a performance test, which is pending after that time if Apple is not done.
  package func performanceTest(
    _ requestId: String, within patience: Duration
  ) async throws(AppStoreAPIError) -> PerformanceTest {
    let end = state.now().adding(milliseconds: patience.components.seconds * 1_000)
    while true {
      let test = try await performanceTest(requestId)
      guard test.result.known == .pending, state.now() < end else { return test }
      do {
        // The sandbox allows one call in ten seconds.
        try await state.sleep(.seconds(10))
      } catch {
        throw AppStoreAPIError(.cancelled, .performanceTest, in: .sandbox)
      }
    }
  }

  /// `nil` as long as Apple knows no attempt.
  private func attempts(
    ofTest token: String, in environment: AppStoreEnvironment, _ priority: CallPriority
  ) async throws(AppStoreAPIError) -> SentNotification? {
    do throws(AppStoreAPIError) {
      let sent = try await testNotification(token, in: environment, priority: priority).value
      return sent.attempts.isEmpty ? nil : sent
    } catch {
      guard error.isTestUnknown else { throw error }
      return nil
    }
  }
}
