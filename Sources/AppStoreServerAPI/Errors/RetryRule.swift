package import Subscribers

/// Decides which of Apple's refusals are sent again, and how often.
package enum RetryRule {
  /// Apple's "errors to retry", and the general one.
  package static func isRetryable(_ code: OpenEnum<AppleErrorCode>) -> Bool {
    repetitions(code) > 0 || code.known == .rateLimitExceeded
  }

  /// Returns how often a refused call is sent again.
  static func repetitions(_ code: OpenEnum<AppleErrorCode>) -> Int {
    switch code.known {
    case .internalError: 2
    case let known? where known.isErrorToRetry: 3
    // An unknown code of the server's own side is as the general one.
    case nil: code.raw / 10_000 >= 500 && code.raw / 10_000 < 600 ? 2 : 0
    default: 0
    }
  }
}

extension RetryRule {
  /// Returns how often a call that failed with this error is made again, at most.
  static func repetitions(of error: AppStoreAPIError, _ call: AppStoreCall) -> Int {
    switch error.reason {
    // A call that could take effect twice is repeated only if Apple says that it did not happen.
    case .refused(let code, _):
      call.mayRepeat || code.known?.isErrorToRetry ?? false ? repetitions(code) : 0
    // The call was refused before Apple looked at it, so any call can be repeated. A queue that
    // waited in vain has no status.
    case .limited: error.status == nil ? 0 : 3
    case .timedOut, .unreachable, .outage: call.mayRepeat ? 2 : 0
    default: 0
    }
  }
}

extension AppleErrorCode {
  /// Apple's list of errors to retry.
  fileprivate var isErrorToRetry: Bool {
    switch self {
    case .accountNotFoundRetryable, .appNotFoundRetryable,
      .originalTransactionIdNotFoundRetryable, .internalErrorRetryable:
      true
    default: false
    }
  }
}
