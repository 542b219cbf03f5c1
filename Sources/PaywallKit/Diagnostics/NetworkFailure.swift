/// Why the server gave no answer that can be used.
public enum NetworkFailure: Error, Hashable, Sendable {
  /// No whole answer came within the time.
  case timedOut
  /// The client could not connect, or the connection broke off; in the words of the system.
  case unreachable(String)
  /// The server refused, and says why.
  case refused(ServerProblem)
  /// The server has a failure of its own, by its status.
  case unavailable(status: Int)
  /// The server got too many requests; it may be asked again after this time.
  case tooManyRequests(retryAfter: Duration?)
  /// The server asked for a pause that is not over; nothing was sent.
  case paused
  /// The response is no answer of a paywall server: a log-in page of a café, half an answer.
  case notUnderstood(String)
  /// The answer was a redirect, which is never followed.
  case redirected(to: String?)
  /// The task that waited for the answer was cancelled.
  case taskCancelled

  /// The former name of ``taskCancelled``.
  @available(*, deprecated, renamed: "taskCancelled")
  public static var cancelled: NetworkFailure { .taskCancelled }
}

/// A problem document of the server (RFC 9457).
public struct ServerProblem: Error, Hashable, Codable, Sendable {
  /// A stable word, such as `offerNotEligible`.
  public let code: String
  /// The HTTP status.
  public let status: Int
  /// The detail of the problem: what is wrong, and what to do next.
  public let detail: String
  /// A stable word of the module that refused.
  public let reason: String?
  /// The member of the request that is at fault.
  public let field: String?

  /// A refusal, for a test.
  public init(
    code: String, status: Int, detail: String = "", reason: String? = nil, field: String? = nil
  ) {
    self.code = code
    self.status = status
    self.detail = detail
    self.reason = reason
    self.field = field
  }
}

extension NetworkFailure: Codable {
  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "timedOut": self = .timedOut
    case "unreachable": self = .unreachable(try coded.value())
    case "refused": self = .refused(try coded.value())
    case "unavailable": self = .unavailable(status: try coded.value("status"))
    case "tooManyRequests": self = .tooManyRequests(retryAfter: try coded.optional("retryAfter"))
    case "paused": self = .paused
    case "notUnderstood": self = .notUnderstood(try coded.value())
    case "redirected": self = .redirected(to: try coded.optional("to"))
    case "cancelled": self = .taskCancelled
    default: throw coded.unknown
    }
  }

  /// Writes the case with its values.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .timedOut: try encoder.encode(case: "timedOut")
    case .unreachable(let words): try encoder.encode(case: "unreachable", words)
    case .refused(let problem): try encoder.encode(case: "refused", problem)
    case .unavailable(let status): try encoder.encode(case: "unavailable", status, as: "status")
    case .tooManyRequests(let time):
      var values = encoder.values(of: "tooManyRequests")
      try values.encodeIfPresent(time, forKey: "retryAfter")
    case .paused: try encoder.encode(case: "paused")
    case .notUnderstood(let words): try encoder.encode(case: "notUnderstood", words)
    case .redirected(let place):
      var values = encoder.values(of: "redirected")
      try values.encodeIfPresent(place, forKey: "to")
    case .taskCancelled: try encoder.encode(case: "cancelled")
    }
  }
}
