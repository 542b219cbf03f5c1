package import AppStore
package import PaywallCatalog
package import Subscribers

/// The reason why a call of Apple's API has no answer.
package struct AppStoreAPIError: Error, Hashable, Sendable {
  package let reason: Reason
  package let endpoint: AppStoreEndpoint
  /// `nil` if no environment could be asked.
  package let environment: AppStoreEnvironment?
  /// The environment that was asked before, with the same answer.
  package private(set) var alsoAsked: AppStoreEnvironment?
  /// The status of Apple's answer, if there was one.
  package let status: Int?
  /// Apple's number of the request, which Apple's support asks for.
  package let requestId: String?
  /// The moment for the same call again; `nil` if it is pointless, or if no moment is known.
  package let retryAt: Timestamp?
  /// Apple's clock, in whole seconds, if there was an answer.
  package let date: Timestamp?

  package enum Reason: Hashable, Sendable {
    /// Apple refuses the call. `message` is Apple's.
    case refused(OpenEnum<AppleErrorCode>, message: String)
    /// A status of 500 and more without a code of Apple's: Apple, or a proxy, is out of order.
    case outage
    /// A bare 401: the key, its ids, the bundle id or the clock is wrong, or the app is not yet
    /// released. Apple does not say which.
    case unauthorized
    /// Apple's limit or our budget is used up.
    case limited
    /// No answer within the time, after the allowed repetitions.
    case timedOut
    /// The connection cannot be made or ended early; why.
    case unreachable(String)
    /// Apple did not answer the last calls; the next one is made later.
    case circuitOpen
    /// An answer that is not as Apple describes it; what is wrong.
    case unreadable(String)
    /// A signed text in the answer cannot be trusted.
    case untrusted(Distrust)
    /// The answer is about another app; its bundle id.
    case wrongApp(String)
    /// The answer is of another environment; Apple's word.
    case wrongEnvironment(String)
    /// The call was never made; what is wrong with it.
    case invalidCall(String)
    /// Apple does not have the call in this environment yet.
    case notOpen(AppStoreEnvironment)
    /// The environment is not served, or there is no address of it.
    case notConfigured(String)
    case cancelled
  }

  init(
    _ reason: Reason, _ endpoint: AppStoreEndpoint, in environment: AppStoreEnvironment?,
    status: Int? = nil, requestId: String? = nil, retryAt: Timestamp? = nil,
    date: Timestamp? = nil
  ) {
    self.reason = reason
    self.endpoint = endpoint
    self.environment = environment
    self.status = status
    self.requestId = requestId
    self.retryAt = retryAt
    self.date = date
  }

  /// Returns the error with the environment that gave the same answer before.
  func after(_ environment: AppStoreEnvironment) -> AppStoreAPIError {
    var error = self
    error.alsoAsked = environment
    return error
  }

  /// Apple's code; `nil` if Apple gave none.
  package var code: OpenEnum<AppleErrorCode>? {
    if case .refused(let code, _) = reason { code } else { nil }
  }

  /// True if the same call may succeed later.
  package var isRetryable: Bool {
    switch reason {
    case .refused(let code, _): RetryRule.isRetryable(code)
    case .limited, .outage, .timedOut, .unreachable, .circuitOpen, .unreadable, .cancelled: true
    case .unauthorized, .untrusted, .wrongApp, .wrongEnvironment, .invalidCall, .notOpen,
      .notConfigured:
      false
    }
  }

  /// True if Apple does not know the transaction in this environment.
  package var isNotFound: Bool {
    switch code?.known {
    case .transactionIdNotFound, .originalTransactionIdNotFound, .appTransactionNotFound: true
    default: false
    }
  }

  /// True if Apple knows no such claim, or no purchase whose seats are managed. A code that is not
  /// known counts by its class, since Apple does not publish the numbers.
  package var knowsNoSeat: Bool {
    switch code?.known {
    case .seatClaimNotFound, .notDeveloperManaged: true
    case nil: code.map { $0.raw / 10_000 == 404 } ?? false
    default: isNotFound
    }
  }

  /// True if Apple knows no test notification of the token, or does not know it yet.
  var isTestUnknown: Bool { code?.known == .testNotificationNotFound }
}
