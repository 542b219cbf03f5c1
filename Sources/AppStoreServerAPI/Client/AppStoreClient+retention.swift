package import PaywallCatalog
import Subscribers

// Apple's Retention Messaging API. A person waits for each call.
extension AppStoreClient {
  /// Uploads an image; one that Apple has already is left as it is.
  package func uploadImage(
    _ id: String, _ png: [UInt8], _ size: RetentionImageSize,
    in environment: AppStoreEnvironment
  ) async throws(AppStoreAPIError) {
    try await change(.uploadImage(id, png, size), in: environment, unless: .imageExists)
  }

  package func deleteImage(
    _ id: String, in environment: AppStoreEnvironment
  ) async throws(AppStoreAPIError) {
    try await change(.deleteImage(id), in: environment, unless: .imageNotFound)
  }

  package func images(
    in environment: AppStoreEnvironment
  ) async throws(AppStoreAPIError) -> [String: RetentionStates.State] {
    try await answer(to: .images, in: environment, .urgent) { body, _ throws(AnswerMistake) in
      try body.states("imageIdentifiers", "imageIdentifier", "imageState")
    }.value
  }

  /// Uploads a message with an identifier; one that Apple has already is left as it is.
  package func uploadMessage(
    _ id: String, _ text: RetentionMessage.Text, header position: RetentionMessage.HeaderPosition,
    in environment: AppStoreEnvironment
  ) async throws(AppStoreAPIError) {
    try await change(
      .uploadMessage(id, text, header: position), in: environment, unless: .messageExists)
  }

  package func deleteMessage(
    _ id: String, in environment: AppStoreEnvironment
  ) async throws(AppStoreAPIError) {
    try await change(.deleteMessage(id), in: environment, unless: .messageNotFound)
  }

  package func messages(
    in environment: AppStoreEnvironment
  ) async throws(AppStoreAPIError) -> [String: RetentionStates.State] {
    try await answer(to: .messages, in: environment, .urgent) { body, _ throws(AnswerMistake) in
      try body.states("messageIdentifiers", "messageIdentifier", "messageState")
    }.value
  }

  package func setDefaultMessage(
    _ id: String, of product: String, in locale: String, _ environment: AppStoreEnvironment
  ) async throws(AppStoreAPIError) {
    try await change(.setDefaultMessage(id, of: product, in: locale), in: environment)
  }

  /// `nil` if none is set.
  package func defaultMessage(
    of product: String, in locale: String, _ environment: AppStoreEnvironment
  ) async throws(AppStoreAPIError) -> String? {
    try await found(
      .defaultMessage(of: product, in: locale), in: environment, "messageIdentifier",
      unless: .defaultMessageNotFound)?.lowercased()
  }

  package func deleteDefaultMessage(
    of product: String, in locale: String, _ environment: AppStoreEnvironment
  ) async throws(AppStoreAPIError) {
    try await change(
      .deleteDefaultMessage(of: product, in: locale), in: environment,
      unless: .defaultMessageNotFound)
  }

  package func setRealtimeURL(
    _ url: String, in environment: AppStoreEnvironment
  ) async throws(AppStoreAPIError) {
    try await change(.setRealtimeURL(url), in: environment)
  }

  /// `nil` if none is set.
  package func realtimeURL(
    in environment: AppStoreEnvironment
  ) async throws(AppStoreAPIError) -> String? {
    try await found(.realtimeURL, in: environment, "realtimeURL", unless: .realtimeURLNotFound)
  }

  package func deleteRealtimeURL(
    in environment: AppStoreEnvironment
  ) async throws(AppStoreAPIError) {
    try await change(.deleteRealtimeURL, in: environment, unless: .realtimeURLNotFound)
  }

  /// Lets Apple send requests to the real-time URL of the sandbox; only the sandbox has the test.
  ///
  /// - Returns: the id to ask for the result with.
  package func startPerformanceTest(
    of originalTransactionId: String, in environment: AppStoreEnvironment = .sandbox
  ) async throws(AppStoreAPIError) -> String {
    try await answer(to: .startPerformanceTest(originalTransactionId), in: environment, .urgent) {
      body, _ throws(AnswerMistake) in
      try body.text("requestId")
    }.value
  }

  package func performanceTest(
    _ requestId: String, in environment: AppStoreEnvironment = .sandbox
  ) async throws(AppStoreAPIError) -> PerformanceTest {
    try await answer(to: .performanceTest(requestId), in: environment, .urgent) {
      body, _ throws(AnswerMistake) in
      try body.performanceTest()
    }.value
  }

  /// - Parameter code: Apple's word for a change that was made before.
  private func change(
    _ call: AppStoreCall, in environment: AppStoreEnvironment, unless code: AppleErrorCode? = nil
  ) async throws(AppStoreAPIError) {
    do throws(AppStoreAPIError) {
      _ = try await done(call, in: environment, .urgent)
    } catch {
      guard let code, error.code?.known == code else { throw error }
    }
  }

  private func found(
    _ call: AppStoreCall, in environment: AppStoreEnvironment, _ member: String,
    unless code: AppleErrorCode
  ) async throws(AppStoreAPIError) -> String? {
    do throws(AppStoreAPIError) {
      return try await answer(to: call, in: environment, .urgent) { body, _ throws(AnswerMistake) in
        try body.text(member)
      }.value
    } catch {
      guard error.code?.known == code else { throw error }
      return nil
    }
  }
}
