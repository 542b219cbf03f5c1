import AppStoreServerAPI
import PaywallCatalog
import Subscribers

extension AppStoreClient {
  /// Sends Apple the use of purchases, before all other calls that wait for the budget.
  var consumptionSender: ConsumptionSender {
    { answer, transactionId, environment in
      guard environments.contains(environment) else { return .notConfigured }
      do throws(AppStoreAPIError) {
        _ = try await send(answer, about: transactionId, in: environment, priority: .urgent)
        return .accepted
      } catch {
        return SentOutcome(error)
      }
    }
  }
}

extension SentOutcome {
  /// A key that Apple refuses is mended by people, and an answer that cannot be read may have been
  /// taken: both are tried again until the 12 hours are over.
  init(_ error: AppStoreAPIError) {
    let words = error.refundWords
    switch error.reason {
    case .unauthorized, .wrongApp, .wrongEnvironment, .untrusted:
      self = .failed(words, retryAt: error.retryAt)
    case .notConfigured: self = .notConfigured
    case .invalidCall: self = .rejected(words)
    default:
      self = error.isRetryable ? .failed(words, retryAt: error.retryAt) : .rejected(words)
    }
  }
}

extension AppStoreAPIError {
  /// The error for people, with the number of the request that Apple's support asks for.
  fileprivate var refundWords: String {
    let what =
      switch reason {
      case .refused(let code, let message): "\(code.raw) \(message)"
      case .outage: "Apple is out of order (HTTP status \(status ?? 0))"
      case .unauthorized: "401: Apple refuses the key"
      case .limited: "the hourly limit is used up"
      case .timedOut: "no answer in time"
      case .unreachable(let why): "not reached: \(why)"
      case .circuitOpen: "Apple did not answer the last calls"
      case .unreadable(let why): "an answer that cannot be read: \(why)"
      case .untrusted: "an answer that cannot be trusted"
      case .wrongApp(let bundleId): "an answer about the app \(bundleId)"
      case .wrongEnvironment(let word): "an answer of the environment \(word)"
      case .invalidCall(let why), .notConfigured(let why): why
      case .notOpen: "Apple does not have the call in this environment"
      case .cancelled: "the call was cut off"
      }
    return what + (requestId.map { " (request \($0))" } ?? "")
  }
}
